type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>

const LINE_FEED = 0x0a

/**
 * The fetch that the transport uses, with a limit on what is read: of a whole answer, or of one event of a stream, which
 * as a whole may go on for as long as the connection does.
 */
export function limitedFetch(maxMessageBytes: number): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const { body, headers, status, statusText } = response
    if (body === null) return response
    const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true
    const limited = body.pipeThrough(byteLimit(maxMessageBytes, isStream))
    const copy = new Response(limited, { headers, status, statusText })
    // The transport compares where it asked with where the answer came from.
    Object.defineProperties(copy, {
      url: { value: response.url },
      redirected: { value: response.redirected },
    })
    return copy
  }
}

function byteLimit(maxBytes: number, isStream: boolean): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  let last: number | undefined
  return new TransformStream({
    transform(chunk, controller) {
      if (isStream) {
        // An event ends with an empty line.
        let start = 0
        for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) {
          const before = at === 0 ? last : chunk[at - 1] === 0x0d ? chunk[at - 2] : chunk[at - 1]
          if (before !== LINE_FEED) continue
          bytes = 0
          start = at + 1
        }
        bytes += chunk.length - start
        last = chunk.at(-1)
      } else bytes += chunk.length
      if (bytes > maxBytes)
        controller.error(new Error(`the server sent a message of more than ${maxBytes} bytes`))
      else controller.enqueue(chunk)
    },
  })
}
