import fc from 'fast-check'

/** A type as TypeScript writes it, with values that fit it, or nearly do. */
export interface GeneratedType {
  readonly text: string
  readonly values: fc.Arbitrary<unknown>
}

const simple: fc.Arbitrary<GeneratedType> = fc.constantFrom(
  { text: 'string', values: fc.constantFrom('', 'a', 'b') },
  { text: 'number', values: fc.constantFrom(0, 1, -2.5) },
  { text: 'boolean', values: fc.boolean() },
  { text: 'null', values: fc.constant(null) },
  { text: "'a' | 'b'", values: fc.constantFrom('a', 'b') },
  { text: '1 | 2', values: fc.constantFrom(1, 2) },
  { text: "'a' | 1 | true | null", values: fc.constantFrom('a', 1, true, null) },
  { text: '`a-${number}`', values: fc.constantFrom('a-1', 'a--2.5') },
  { text: 'Record<string, number>', values: fc.constantFrom({}, { a: 1 }, { b: 2, c: 3 }) },
)

const property = (inner: fc.Arbitrary<GeneratedType>) => fc.record({ type: inner, isOptional: fc.boolean() })

const { type } = fc.letrec<{ type: GeneratedType; any: GeneratedType }>((tie) => ({
  type: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    simple,
    tie('type').map(({ text, values }) => ({
      text: `(${text})[]`,
      values: fc.array(values, { maxLength: 2 }),
    })),
    fc.tuple(tie('type'), tie('type')).map(([one, other]) => ({
      text: `[${one.text}, (${other.text})?]`,
      values: fc.oneof(fc.tuple(one.values), fc.tuple(one.values, other.values)),
    })),
    tie('type').map(({ text, values }) => ({
      text: `[string, ...(${text})[]]`,
      values: fc.array(values, { maxLength: 2 }).map((rest) => ['a', ...rest]),
    })),
    fc.record({ a: property(tie('type')), b: property(tie('type')) }).map(({ a, b }) => ({
      text: `{ a${a.isOptional ? '?' : ''}: ${a.type.text}; b${b.isOptional ? '?' : ''}: ${b.type.text} }`,
      values: fc.record(
        { a: a.type.values, b: b.type.values },
        { requiredKeys: [...(a.isOptional ? [] : ['a' as const]), ...(b.isOptional ? [] : ['b' as const])] },
      ),
    })),
    // Members that are told apart by a property: of others the compiler lets in mixtures, on purpose.
    fc.tuple(tie('type'), tie('type')).map(([one, other]) => ({
      text: `({ kind: 'x'; a: ${one.text} } | { kind: 'y'; b?: ${other.text} })`,
      values: fc.oneof(
        one.values.map((a) => ({ kind: 'x', a })),
        other.values.map((b) => ({ kind: 'y', b })),
        fc.constant({ kind: 'y' }),
      ),
    })),
    tie('type').map(({ text, values }) => ({
      text: `{ [name: string]: ${text} }`,
      values: fc.dictionary(fc.constantFrom('a', 'b'), values, { maxKeys: 2 }),
    })),
    tie('type').map(({ text, values }) => ({
      text: `Partial<{ a: ${text}; b: string }>`,
      values: fc.record({ a: values, b: fc.constant('b') }, { requiredKeys: [] }),
    })),
    tie('type').map(({ text, values }) => ({
      text: `Omit<{ a: ${text}; b: string }, 'b'>`,
      values: fc.record({ a: values }),
    })),
    tie('type').map(({ text, values }) => ({
      text: `({ a: ${text} } & { b?: number })`,
      values: fc.record({ a: values, b: fc.constant(1) }, { requiredKeys: ['a'] }),
    })),
    tie('type').map(({ text, values }) => ({
      text: `(${text} | null)`,
      values: fc.oneof(values, fc.constant(null)),
    })),
  ),
  any: simple,
}))

export const anyTypes: fc.Arbitrary<GeneratedType> = type

const NEAR = fc.constantFrom<unknown>(
  'a',
  'c',
  1,
  3,
  true,
  null,
  [],
  ['a'],
  [1, 2, 3],
  {},
  { a: 1 },
  { a: 'a', b: 'b', c: 1 },
  { kind: 'x' },
  { kind: 'z' },
)

/** Values that fit, values that were made to miss a little, and values of anything. */
export function valuesFor({ values }: GeneratedType): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 3, arbitrary: values },
    { weight: 2, arbitrary: fc.tuple(values, NEAR).map(([value, other]) => spoil(value, other)) },
    { weight: 1, arbitrary: NEAR },
  )
}

function spoil(value: unknown, other: unknown): unknown {
  if (Array.isArray(value)) return [...(value as unknown[]).slice(1), other]
  if (typeof value !== 'object' || value === null) return other
  const [first] = Object.keys(value)
  return first === undefined ? { extra: other } : { ...value, [first]: other }
}
