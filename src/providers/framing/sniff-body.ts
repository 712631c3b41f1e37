import { describeText, type FrameOutput, type TextFrameReader } from './frame-output.ts'

// Enough of a foreign body to tell people what it is.
const SHOWN_CHARACTERS = 1000

/** Looks at the first character of a body and lets the reader that `choose` gives for it do the rest; none: it is foreign. */
export function sniffBody(
  output: FrameOutput,
  choose: (firstCharacter: string) => TextFrameReader | undefined,
): TextFrameReader {
  let reader: TextFrameReader | undefined
  let isFirst = true
  return {
    push(text) {
      if (reader !== undefined) {
        reader.push(text)
        return
      }
      const body = isFirst && text.startsWith('\uFEFF') ? text.slice(1) : text
      if (text !== '') isFirst = false
      const start = body.search(/\S/)
      if (start === -1) return
      const first = body.charAt(start)
      reader = (first === '<' ? undefined : choose(first)) ?? readForeign(output)
      reader.push(body.slice(start))
    },
    end() {
      if (reader === undefined) output.unreadable('The answer is empty.')
      else reader.end()
    },
  }
}

/** A web page, XML or plain text: what proxies and wrong addresses answer with. */
function readForeign(output: FrameOutput): TextFrameReader {
  let shown = ''
  return {
    push(text) {
      if (shown.length < SHOWN_CHARACTERS) shown += text.slice(0, SHOWN_CHARACTERS)
    },
    end: () => output.unreadable(describeText('The answer', shown)),
  }
}
