// The schemas that arguments are checked against, with texts of three kinds. One is made up to hold every common
// keyword; three have the shape of tools of real MCP servers.
import { z } from 'zod'

export interface Subject {
  readonly name: string
  readonly schema: Record<string, unknown>
  /** The same in Zod; `coerce` puts z.coerce where the coerced texts need it. */
  readonly zod: (coerce: boolean) => z.ZodType
  /** Valid texts; the value of the first with defaults filled in is `expected`. */
  readonly clean: readonly string[]
  /** The same values with numbers, booleans or lists written as text. */
  readonly coerced: readonly string[]
  /** Exactly one thing wrong, in the field `wrongField`: a validator that stops at the first error has no advantage. */
  readonly rejected: readonly string[]
  readonly expected: unknown
  readonly wrongField: string
  readonly hasDefaults: boolean
  /** Undoes by hand what ajv cannot coerce, so that the floor does the same work. */
  readonly floorCoerce?: (value: Record<string, unknown>) => void
}

const INPUTS = ['Oslo', 'Bergen', 'Tromsø', 'Ålesund', 'Bodø', 'Hamar', 'Narvik', 'Molde'] as const

function textsOf(make: (word: string, index: number) => unknown): string[] {
  return INPUTS.map((word, index) => JSON.stringify(make(word, index)))
}

const coordinates = (index: number) => ({ latitude: 59.91 + index, longitude: 10.75 + index })

const medium: Subject = {
  name: 'medium',
  schema: {
    type: 'object',
    properties: {
      city: { type: 'string', minLength: 1, maxLength: 80, description: 'Name of the city' },
      country: { type: 'string', pattern: '^[A-Z]{2}$' },
      days: { type: 'integer', minimum: 1, maximum: 14 },
      hourly: { type: 'boolean' },
      units: { type: 'string', enum: ['metric', 'imperial'], default: 'metric' },
      language: { type: 'string', default: 'en' },
      include: {
        type: 'array',
        items: { type: 'string', enum: ['wind', 'rain', 'snow', 'uv', 'pollen'] },
        maxItems: 5,
      },
      location: {
        type: 'object',
        properties: {
          latitude: { type: 'number', minimum: -90, maximum: 90 },
          longitude: { type: 'number', minimum: -180, maximum: 180 },
        },
        required: ['latitude', 'longitude'],
        additionalProperties: false,
      },
    },
    required: ['city', 'days'],
    additionalProperties: false,
  },
  zod: (coerce) => {
    const number = coerce ? z.coerce.number() : z.number()
    return z.strictObject({
      city: z.string().min(1).max(80),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .optional(),
      days: number.int().min(1).max(14),
      hourly: (coerce ? z.coerce.boolean() : z.boolean()).optional(),
      units: z.enum(['metric', 'imperial']).default('metric'),
      language: z.string().default('en'),
      include: z
        .array(z.enum(['wind', 'rain', 'snow', 'uv', 'pollen']))
        .max(5)
        .optional(),
      location: z
        .strictObject({ latitude: number.min(-90).max(90), longitude: number.min(-180).max(180) })
        .optional(),
    })
  },
  clean: textsOf((city, index) => mediumArguments(city, index, index + 3, true)),
  coerced: textsOf((city, index) => mediumArguments(city, index, String(index + 3), 'true')),
  rejected: textsOf((city, index) => mediumArguments(city, index, 'a few', true)),
  expected: {
    city: 'Oslo',
    country: 'NO',
    days: 3,
    hourly: true,
    include: ['wind', 'rain'],
    location: { latitude: 59.91, longitude: 10.75 },
    units: 'metric',
    language: 'en',
  },
  wrongField: 'days',
  hasDefaults: true,
}

function mediumArguments(city: string, index: number, days: unknown, hourly: unknown): unknown {
  return { city, country: 'NO', days, hourly, include: ['wind', 'rain'], location: coordinates(index) }
}

const issueFields: Subject = {
  name: 'set_issue_fields',
  schema: {
    type: 'object',
    properties: {
      owner: { type: 'string', description: 'Owner of the repository' },
      repo: { type: 'string', description: 'Name of the repository' },
      issue_number: { type: 'integer', minimum: 1 },
      fields: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          properties: {
            field_id: { type: 'string' },
            text_value: { type: 'string' },
            number_value: { type: 'number' },
            date_value: { type: 'string' },
            option_id: { type: 'string' },
            delete: { type: 'boolean' },
          },
          required: ['field_id'],
        },
      },
    },
    required: ['owner', 'repo', 'issue_number', 'fields'],
  },
  zod: (coerce) => {
    const number = coerce ? z.coerce.number() : z.number()
    const field = z.object({
      field_id: z.string(),
      text_value: z.string().optional(),
      number_value: number.optional(),
      date_value: z.string().optional(),
      option_id: z.string().optional(),
      delete: z.boolean().optional(),
    })
    return z.object({
      owner: z.string(),
      repo: z.string(),
      issue_number: number.int().min(1),
      fields: z.array(field).min(1),
    })
  },
  clean: textsOf((word, index) => issueArguments(word, index + 1347, 8)),
  coerced: textsOf((word, index) => issueArguments(word, String(index + 1347), '8')),
  rejected: textsOf((word, index) => issueArguments(word, index + 1347, 'eight')),
  expected: issueArguments('Oslo', 1347, 8),
  wrongField: 'number_value',
  hasDefaults: false,
}

function issueArguments(repo: string, issue: unknown, points: unknown): unknown {
  const fields = [
    { field_id: 'IF_kwDOB3XUas4A', text_value: 'needs a reproduction' },
    { field_id: 'IF_kwDOB3XUas4B', number_value: points },
    { field_id: 'IF_kwDOB3XUas4C', option_id: '47fc9ee4' },
  ]
  return { owner: 'octo-org', repo, issue_number: issue, fields }
}

const entities: Subject = {
  name: 'create_entities',
  schema: {
    type: 'object',
    properties: {
      entities: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            name: { type: 'string', description: 'Name of the entity' },
            entityType: { type: 'string', description: 'Type of the entity' },
            observations: { type: 'array', items: { type: 'string' } },
          },
          required: ['name', 'entityType', 'observations'],
        },
      },
    },
    required: ['entities'],
  },
  zod: (coerce) => {
    const list = z.array(
      z.object({ name: z.string(), entityType: z.string(), observations: z.array(z.string()) }),
    )
    const parsed = z.preprocess((value) => (typeof value === 'string' ? JSON.parse(value) : value), list)
    return z.object({ entities: coerce ? parsed : list })
  },
  clean: textsOf((word) => ({ entities: entityList(word, 'city') })),
  coerced: textsOf((word) => ({ entities: JSON.stringify(entityList(word, 'city')) })),
  rejected: textsOf((word) => ({ entities: entityList(word, undefined) })),
  expected: { entities: entityList('Oslo', 'city') },
  wrongField: 'entityType',
  hasDefaults: false,
  floorCoerce: (value) => {
    if (typeof value['entities'] === 'string') value['entities'] = JSON.parse(value['entities'])
  },
}

function entityList(name: string, entityType: string | undefined): unknown[] {
  return [
    { name: 'Norway', entityType: 'country', observations: ['has fjords', 'has five million people'] },
    { name, entityType, observations: ['lies in Norway'] },
  ]
}

const METHODS = [
  'add_item',
  'update_item',
  'delete_item',
  'create_project',
  'create_status_update',
  'create_iteration_field',
]

const projectsWrite: Subject = {
  name: 'projects_write',
  schema: {
    type: 'object',
    properties: {
      method: { type: 'string', enum: METHODS },
      owner_type: { type: 'string', enum: ['user', 'org'] },
      owner: { type: 'string' },
      project_number: { type: 'number' },
      item_type: { type: 'string', enum: ['issue', 'pull_request'] },
      item_id: { type: 'number' },
      item_owner: { type: 'string' },
      item_repo: { type: 'string' },
      issue_number: { type: 'number' },
      title: { type: 'string' },
      body: { type: 'string' },
      updated_field: { type: 'object', properties: { id: { type: 'number' }, value: {} }, required: ['id'] },
    },
    required: ['method', 'owner', 'project_number'],
  },
  zod: (coerce) => {
    const number = coerce ? z.coerce.number() : z.number()
    return z.object({
      method: z.enum(METHODS),
      owner_type: z.enum(['user', 'org']).optional(),
      owner: z.string(),
      project_number: number,
      item_type: z.enum(['issue', 'pull_request']).optional(),
      item_id: number.optional(),
      item_owner: z.string().optional(),
      item_repo: z.string().optional(),
      issue_number: number.optional(),
      title: z.string().optional(),
      body: z.string().optional(),
      updated_field: z.object({ id: number, value: z.unknown() }).optional(),
    })
  },
  clean: textsOf((word, index) => projectArguments('update_item', word, index + 7, 1001)),
  coerced: textsOf((word, index) => projectArguments('update_item', word, String(index + 7), '1001')),
  rejected: textsOf((word, index) => projectArguments('change_item', word, index + 7, 1001)),
  expected: projectArguments('update_item', 'Oslo', 7, 1001),
  wrongField: 'method',
  hasDefaults: false,
}

function projectArguments(method: string, owner: string, project: unknown, item: unknown): unknown {
  return {
    method,
    owner_type: 'org',
    owner,
    project_number: project,
    item_id: item,
    updated_field: { id: 12, value: 'Done' },
  }
}

export const SUBJECTS: readonly [Subject, ...Subject[]] = [medium, issueFields, entities, projectsWrite]
