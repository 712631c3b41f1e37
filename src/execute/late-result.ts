import { messageOf } from '../errors/from-unknown.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'
import { fail } from '../results/create-result.ts'
import type { ToolResult } from '../results/tool-result.ts'

/** Changes a result on its way back to the caller. */
export type ShapeResult = (result: ToolResult) => ToolResult

/**
 * A result that is not there yet. It can be awaited like a promise; but the steps that only shape a result do so at the
 * moment it comes, where a promise would cost each of them an object and a turn of the queue.
 */
export class LateResult implements PromiseLike<ToolResult> {
  readonly #shapes: ShapeResult[] = []
  #result: ToolResult | undefined
  #tell: ((result: ToolResult) => void) | undefined
  #promise: Promise<ToolResult> | undefined

  get isSettled(): boolean {
    return this.#result !== undefined
  }

  /** Gives the result; only the first one counts. */
  settle(given: ToolResult): void {
    if (this.#result !== undefined) return
    let result = given
    for (const shape of this.#shapes) result = shapeSafely(shape, result)
    this.#result = result
    this.#tell?.(result)
  }

  shape(shape: ShapeResult): this {
    if (this.#result === undefined) this.#shapes.push(shape)
    else this.#result = shapeSafely(shape, this.#result)
    return this
  }

  toPromise(): Promise<ToolResult> {
    if (this.#result !== undefined) return Promise.resolve(this.#result)
    // One for all who wait: a host may listen to a result and return it as well.
    this.#promise ??= new Promise((resolve) => {
      this.#tell = resolve
    })
    return this.#promise
  }

  // oxlint-disable-next-line unicorn/no-thenable -- hosts await what `next` gives them
  then<Kept = ToolResult, Failed = never>(
    onFulfilled?: ((result: ToolResult) => Kept | PromiseLike<Kept>) | null,
    onRejected?: ((thrown: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Kept | Failed> {
    return this.toPromise().then(onFulfilled, onRejected)
  }
}

/** A shape that throws must not leave the caller waiting. */
function shapeSafely(shape: ShapeResult, result: ToolResult): ToolResult {
  try {
    return shape(result)
  } catch (thrown) {
    return fail(
      { id: result.callId, name: result.toolName },
      new ToolwrightError('INTERNAL', messageOf(thrown)),
    )
  }
}
