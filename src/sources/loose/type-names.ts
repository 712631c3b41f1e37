import type { JsonType } from '../../schema/json-schema.ts'

/** What other systems and languages call the types of JSON; letter case aside. `any` is no type at all. */
const TYPE_NAMES: Readonly<Record<JsonType | 'any', string>> = {
  string:
    'str text char character charsequence varchar uuid uri url date datetime time timestamp path email enum bytes literal regexp',
  integer: 'int long short byte bigint biginteger int32 int64 uint uint32 uint64',
  number: 'num float double decimal bigdecimal real numeric float32 float64',
  boolean: 'bool flag',
  array: 'list tuple set frozenset sequence arraylist linkedlist collection iterable vector',
  object: 'dict dictionary map hashmap hashtable hash json record struct mapping',
  null: 'none nonetype void undefined nil',
  any: 'unknown mixed variant type_unspecified',
}

const KNOWN: ReadonlyMap<string, JsonType | 'any'> = new Map(
  (Object.keys(TYPE_NAMES) as (JsonType | 'any')[]).flatMap((type) =>
    [type, ...TYPE_NAMES[type].split(' ')].map((name) => [name, type] as const),
  ),
)

/** The type that a name stands for; undefined when it is not known. */
export function typeOfName(name: string): JsonType | 'any' | undefined {
  const plain = name.trim().toLowerCase()
  return plain === '' ? 'any' : KNOWN.get(plain)
}
