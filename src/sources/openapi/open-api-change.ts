// Tools out of an OpenAPI document. Comes in: a file, an address or an object. Goes out: a tool for each operation, what
// was changed on the way and why, and why some could not be taken over. Never a throw for what a document holds, never a
// file outside its folder, never an address that it names by itself.
import type { Problem } from '../../errors/problem.ts'

/** What happened to an operation on its way. */
export const CHANGE_KINDS = {
  'argument-renamed': 'two parameters had one name, or a name that providers refuse',
  'argument-added': 'the path names a parameter that is not described',
  'parameter-left-out': 'a parameter that no argument may give, or that cannot be read',
  'body-kept-whole': 'a property of the body cannot be an argument of its own: the body is one',
  'body-taken-as-text': 'the body is of a kind that is written by the model as text',
  'keyword-left-out': 'a keyword that is none of JSON Schema, or has a value that means nothing',
  'pattern-left-out': 'a pattern that is no regular expression, or could take very long',
  'schema-loosened': 'a part of a schema is too large or not valid: only its type is checked',
  'output-left-out': 'results are not checked: their schema is missing for a part of them, or cannot be used',
  'description-cut': 'a description longer than the limit',
  'auth-missing': 'the operation asks for credentials that were not given',
  'auth-withheld': 'the operation goes to a host that was not named: credentials are not sent there',
  'name-duplicate': 'two operations have one operationId',
  'operation-mended': 'something else that was mended',
} as const

type OpenApiChangeKind = keyof typeof CHANGE_KINDS

/** Something that is otherwise than the document has it. */
export interface OpenApiChange {
  readonly kind: OpenApiChangeKind
  /** `GET /pets/{id}`, or empty where it concerns a schema that many use. */
  readonly operation: string
  /** Where in the document or in the tool. */
  readonly path: string
  readonly message: string
}

/** Why one operation became no tool, or with an empty `operation` why none did. */
export interface OpenApiProblem extends Problem {
  readonly operation: string
}

/** Takes down a change. */
export type Note = (kind: OpenApiChangeKind, path: string, message: string) => void

/** Ends the import of one operation; caught where operations are imported one by one. */
export class CannotImport extends Error {
  readonly path: string

  constructor(path: string, message: string) {
    super(message)
    this.path = path
  }
}
