// What the host was started with open, and did not close: a file and a socket, on numbers that the test chose.
import { readdirSync, readlinkSync, readSync, writeSync } from 'node:fs'

export function readFile({ inheritedFiles, token }) {
  for (const descriptor of inheritedFiles) {
    try {
      const buffer = Buffer.alloc(200)
      // By position, which a pipe refuses: nobody waits.
      if (buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, 200, 0)).includes(token))
        return `read ${descriptor}`
    } catch {
      // not open, or something else
    }
  }
}

export function writeSocket({ inheritedSocket, way }) {
  writeSync(inheritedSocket, `${way}\n`)
  return `wrote ${inheritedSocket}`
}

export function findFile({ secret }) {
  const open = readdirSync('/proc/self/fd').find((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`) === secret
    } catch {
      return false
    }
  })
  return open && `it is ${open}`
}
