/** Keeps streams from holding the host's event loop: who waits for them holds it in another way. */
export function letGo(...streams: readonly object[]): void {
  for (const stream of streams) {
    if ('unref' in stream && typeof stream.unref === 'function') stream.unref()
  }
}
