import { hostList } from '../../network/host-list.ts'

/** Whether the host of a URL is one that can be put on a list of hosts, and stands there for itself alone. */
export function isPlainHost(host: string): boolean {
  if (host === '' || host.includes('*')) return false
  try {
    return hostList([host]).patterns.length === 1
  } catch {
    return false
  }
}
