// Looks for a secret in environments and command lines, its own and those of others.
import { readdirSync, readFileSync } from 'node:fs'

export const own = ({ token }) => (JSON.stringify(process.env).includes(token) ? 'read it' : undefined)

function search(file, { token }) {
  const found = readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/${file}`, 'latin1').includes(token)
    } catch {
      return false
    }
  })
  return found.length > 0 ? `in ${found.length} processes` : undefined
}

export const ofOthers = (targets) => search('environ', targets)
export const commandLines = (targets) => search('cmdline', targets)
export const ofFirst = (targets) =>
  ['1', 'self', String(process.ppid)].some((name) => {
    try {
      return readFileSync(`/proc/${name}/environ`, 'latin1').includes(targets.token)
    } catch {
      return false
    }
  })
    ? 'read it'
    : undefined
