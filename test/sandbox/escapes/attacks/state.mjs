// Leaves something, and looks for what an earlier call has left.
import { existsSync, writeFileSync } from 'node:fs'

const LEFT = '/tmp/toolwright-escapes-left'

export function memory() {
  if (
    globalThis.leftByEarlier !== undefined ||
    [].leftByEarlier !== undefined ||
    process.env.LEFT !== undefined
  )
    return 'found it'
  globalThis.leftByEarlier = true
  process.env.LEFT = 'yes'
  Reflect.set(Object.getPrototypeOf([]), 'leftByEarlier', true)
}

export function scratch({ elsewhere, way }) {
  const left = way === 'control' ? `${elsewhere}/left` : LEFT
  if (existsSync(left)) return 'found it'
  writeFileSync(left, '')
}
