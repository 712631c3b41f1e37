/** The dialects of JSON Schema that we read, by the address in `$schema`. */
export type Dialect = '2020-12' | '2019-09' | 'draft-07'

/** What a schema is that does not say. */
export const DEFAULT_DIALECT: Dialect = '2020-12'

const BY_ADDRESS: ReadonlyMap<string, Dialect> = new Map([
  ['json-schema.org/draft/2020-12/schema', '2020-12'],
  ['json-schema.org/draft/2019-09/schema', '2019-09'],
  ['json-schema.org/draft-07/schema', 'draft-07'],
])

/** The dialect that a `$schema` names; undefined when it is none of ours. */
export function dialectOf(address: string): Dialect | undefined {
  return BY_ADDRESS.get(address.replace(/^https?:\/\//, '').replace(/#$/, ''))
}
