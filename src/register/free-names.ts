const MAX_NAME_CHARACTERS = 64
// Enough to get past any series a person makes; a bound, because the names are made up by whoever registers.
const MAX_TRIES = 1_000
const VERSION_SUFFIX = /_v(\d{1,6})$/

/** Names like the taken one that are still free: `read_v2`, `read_alt`, then the next versions. */
export function freeNames(name: string, isTaken: (name: string) => boolean, limit: number = 2): string[] {
  const version = VERSION_SUFFIX.exec(name)
  const stem = version === null ? name : name.slice(0, version.index)
  let next = version === null ? 2 : Number(version[1]) + 1
  const found: string[] = []
  for (let tries = 0; found.length < limit && tries < MAX_TRIES; tries++) {
    const candidate = withSuffix(stem, tries === 1 ? '_alt' : `_v${next++}`)
    if (!isTaken(candidate)) found.push(candidate)
  }
  return found
}

function withSuffix(stem: string, suffix: string): string {
  return stem.slice(0, MAX_NAME_CHARACTERS - suffix.length).replace(/_+$/, '') + suffix
}
