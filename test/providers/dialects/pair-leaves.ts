import type { JsonSchema } from '../../../src/schema/json-schema.ts'

/** A schema of the kind that tools have, and a value that is made to fit it. */
export interface Pair {
  readonly schema: JsonSchema
  readonly value: unknown
}

/** What the references of the leaves lead to: recursion of one, of two, through a union, and none. */
export const DEFS = {
  Tree: {
    type: 'object',
    properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/Tree' } } },
    required: ['name'],
  },
  List: {
    type: 'object',
    properties: { head: { type: 'integer' }, tail: { anyOf: [{ $ref: '#/$defs/List' }, { type: 'null' }] } },
    required: ['head', 'tail'],
    additionalProperties: false,
  },
  Folder: { type: 'object', additionalProperties: { $ref: '#/$defs/File' } },
  File: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/Folder' }] },
  Point: {
    type: 'object',
    properties: { x: { type: 'integer' }, y: { type: ['integer', 'null'] } },
    additionalProperties: false,
  },
  Alias: { $ref: '#/$defs/Point', description: 'A place.' },
  Name: { type: 'string', minLength: 1 },
} as const satisfies Record<string, JsonSchema>

const REFERENCES: readonly Pair[] = [
  { schema: { $ref: '#/$defs/Tree' }, value: { name: 'root', children: [{ name: 'leaf' }] } },
  { schema: { $ref: '#/$defs/List' }, value: { head: 1, tail: { head: 2, tail: null } } },
  { schema: { $ref: '#/$defs/Folder' }, value: { etc: { hosts: 'text' }, readme: 'text' } },
  { schema: { $ref: '#/$defs/Point' }, value: { x: 1 } },
  { schema: { $ref: '#/$defs/Point', required: ['y'], description: 'Both.' }, value: { x: 1, y: null } },
  { schema: { $ref: '#/$defs/Alias' }, value: { x: 3, y: 4 } },
  { schema: { $ref: '#/$defs/Name', maxLength: 4, title: 'Short' }, value: 'Ann' },
  { schema: { $ref: '#/$defs/Tree/properties/name' }, value: 'oak' },
  { schema: { allOf: [{ $ref: '#/$defs/Point' }], description: 'Wrapped.' }, value: { y: 1 } },
  { schema: { allOf: [{ $ref: '#/$defs/Name' }, { pattern: '^[a-z]+$' }] }, value: 'ann' },
]

const OPEN: readonly Pair[] = [
  { schema: {}, value: 'anything' },
  { schema: { description: 'Anything.' }, value: { deep: [1, 'two'] } },
  { schema: { not: { type: 'string' } }, value: 7 },
  { schema: { type: 'string', not: { enum: ['no', 'never'] } }, value: 'yes' },
  { schema: { type: 'object' }, value: { free: 1 } },
  { schema: { type: 'array' }, value: [1, 'two', null] },
  { schema: { minimum: 3, maxLength: 5 }, value: 'abc' },
  { schema: { type: 'object', properties: { no: false, yes: true } }, value: { yes: 1 } },
]

/** Pairs without parts. */
export const LEAVES: readonly Pair[] = [
  { schema: { type: 'string' }, value: 'abc' },
  { schema: { type: 'string', minLength: 2, maxLength: 5, description: 'A text.' }, value: 'abc' },
  { schema: { type: 'string', pattern: '^[a-z]+$', format: 'color' }, value: 'red' },
  { schema: { type: 'string', pattern: '^(?!no)' }, value: 'yes' },
  { schema: { type: 'string', format: 'date' }, value: '2026-11-18' },
  { schema: { type: 'string', format: 'uri', examples: ['a:b'] }, value: 'https://a.example' },
  { schema: { type: 'integer', minimum: 0, exclusiveMaximum: 100 }, value: 5 },
  { schema: { type: 'number', multipleOf: 0.5 }, value: 2.5 },
  { schema: { type: 'boolean', default: true }, value: true },
  { schema: { type: ['string', 'null'] }, value: null },
  { schema: { type: ['string', 'integer'] }, value: 3 },
  { schema: { type: ['array', 'object', 'null'], items: { type: 'string' } }, value: ['a'] },
  { schema: { type: 'string', nullable: true }, value: 'abc' },
  { schema: { enum: ['red', 'Green', 3, null] }, value: 'Green' },
  { schema: { enum: ['red', 3, true, null, [1], { a: 1 }] }, value: { a: 1 } },
  { schema: { type: 'string', enum: ['red', 'Green'] }, value: 'red' },
  { schema: { type: 'integer', enum: [1, 2] }, value: 2 },
  { schema: { type: ['string', 'null'], enum: ['red', null] }, value: null },
  { schema: { const: 'fixed' }, value: 'fixed' },
  { schema: { const: 3 }, value: 3 },
  { schema: { const: null }, value: null },
  { schema: { const: { a: [1] } }, value: { a: [1] } },
  { schema: { type: 'null' }, value: null },
  ...REFERENCES,
  ...OPEN,
]
