import { checkOptions, type OptionRules } from '../../define/check-options.ts'
import { ToolwrightError } from '../../errors/toolwright-error.ts'
import type { JsonValue } from '../../schema/json-schema.ts'
import { showValue } from '../../schema/show-value.ts'
import type { DecodedCall, DecodeProblem } from '../decoded.ts'
import { mintCallId } from '../mint-call-id.ts'
import { createProblem } from '../wire/answer-facts.ts'
import { shownName } from '../wire/shown-name.ts'
import { finishArguments } from './finish-call.ts'
import { createJsonReader, type JsonReader } from './json-reader.ts'
import { createCallKeys, type CallKey, type CallKeys } from './keyed-calls.ts'

/** A piece of a streamed call in neutral form; null and absent mean the same. */
export interface ToolCallDelta {
  readonly index?: number | null | undefined
  readonly id?: string | null | undefined
  readonly name?: string | null | undefined
  /** Text to be added to the arguments; an object when a provider sends them as a value. */
  readonly arguments?: string | object | null | undefined
}

/** Options of a {@link ToolCallAccumulator}. */
export interface ToolCallAccumulatorOptions {
  /** More characters of arguments than this are not kept; the call is reported then. @default 64_000_000 */
  readonly maxCharacters?: number | undefined
}

const RULES: OptionRules<ToolCallAccumulatorOptions> = {
  maxCharacters: [(value) => typeof value === 'number' && value > 0, 'a number above 0'],
}

interface GrowingCall {
  readonly index: number
  id: string
  name: string
  text: string
  /** Arguments that came as a value. */
  value: object | undefined
  isTooLarge: boolean
  /** Reads along once somebody has asked for partial arguments. */
  reader: JsonReader | undefined
  finished: DecodedCall | undefined
}

/** Puts tool calls together from pieces of any provider. Costs grow with the length of the stream alone. */
export class ToolCallAccumulator {
  readonly #calls: GrowingCall[] = []
  readonly #byIndex = new Map<number, GrowingCall>()
  readonly #keys: CallKeys = createCallKeys()
  readonly #ids = new Set<string>()
  readonly #completed: DecodedCall[] = []
  readonly #maxCharacters: number
  /** No free index is below this one, as seen from the last call that needed one. */
  #lowestFree = 0
  #characters = 0
  #taken = 0

  constructor(options: ToolCallAccumulatorOptions = {}) {
    checkOptions('ToolCallAccumulator', options, RULES)
    this.#maxCharacters = options.maxCharacters ?? 64_000_000
  }

  /** Adds a piece and gives the index of its call: the provider's, or its position where there is none. */
  push(delta: ToolCallDelta): number {
    if (typeof delta !== 'object' || delta === null) {
      const message = `\`push\` takes \`{ index, id, name, arguments }\`, not ${showValue(delta)}.`
      throw new ToolwrightError('OPTION_INVALID', message)
    }
    const key: CallKey = {
      index: typeof delta.index === 'number' ? delta.index : undefined,
      id: typeof delta.id === 'string' ? delta.id : undefined,
      name: typeof delta.name === 'string' ? delta.name : undefined,
    }
    const position = this.#keys.find(key)
    const call = this.#calls[position] ?? this.#begin(position, key)
    if (call.finished !== undefined) return call.index
    if (call.id === '') call.id = key.id ?? ''
    if (call.name === '') call.name = key.name ?? ''
    this.#addArguments(call, delta.arguments)
    return call.index
  }

  /** Says that the call is whole: nothing more is added to it. Gives the call, or undefined when there is none. */
  complete(index: number): DecodedCall | undefined {
    const call = this.#byIndex.get(index)
    return call === undefined ? undefined : this.#finish(call)
  }

  /** Completes whatever is pending and gives every call, by index. None is lost: what cannot run has a `problem`. */
  finalize(): readonly DecodedCall[] {
    const inOrder = [...this.#calls].sort((one, other) => one.index - other.index)
    return inOrder.map((call) => this.#finish(call))
  }

  /** The calls that are whole, in the order in which they became so. */
  get completed(): readonly DecodedCall[] {
    return [...this.#completed]
  }

  /** The completed calls that were not taken before. */
  takeCompleted(): readonly DecodedCall[] {
    const taken = this.#completed.slice(this.#taken)
    this.#taken = this.#completed.length
    return taken
  }

  get hasPending(): boolean {
    return this.pendingCount > 0
  }

  get pendingCount(): number {
    return this.#calls.length - this.#completed.length
  }

  /** The arguments as far as they have come, a new value each time. Never run it: it may be half of one. */
  partial(index: number): JsonValue | undefined {
    const call = this.#byIndex.get(index)
    if (call === undefined) return undefined
    if (call.value !== undefined) return finishArguments(call.value).input
    if (call.reader === undefined) {
      call.reader = createJsonReader()
      call.reader.push(call.text)
    }
    return call.reader.value()
  }

  #begin(position: number, key: CallKey): GrowingCall {
    const isFree = key.index !== undefined && !this.#byIndex.has(key.index)
    const index = isFree && key.index !== undefined ? key.index : this.#freeIndex(position)
    const call: GrowingCall = {
      index,
      id: '',
      name: '',
      text: '',
      value: undefined,
      isTooLarge: false,
      reader: undefined,
      finished: undefined,
    }
    this.#calls.push(call)
    this.#byIndex.set(index, call)
    return call
  }

  /** For a call without an index, or with one that another call has. */
  #freeIndex(position: number): number {
    // Positions only grow, so that no index is looked at twice.
    let index = Math.max(position, this.#lowestFree)
    while (this.#byIndex.has(index)) index++
    this.#lowestFree = index
    return index
  }

  #addArguments(call: GrowingCall, given: ToolCallDelta['arguments']): void {
    if (typeof given === 'object' && given !== null) call.value = given
    if (typeof given !== 'string' || call.isTooLarge) return
    this.#characters += given.length
    if (this.#characters > this.#maxCharacters) call.isTooLarge = true
    else {
      call.text += given
      // Piece by piece: cutting the new part out of the whole text would copy all of it every time.
      call.reader?.push(given)
    }
  }

  #finish(call: GrowingCall): DecodedCall {
    if (call.finished !== undefined) return call.finished
    const { text, input, problem } = finishArguments(call.value ?? call.text)
    const isTaken = call.id === '' || this.#ids.has(call.id)
    const id = isTaken ? mintCallId(call.index, call.name, text) : call.id
    this.#ids.add(id)
    const found = problemOf(call, problem)
    call.finished = {
      id,
      name: call.name,
      arguments: text,
      input,
      ...(call.isTooLarge ? { truncated: true } : {}),
      ...(found === undefined ? {} : { problem: { ...found, callId: id } }),
    }
    this.#completed.push(call.finished)
    return call.finished
  }
}

function problemOf(call: GrowingCall, malformed: DecodeProblem | undefined): DecodeProblem | undefined {
  const path = `calls[${call.index}]`
  if (call.name === '') {
    return createProblem('CALL_NAME_MISSING', `${path}.name`, 'A call came without the name of a tool.')
  }
  if (call.isTooLarge) {
    const message = `The arguments of the call to '${shownName(call.name)}' are larger than the limit; the rest was not kept.`
    return createProblem('ARGUMENTS_TOO_LARGE', `${path}.arguments`, message)
  }
  return malformed === undefined ? undefined : { ...malformed, path: `${path}.arguments` }
}
