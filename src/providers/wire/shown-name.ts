const MAX_CHARACTERS = 100

/** A name as a message shows it: what a provider sends as a name may have any length. */
export function shownName(name: string): string {
  return name.length > MAX_CHARACTERS ? `${name.slice(0, MAX_CHARACTERS)}…` : name
}
