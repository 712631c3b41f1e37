import { isAbsolute } from 'node:path'
import { IMPLEMENTATION_KINDS, type ImplementationKind } from './implementation-kinds.ts'
import { showValue } from '../schema/show-value.ts'

type Fields = Readonly<Record<string, unknown>>
type FieldRule = readonly [isOptional: boolean, fits: (value: unknown) => boolean, expected: string]

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

const FIELD_RULES: Readonly<Record<ImplementationKind, Readonly<Record<string, FieldRule>>>> = {
  closure: {
    run: [false, (value) => typeof value === 'function', 'a function'],
    fingerprint: [true, isText, 'text'],
  },
  module: {
    file: [
      false,
      (value) => typeof value === 'string' && isAbsolute(value) && !value.includes('\0'),
      'the absolute path of a file',
    ],
    exportName: [true, isText, 'the name of an export'],
    binding: [true, (value) => Array.isArray(Object(value).parameters), 'what `toolsFromFile` makes'],
    revision: [true, isText, 'text'],
  },
  code: { code: [false, isText, 'JavaScript as text'] },
  command: {
    argv: [false, isCommandLine, 'a list of texts, the program first and without `{…}`'],
    stdin: [true, (value) => typeof value === 'string', 'text'],
    workingDirectoryFrom: [true, isText, 'the name of a parameter'],
    timeoutSecondsFrom: [true, isText, 'the name of a parameter'],
  },
}

/** What is wrong with what runs a tool, and in which field; undefined when nothing is. */
export function implementationProblem(
  implementation: Fields,
): { readonly field: string; readonly message: string } | undefined {
  const { kind } = implementation
  if (!isKind(kind)) {
    const message = `its \`kind\` must be one of ${Object.keys(IMPLEMENTATION_KINDS).join(', ')}, not ${showValue(kind)}`
    return { field: 'kind', message }
  }
  for (const [name, [isOptional, fits, expected]] of Object.entries(FIELD_RULES[kind])) {
    const value = implementation[name]
    if ((value === undefined && isOptional) || fits(value)) continue
    return { field: name, message: `its \`${name}\` must be ${expected}, not ${showValue(value)}` }
  }
  return undefined
}

function isKind(value: unknown): value is ImplementationKind {
  return typeof value === 'string' && Object.hasOwn(IMPLEMENTATION_KINDS, value)
}

// A model that could choose the program could run anything.
function isCommandLine(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => typeof item === 'string' && !item.includes('\0')) &&
    isText(value[0]) &&
    !/\{\w+\}/.test(String(value[0]))
  )
}
