import type { CommandImplementation } from './tool.ts'

/** A command line with the arguments of a call in it. */
export interface FilledCommand {
  readonly kind: 'command'
  readonly argv: readonly string[]
  readonly stdin?: string
}

/**
 * Puts arguments in the place of `{name}`. Each stays within its own word: no shell reads them. A word that is nothing
 * but `{name}` falls out when there is no such argument, and becomes one word an item when it is a list.
 */
export function fillCommand(
  { argv, stdin }: CommandImplementation,
  args: Readonly<Record<string, unknown>>,
): FilledCommand {
  return {
    kind: 'command',
    argv: argv.flatMap((word, index) => (index === 0 ? [word] : fillWord(word, args))),
    ...(stdin === undefined ? {} : { stdin: fillText(stdin, args) }),
  }
}

/** The names that a template asks for. */
export function namesInTemplate(text: string): string[] {
  return Array.from(text.matchAll(NAME), ([, name = '']) => name)
}

const NAME = /\{(\w+)\}/g
const WHOLE_NAME = /^\{(\w+)\}$/

function fillWord(word: string, args: Readonly<Record<string, unknown>>): string[] {
  const name = WHOLE_NAME.exec(word)?.[1]
  if (name === undefined) return [fillText(word, args)]
  const value = valueOf(args, name)
  if (value === undefined) return []
  return Array.isArray(value) ? value.map(toText) : [toText(value)]
}

function fillText(text: string, args: Readonly<Record<string, unknown>>): string {
  return text.replace(NAME, (_, name: string) => toText(valueOf(args, name) ?? ''))
}

function valueOf(args: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(args, name) ? args[name] : undefined
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
