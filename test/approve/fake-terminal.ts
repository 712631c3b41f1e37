import { PassThrough } from 'node:stream'

/** A terminal without a terminal: what is printed is kept, and a test can wait for it. */
export function fakeTerminal({ columns = 80, isTTY = true } = {}) {
  const input = Object.assign(new PassThrough(), { isTTY })
  const output = Object.assign(new PassThrough(), { isTTY, columns })
  let printed = ''
  let unread = 0
  const watchers = new Set<() => void>()
  output.setEncoding('utf8').on('data', (text: string) => {
    printed += text
    for (const check of watchers) check()
  })

  /** Waits until the text appears after what was waited for last. */
  function shows(text: string): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        const at = printed.indexOf(text, unread)
        if (at === -1) return
        unread = at + text.length
        watchers.delete(check)
        resolve()
      }
      watchers.add(check)
      check()
    })
  }

  return { input, output, shows, type: (text: string) => input.write(text), printed: () => printed }
}

/** Everything a terminal obeys taken out, as a person sees it. */
export function withoutCursorMoves(text: string): string {
  // eslint-disable-next-line no-control-regex -- these are what readline itself prints
  return text.replaceAll(/\u001B\[\d*[A-Za-z]/g, '')
}
