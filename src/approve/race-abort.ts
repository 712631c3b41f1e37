/** How waiting ended: with the value, with what was thrown, or because nobody waits any more. */
export type WaitEnd<Value> =
  | { readonly ended: 'value'; readonly value: Value }
  | { readonly ended: 'thrown'; readonly thrown: unknown }
  | { readonly ended: 'aborted' }

/** Waits for `start()` until the signal aborts. Never rejects; what comes later is dropped, a late rejection too. */
export function raceAbort<Value>(
  start: () => Value | Promise<Value>,
  signal: AbortSignal,
): Promise<WaitEnd<Value>> {
  return new Promise((resolve) => {
    const onAbort = (): void => resolve({ ended: 'aborted' })
    if (signal.aborted) {
      onAbort()
      return
    }
    signal.addEventListener('abort', onAbort, { once: true })
    const settle = (end: WaitEnd<Value>): void => {
      signal.removeEventListener('abort', onAbort)
      resolve(end)
    }
    // Started inside a promise, so that a synchronous throw and a hostile thenable end the same way.
    new Promise<Value>((settled) => {
      settled(start())
    }).then(
      (value) => settle({ ended: 'value', value }),
      (thrown: unknown) => settle({ ended: 'thrown', thrown }),
    )
  })
}
