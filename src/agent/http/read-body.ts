/** The bytes of a body, piece by piece; leaving the loop drops the rest. */
export async function* readChunks(response: Response): AsyncGenerator<Uint8Array> {
  if (response.body === null) return
  for await (const chunk of response.body) yield chunk
}

/** The body as text; undefined when it is larger than the limit. */
export async function readText(
  response: Response,
  maxBytes: number,
  onChunk: () => void = () => undefined,
): Promise<string | undefined> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of readChunks(response)) {
    onChunk()
    bytes += chunk.length
    if (bytes > maxBytes) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
