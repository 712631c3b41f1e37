import { isIP, type LookupFunction } from 'node:net'

/**
 * What node:net asks instead of a resolver: it gets the addresses that were checked, whatever the name has become
 * since. Several are tried in turn, as Node does for any name.
 */
export function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, options, done) => {
    const fitting = all.filter(
      ({ family }) => options.family === undefined || options.family === 0 || options.family === family,
    )
    const [first] = fitting
    // Later, as a lookup does: the caller has not yet heard of the socket.
    process.nextTick(() => {
      if (options.all === true) done(null, fitting)
      else if (first === undefined) done(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '', 0)
      else done(null, first.address, first.family)
    })
  }
}
