import type { FunctionBinding } from '../../../src/define/function-binding.ts'
import type { JsonSchema } from '../../../src/schema/json-schema.ts'

// Written down and read by people: what each fixture must become. Left out is what most have in common: the input is a
// closed object, the output is null, and the parameters are the properties in order.

export interface Expected {
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly output?: JsonSchema | 'none'
  readonly binding?: FunctionBinding
}

/** Parameters in every form: test/fixtures/functions/basics.ts. */
export const BASICS: Readonly<Record<string, Expected>> = {
  text: { properties: { value: { type: 'string' } }, required: ['value'], output: { type: 'string' } },
  add: {
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
    output: { type: 'number' },
  },
  toggle: { properties: { on: { type: 'boolean' } }, required: ['on'] },
  nothing: { properties: {} },
  page: {
    properties: {
      query: { type: 'string' },
      size: { type: 'integer', default: 20, description: 'How many at a time.', minimum: 1, maximum: 100 },
      sort: { type: 'string', enum: ['asc', 'desc'], default: 'asc' },
      offset: { type: 'number' },
    },
    required: ['query'],
    output: { type: 'array', items: { type: 'string' } },
  },
  maybe: {
    properties: { name: { type: 'string' }, age: { type: 'number' }, note: { type: ['string', 'null'] } },
    output: { type: 'string' },
  },
  orUndefined: { properties: { name: { type: 'string' } }, output: { type: 'boolean' } },
  orNull: {
    properties: { name: { type: ['string', 'null'] } },
    required: ['name'],
    output: { type: 'boolean' },
  },
  join: {
    properties: { separator: { type: 'string' }, parts: { type: 'array', items: { type: 'string' } } },
    required: ['separator'],
    output: { type: 'string' },
    binding: {
      parameters: [
        { take: 'argument', name: 'separator' },
        { take: 'rest', name: 'parts' },
      ],
    },
  },
  connect: {
    properties: { host: { type: 'string' }, port: { type: 'number' }, secure: { type: 'boolean' } },
    required: ['host', 'secure'],
    output: { type: 'string' },
    binding: { parameters: [{ take: 'all' }] },
  },
  dial: {
    properties: {
      host: { type: 'string' },
      port: { type: 'number', default: 8080 },
      retries: { type: 'number', default: 3 },
    },
    required: ['host'],
    output: { type: 'string' },
    binding: { parameters: [{ take: 'all' }] },
  },
  search: {
    properties: { limit: { type: 'number' }, words: { type: 'array', items: { type: 'string' } } },
    output: { type: 'number' },
    binding: { parameters: [{ take: 'all', isOptional: true }] },
  },
  move: {
    properties: {
      from: { type: 'string' },
      options: {
        type: 'object',
        properties: { force: { type: 'boolean', default: false } },
        additionalProperties: false,
        default: {},
      },
    },
    required: ['from'],
    output: { type: 'string' },
  },
  download: {
    properties: { url: { type: 'string' } },
    required: ['url'],
    output: { type: 'string' },
    binding: { parameters: [{ take: 'argument', name: 'url' }, { take: 'signal' }] },
  },
  upload: {
    properties: { url: { type: 'string' } },
    required: ['url'],
    output: { type: 'string' },
    binding: { parameters: [{ take: 'signal' }, { take: 'argument', name: 'url' }] },
  },
  crawl: {
    properties: { url: { type: 'string' } },
    required: ['url'],
    output: { type: 'string' },
    binding: { parameters: [{ take: 'argument', name: 'url' }, { take: 'context' }] },
  },
  fetchPage: {
    properties: { url: { type: 'string' } },
    required: ['url'],
    output: { type: 'string' },
    binding: { parameters: [{ take: 'all', inject: { signal: 'signal' } }] },
  },
  words: { properties: { value: { type: 'string' } }, required: ['value'], output: { type: 'number' } },
  letters: { properties: { value: { type: 'string' } }, required: ['value'], output: 'none' },
  arrow: {
    properties: { value: { type: 'string' }, times: { type: 'number', default: 2 } },
    required: ['value'],
    output: { type: 'string' },
  },
  expression: { properties: { value: { type: 'string' } }, required: ['value'], output: { type: 'string' } },
  satisfied: { properties: { value: { type: 'string' } }, required: ['value'], output: { type: 'string' } },
  defaults: {
    properties: {
      tags: { type: 'string', default: 'none' },
      list: { type: 'array', items: { type: 'string' }, default: ['a', 'b'] },
      flag: { type: 'boolean', default: true },
      at: { type: 'string', format: 'date-time' },
      from: { type: 'number', default: -1 },
    },
    output: { type: 'string' },
    binding: {
      parameters: [
        { take: 'argument', name: 'tags' },
        { take: 'argument', name: 'list' },
        { take: 'argument', name: 'flag' },
        { take: 'argument', name: 'at', revival: { as: 'Date' } },
        { take: 'argument', name: 'from' },
      ],
    },
  },
  limited: { properties: { limit: { type: 'number', default: 25 } }, output: { type: 'number' } },
  bound: { properties: { value: { type: 'string' } }, required: ['value'], output: { type: 'string' } },
  'Counter.add': {
    properties: { by: { type: 'number', default: 1 } },
    output: { type: 'number' },
    binding: { parameters: [{ take: 'argument', name: 'by' }], member: { name: 'add', isStatic: false } },
  },
  'Counter.named': {
    properties: { name: { type: 'string' } },
    required: ['name'],
    output: { type: 'string' },
    binding: { parameters: [{ take: 'argument', name: 'name' }], member: { name: 'named', isStatic: true } },
  },
  shown: { properties: { value: { type: 'string' } }, required: ['value'], output: { type: 'string' } },
  overloaded: { properties: { value: { type: 'string' } }, required: ['value'], output: { type: 'string' } },
}

/** Types in every form: test/fixtures/functions/types.ts. */
export const TYPES: Readonly<Record<string, Expected>> = {
  literals: {
    properties: {
      unit: { type: 'string', enum: ['a', 'b'] },
      size: { type: 'number', enum: [1, 2, 3] },
      exact: { type: 'string', const: 'only' },
      mixed: { type: ['string', 'number', 'boolean'], enum: ['auto', 10, true] },
    },
    required: ['unit', 'size', 'exact', 'mixed'],
  },
  nullableLiteral: {
    properties: { unit: { type: ['string', 'null'], enum: ['a', 'b', null] } },
    required: ['unit'],
  },
  simpleUnion: { properties: { id: { type: ['string', 'number'] } }, required: ['id'] },
  openLiteral: { properties: { model: { type: 'string' } }, required: ['model'] },
  enums: {
    properties: {
      color: { type: 'string', enum: ['red', 'green'] },
      weight: { type: 'number', enum: [0, 10] },
      only: { type: 'string', const: 'red' },
    },
    required: ['color', 'weight', 'only'],
  },
  fromConstant: {
    properties: { level: { type: 'string', enum: ['low', 'medium', 'high'] } },
    required: ['level'],
  },
  lists: {
    properties: {
      names: { type: 'array', items: { type: 'string' } },
      nested: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
      generic: { type: 'array', items: { type: 'boolean' } },
    },
    required: ['names', 'nested', 'generic'],
  },
  tuples: {
    properties: {
      pair: {
        type: 'array',
        prefixItems: [{ type: 'string' }, { type: 'number' }],
        items: false,
        minItems: 2,
      },
      optional: {
        type: 'array',
        prefixItems: [{ type: 'string' }, { type: 'number' }],
        items: false,
        minItems: 1,
      },
      open: { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' }, minItems: 1 },
    },
    required: ['pair', 'optional', 'open'],
  },
  records: {
    properties: {
      counts: { type: 'object', additionalProperties: { type: 'number' } },
      sized: {
        type: 'object',
        properties: { a: { type: 'boolean' }, b: { type: 'boolean' } },
        required: ['a', 'b'],
        additionalProperties: false,
      },
    },
    required: ['counts', 'sized'],
  },
  indexed: {
    properties: {
      map: { type: 'object', additionalProperties: { type: 'number' } },
      mixed: {
        type: 'object',
        properties: { id: { type: 'string' } },
        required: ['id'],
        additionalProperties: { type: 'string' },
      },
    },
    required: ['map', 'mixed'],
  },
  numbered: {
    properties: {
      byNumber: {
        type: 'object',
        propertyNames: { pattern: '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$' },
        additionalProperties: { type: 'string' },
      },
    },
    required: ['byNumber'],
  },
  dates: {
    properties: {
      at: { type: 'string', format: 'date-time' },
      until: { type: 'string', format: 'date-time' },
    },
    required: ['at'],
    binding: {
      parameters: [
        { take: 'argument', name: 'at', revival: { as: 'Date' } },
        { take: 'argument', name: 'until', revival: { as: 'Date' } },
      ],
    },
  },
  addresses: {
    properties: {
      page: { type: 'string', format: 'uri' },
      picture: { type: 'string', contentEncoding: 'base64' },
    },
    required: ['page', 'picture'],
    binding: {
      parameters: [
        { take: 'argument', name: 'page', revival: { as: 'URL' } },
        { take: 'argument', name: 'picture', revival: { as: 'Uint8Array' } },
      ],
    },
  },
  collections: {
    properties: {
      tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
      ages: { type: 'object', additionalProperties: { type: 'number' } },
      days: { type: 'array', items: { type: 'string', format: 'date-time' }, uniqueItems: true },
    },
    required: ['tags', 'ages', 'days'],
    binding: {
      parameters: [
        { take: 'argument', name: 'tags', revival: { as: 'Set' } },
        { take: 'argument', name: 'ages', revival: { as: 'Map' } },
        { take: 'argument', name: 'days', revival: { as: 'Set', items: { as: 'Date' } } },
      ],
    },
  },
  choiceOfDate: {
    properties: {
      at: {
        anyOf: [
          { type: ['string', 'null'], enum: ['now', null] },
          { type: 'string', format: 'date-time' },
        ],
      },
    },
    required: ['at'],
    binding: {
      parameters: [
        {
          take: 'argument',
          name: 'at',
          revival: {
            as: 'union',
            members: [
              { type: 'string', values: ['now'] },
              { type: 'string', revival: { as: 'Date' } },
              { type: 'null' },
            ],
          },
        },
      ],
    },
  },
  nested: {
    properties: {
      stops: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            at: { type: 'string', format: 'date-time' },
            place: {
              type: 'object',
              properties: {
                lat: { type: 'number', description: 'Degrees north.', minimum: -90, maximum: 90 },
                lon: { type: 'number', description: 'Degrees east.', minimum: -180, maximum: 180 },
              },
              required: ['lat', 'lon'],
              additionalProperties: false,
            },
          },
          required: ['at', 'place'],
          additionalProperties: false,
        },
      },
      by: { type: 'object', additionalProperties: { type: 'string', format: 'date-time' } },
    },
    required: ['stops', 'by'],
    binding: {
      parameters: [
        {
          take: 'all',
          revival: {
            as: 'object',
            properties: {
              stops: { as: 'list', items: { as: 'object', properties: { at: { as: 'Date' } } } },
              by: { as: 'Map', items: { as: 'Date' } },
            },
          },
        },
      ],
    },
  },
  imported: {
    properties: {
      place: {
        type: 'object',
        properties: {
          lat: { type: 'number', description: 'Degrees north.', minimum: -90, maximum: 90 },
          lon: { type: 'number', description: 'Degrees east.', minimum: -180, maximum: 180 },
        },
        required: ['lat', 'lon'],
        additionalProperties: false,
      },
      unit: { type: 'string', enum: ['celsius', 'fahrenheit'] },
    },
    required: ['place', 'unit'],
  },
  importedDefault: {
    properties: { title: { type: 'string' }, at: { type: 'string', format: 'date-time' } },
    required: ['title', 'at'],
    binding: { parameters: [{ take: 'all', revival: { as: 'object', properties: { at: { as: 'Date' } } } }] },
  },
  importedWhole: {
    properties: {
      place: {
        type: 'object',
        properties: {
          lat: { type: 'number', description: 'Degrees north.', minimum: -90, maximum: 90 },
          lon: { type: 'number', description: 'Degrees east.', minimum: -180, maximum: 180 },
        },
        required: ['lat', 'lon'],
        additionalProperties: false,
      },
      level: { type: 'string', const: 'x' },
    },
    required: ['place', 'level'],
  },
  generic: {
    properties: {
      page: {
        type: 'object',
        properties: {
          items: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                lat: { type: 'number', description: 'Degrees north.', minimum: -90, maximum: 90 },
                lon: { type: 'number', description: 'Degrees east.', minimum: -180, maximum: 180 },
              },
              required: ['lat', 'lon'],
              additionalProperties: false,
            },
          },
          next: { type: 'string' },
        },
        required: ['items'],
        additionalProperties: false,
      },
      extra: { type: 'string' },
    },
    required: ['page', 'extra'],
  },
  partial: {
    properties: {
      theme: { type: 'string', enum: ['dark', 'light'] },
      size: { type: 'number' },
      font: { type: 'string' },
    },
    binding: { parameters: [{ take: 'all' }] },
  },
  required: {
    properties: {
      theme: { type: 'string', enum: ['dark', 'light'] },
      size: { type: 'number' },
      font: { type: 'string' },
    },
    required: ['theme', 'size', 'font'],
    binding: { parameters: [{ take: 'all' }] },
  },
  picked: {
    properties: { theme: { type: 'string', enum: ['dark', 'light'] }, font: { type: 'string' } },
    required: ['theme'],
    binding: { parameters: [{ take: 'all' }] },
  },
  omitted: {
    properties: { size: { type: 'number' }, font: { type: 'string' } },
    required: ['size'],
    binding: { parameters: [{ take: 'all' }] },
  },
  frozen: {
    properties: {
      theme: { type: 'string', enum: ['dark', 'light'] },
      size: { type: 'number' },
      font: { type: 'string' },
    },
    required: ['theme', 'size'],
    binding: { parameters: [{ take: 'all' }] },
  },
  keys: { properties: { name: { type: 'string', enum: ['theme', 'size', 'font'] } }, required: ['name'] },
  access: {
    properties: { theme: { type: 'string', enum: ['dark', 'light'] }, font: { type: 'string' } },
    required: ['theme'],
  },
  excluded: {
    properties: {
      unit: { type: 'string', enum: ['fahrenheit', 'kelvin'] },
      level: { type: 'string', const: 'low' },
    },
    required: ['unit', 'level'],
  },
  nonNull: { properties: { name: { type: 'string' } }, required: ['name'] },
  intersection: {
    properties: {
      lat: { type: 'number', description: 'Degrees north.', minimum: -90, maximum: 90 },
      lon: { type: 'number', description: 'Degrees east.', minimum: -180, maximum: 180 },
      name: { type: 'string' },
    },
    required: ['lat', 'lon', 'name'],
    binding: { parameters: [{ take: 'all' }] },
  },
  distributed: {
    properties: {
      event: {
        anyOf: [
          {
            type: 'object',
            properties: {
              id: { type: 'string' },
              kind: { type: 'string', const: 'a' },
              a: { type: 'number' },
            },
            required: ['id', 'kind', 'a'],
            additionalProperties: false,
          },
          {
            type: 'object',
            properties: {
              id: { type: 'string' },
              kind: { type: 'string', const: 'b' },
              b: { type: 'string' },
            },
            required: ['id', 'kind', 'b'],
            additionalProperties: false,
          },
        ],
      },
      note: { type: 'string' },
    },
    required: ['event', 'note'],
  },
  branded: { properties: { id: { type: 'string' } }, required: ['id'] },
  discriminated: {
    properties: {
      shape: {
        anyOf: [
          {
            type: 'object',
            properties: { kind: { type: 'string', const: 'circle' }, radius: { type: 'number' } },
            required: ['kind', 'radius'],
            additionalProperties: false,
          },
          {
            type: 'object',
            properties: { kind: { type: 'string', const: 'square' }, side: { type: 'number' } },
            required: ['kind', 'side'],
            additionalProperties: false,
          },
        ],
      },
      name: { type: 'string' },
    },
    required: ['shape', 'name'],
  },
  exclusive: {
    properties: {
      by: {
        anyOf: [
          {
            type: 'object',
            properties: { id: { type: 'string' } },
            required: ['id'],
            additionalProperties: false,
          },
          {
            type: 'object',
            properties: { name: { type: 'string' } },
            required: ['name'],
            additionalProperties: false,
          },
        ],
      },
      limit: { type: 'number' },
    },
    required: ['by', 'limit'],
  },
  recursive: {
    properties: { tree: { $ref: '#/$defs/Tree' }, depth: { type: 'number' } },
    required: ['tree', 'depth'],
    $defs: {
      Tree: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          children: { type: 'array', items: { $ref: '#/$defs/Tree' } },
        },
        required: ['name'],
        additionalProperties: false,
      },
    },
  },
  recursiveWhole: {
    properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/Tree' } } },
    required: ['name'],
    $defs: {
      Tree: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          children: { type: 'array', items: { $ref: '#/$defs/Tree' } },
        },
        required: ['name'],
        additionalProperties: false,
      },
    },
    binding: { parameters: [{ take: 'all' }] },
  },
  recursiveUnion: {
    properties: { value: { $ref: '#/$defs/Json' } },
    required: ['value'],
    $defs: {
      Json: {
        anyOf: [
          { type: ['string', 'number', 'boolean', 'null'] },
          { type: 'array', items: { $ref: '#/$defs/Json' } },
          { type: 'object', additionalProperties: { $ref: '#/$defs/Json' } },
        ],
      },
    },
  },
  recursiveDates: {
    properties: { chain: { $ref: '#/$defs/Chain' }, name: { type: 'string' } },
    required: ['chain', 'name'],
    $defs: {
      Chain: {
        type: 'object',
        properties: {
          at: { type: 'string', format: 'date-time' },
          next: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/Chain' }] },
        },
        required: ['at', 'next'],
        additionalProperties: false,
      },
    },
    binding: {
      parameters: [
        { take: 'argument', name: 'chain', revival: { as: 'named', name: 'Chain' } },
        { take: 'argument', name: 'name' },
      ],
      revivals: {
        Chain: {
          as: 'object',
          properties: {
            at: { as: 'Date' },
            next: {
              as: 'union',
              members: [
                {
                  type: 'object',
                  required: ['at', 'next'],
                  names: ['at', 'next'],
                  revival: { as: 'named', name: 'Chain' },
                },
                { type: 'null' },
              ],
            },
          },
        },
      },
    },
  },
  merged: {
    properties: { first: { type: 'string' }, second: { type: 'number' } },
    required: ['first', 'second'],
    binding: { parameters: [{ take: 'all' }] },
  },
  inheritedIndex: {
    properties: { id: { type: 'string' } },
    required: ['id'],
    additionalProperties: { type: 'string' },
    binding: { parameters: [{ take: 'all' }] },
  },
  inherited: {
    properties: {
      id: { type: 'string' },
      kind: { type: 'string', const: 'derived' },
      extra: { type: 'boolean' },
    },
    required: ['id', 'kind'],
    binding: { parameters: [{ take: 'all' }] },
  },
  constrained: {
    properties: { kind: { type: 'string', enum: ['a', 'b'] }, again: { type: 'string', enum: ['a', 'b'] } },
    required: ['kind'],
  },
  mapped: {
    properties: { x: { type: 'boolean' }, y: { type: 'boolean' } },
    binding: { parameters: [{ take: 'all' }] },
  },
  homomorphic: {
    properties: { theme: { type: 'boolean' }, size: { type: 'boolean' }, font: { type: 'boolean' } },
    required: ['theme', 'size'],
    binding: { parameters: [{ take: 'all' }] },
  },
  template: {
    properties: {
      id: { type: 'string', pattern: '^user--?(0|[1-9][0-9]*)(\\.[0-9]+)?$' },
      size: { type: 'string', enum: ['s-wide', 's-slim', 'm-wide', 'm-slim'] },
    },
    required: ['id', 'size'],
  },
  anything: { properties: { value: {}, object: { type: 'object' } }, required: ['value', 'object'] },
  dictionaryOfLists: {
    properties: {
      index: {
        type: 'object',
        additionalProperties: {
          type: 'object',
          properties: { tags: { type: 'array', items: { type: 'string' } } },
          required: ['tags'],
          additionalProperties: false,
        },
      },
      name: { type: 'string' },
    },
    required: ['index', 'name'],
  },
  book: {
    properties: {
      guests: { type: 'integer', description: 'How many come.', minimum: 1, maximum: 12, examples: [4] },
      name: {
        type: 'string',
        description: 'Under which name.',
        minLength: 2,
        maxLength: 40,
        pattern: '^[A-Z]',
      },
      options: {
        type: 'object',
        properties: {
          wishes: {
            type: 'array',
            items: { type: 'string' },
            description: 'What they wish for.',
            minItems: 1,
            maxItems: 5,
            uniqueItems: true,
          },
          day: { type: 'string', description: 'The day.', format: 'date' },
          tip: {
            type: 'number',
            description: 'How much to tip.',
            multipleOf: 0.5,
            exclusiveMinimum: 0,
            default: 1.5,
          },
        },
        required: ['day'],
        additionalProperties: false,
      },
    },
    required: ['guests', 'name', 'options'],
    output: { type: 'number', description: 'The number of the table' },
  },
  documented: {
    properties: {
      id: { type: 'string', description: 'Order id.', format: 'uuid' },
      count: { type: 'number', description: 'How many; mail sales@example.com for more.' },
      when: { type: 'string', description: 'When, roughly.', deprecated: true },
    },
    required: ['id', 'count'],
    binding: { parameters: [{ take: 'all' }] },
  },
}

/** What only the compiler knows: test/fixtures/functions/inferred.ts. */
export const INFERRED: Readonly<Record<string, Expected>> = {
  inferredReturn: {
    properties: { a: { type: 'number' } },
    required: ['a'],
    output: {
      type: 'object',
      properties: {
        half: { type: 'number' },
        words: { type: 'array', items: { type: 'string' } },
        kind: { type: 'string', enum: ['minus', 'plus'] },
      },
      required: ['half', 'words', 'kind'],
    },
  },
  inferredPromise: {
    properties: { a: { type: 'number' } },
    required: ['a'],
    output: {
      anyOf: [
        {
          type: 'object',
          properties: { ok: { type: 'boolean', const: true }, a: { type: 'number' } },
          required: ['ok', 'a'],
        },
        { type: 'object', properties: { ok: { type: 'boolean', const: false } }, required: ['ok'] },
      ],
    },
  },
  conditional: { properties: { value: { type: 'string', const: 'yes' } }, required: ['value'] },
  wrapped: {
    properties: { city: { type: 'string' }, days: { type: 'number' } },
    required: ['city'],
    output: { type: 'string' },
  },
  typedAsWhole: {
    properties: { name: { type: 'string' }, count: { type: 'number' } },
    required: ['name', 'count'],
    output: { type: 'string' },
  },
  chained: {
    properties: {
      half: { type: 'number' },
      words: { type: 'array', items: { type: 'string' } },
      kind: { type: 'string', enum: ['minus', 'plus'] },
    },
    required: ['half', 'words', 'kind'],
    output: { type: 'string' },
    binding: { parameters: [{ take: 'all' }] },
  },
  remapped: {
    properties: {
      set_font: { type: 'string' },
      set_size: { type: 'number' },
      set_theme: { type: 'string', enum: ['dark', 'light'] },
    },
    binding: { parameters: [{ take: 'all' }] },
  },
  objectDefault: {
    properties: { limit: { type: 'number' }, words: { type: 'array', items: { type: 'string' } } },
    required: ['limit', 'words'],
    output: { type: 'number' },
    binding: { parameters: [{ take: 'all', isOptional: true }] },
  },
  computedEnum: { properties: { value: { type: 'number' } }, required: ['value'] },
  throughModule: {
    properties: {
      lat: { type: 'number', description: 'Degrees north.', minimum: -90, maximum: 90 },
      lon: { type: 'number', description: 'Degrees east.', minimum: -180, maximum: 180 },
    },
    required: ['lat', 'lon'],
    binding: { parameters: [{ take: 'all' }] },
  },
}
