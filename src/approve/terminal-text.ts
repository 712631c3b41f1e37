// Format, control, surrogate, private and unassigned characters, and the line separators: all that moves the cursor,
// hides text or turns its direction. Escape sequences begin with one, so they lose their force and stay readable.
const UNSAFE_CHARACTER = /[\p{C}\p{Zl}\p{Zp}]/gu
const FIRST_WIDE_CODE_POINT = 0x11_00

/** Makes text of unknown origin safe to print on one line of a terminal: what could act is shown as `\u{…}`. */
export function neutralise(text: string): string {
  return text.replace(UNSAFE_CHARACTER, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}

/** Arguments as indented JSON, each line safe to print. */
export function printableJson(value: unknown): string[] {
  // Line breaks inside strings are escaped by JSON itself: a line here is a line of the structure.
  return (JSON.stringify(value, null, 2) ?? 'undefined').split('\n').map(neutralise)
}

/**
 * Cuts a safe line to the width. Done here and not by the terminal, so that every row on screen can carry a mark at its
 * left: a long argument cannot wrap into something that looks like a question of ours.
 */
export function wrapLine(line: string, columns: number): string[] {
  const rows: string[] = []
  let row = ''
  let used = 0
  for (const character of line) {
    // Counting too much only makes rows shorter.
    const width = (character.codePointAt(0) ?? 0) < FIRST_WIDE_CODE_POINT ? 1 : 2
    if (used + width > columns && row !== '') {
      rows.push(row)
      row = ''
      used = 0
    }
    row += character
    used += width
  }
  rows.push(row)
  return rows
}
