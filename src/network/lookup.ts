import { lookup } from 'node:dns/promises'

/** Finds the addresses of a name. Injected where a test, or an operator with a resolver of their own, has another one. */
export type Lookup = (host: string) => Promise<readonly string[]>

/** What the system says, `/etc/hosts` included. */
export const systemLookup: Lookup = async (host) => {
  const found = await lookup(host, { all: true })
  return found.map(({ address }) => address)
}
