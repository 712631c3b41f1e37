/** What of a keyboard is needed to empty it. */
export type KeyboardInput = NodeJS.ReadableStream & { setRawMode?(isRaw: boolean): unknown }

/**
 * Throws away what was typed before a question was on screen: a `y` meant for something else must not approve. The
 * same is done by programs that ask for passwords.
 */
export async function discardTypedAhead(input: KeyboardInput): Promise<void> {
  const ignore = (): void => {}
  input.on('data', ignore)
  input.on('error', ignore)
  // Raw, because a line not yet ended stays in the kernel otherwise and would become the start of the answer.
  input.setRawMode?.(true)
  input.resume()
  // Two, so that the event loop has looked at the keyboard once in between, wherever it stood.
  await nextTurn()
  await nextTurn()
  input.pause()
  input.setRawMode?.(false)
  input.off('data', ignore)
  input.off('error', ignore)
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
