import { plainOutput } from './plain-output.ts'
import type { BoundParameter, FunctionBinding } from './function-binding.ts'
import { revive, type Revivals } from './revive.ts'

type Arguments = Readonly<Record<string, unknown>>

/**
 * Calls an export of a module with named arguments that have been checked, in the order and the types that its
 * parameters have. Gives what it gave with dates, maps, sets and bytes as JSON has them; nothing becomes null. Imports
 * nothing but its neighbours: it runs in workers.
 */
export function callBound(
  exported: unknown,
  binding: FunctionBinding,
  args: Arguments,
  context: { readonly signal: AbortSignal },
): unknown {
  const { owner, callable } = findCallable(exported, binding.member)
  const values: unknown[] = []
  for (const parameter of binding.parameters) {
    if (parameter.take === 'rest') values.push(...restOf(parameter, args, binding.revivals))
    else values.push(valueOf(parameter, args, context, binding.revivals))
  }
  return plainOutput(Reflect.apply(callable, owner, values))
}

type Callable = (...args: unknown[]) => unknown

// One instance a class for as long as the class lives, as a program that uses it would have.
const instances = new WeakMap<object, unknown>()

function findCallable(
  exported: unknown,
  member: FunctionBinding['member'],
): { owner: unknown; callable: Callable } {
  if (member === undefined) return { owner: undefined, callable: requireCallable(exported, 'the export') }
  const owner = member.isStatic ? exported : instanceOf(requireCallable(exported, 'the exported class'))
  return { owner, callable: requireCallable(Reflect.get(Object(owner), member.name), `\`${member.name}\``) }
}

function instanceOf(exported: Callable): unknown {
  if (!instances.has(exported)) instances.set(exported, Reflect.construct(exported, []))
  return instances.get(exported)
}

function requireCallable(value: unknown, what: string): Callable {
  if (typeof value === 'function') return value as Callable
  throw new TypeError(`${what} is no function, but ${value === undefined ? 'missing' : typeof value}`)
}

function valueOf(
  parameter: Exclude<BoundParameter, { take: 'rest' }>,
  args: Arguments,
  context: { readonly signal: AbortSignal },
  revivals: Revivals,
): unknown {
  switch (parameter.take) {
    case 'signal':
      return context.signal
    case 'context':
      return context
    case 'argument':
      return revive(ownValue(args, parameter.name), parameter.revival, revivals)
    case 'all': {
      const whole = revive(args, parameter.revival, revivals)
      if (parameter.inject === undefined)
        return parameter.isOptional === true && Object.keys(args).length === 0 ? undefined : whole
      const injected = Object.entries(parameter.inject).map(
        ([name, what]) => [name, what === 'signal' ? context.signal : context] as const,
      )
      return { ...(whole as object), ...Object.fromEntries(injected) }
    }
  }
}

function restOf(
  parameter: Extract<BoundParameter, { take: 'rest' }>,
  args: Arguments,
  revivals: Revivals,
): readonly unknown[] {
  const values = revive(ownValue(args, parameter.name), parameter.revival, revivals)
  return Array.isArray(values) ? values : []
}

function ownValue(args: Arguments, name: string): unknown {
  return Object.hasOwn(args, name) ? args[name] : undefined
}
