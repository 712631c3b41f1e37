// Control characters, and what reverses or hides text, would let a file name pretend to be something else.
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u
const MAX_CHARACTERS = 300

/** A file name or path as a text may hold it: on one line, nothing hidden in it. */
export function showName(name: string): string {
  const short = name.length > MAX_CHARACTERS ? `${name.slice(0, MAX_CHARACTERS).toWellFormed()}…` : name
  return UNSHOWABLE.test(short)
    ? JSON.stringify(short).replaceAll(
        /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
        (point) => `\\u{${(point.codePointAt(0) ?? 0).toString(16)}}`,
      )
    : short
}
