/** Takes out of a text what its reader must not see; `known` is text the reader already has. */
export type Redact = (text: string, known?: string) => string

// Blanks only, not `\s`: a run of line breaks would be tried from each of its ends.
const STACK_LINE = /^[ \t]+at .*$/gm
// An absolute path of two or more segments, POSIX or Windows. URLs are spared by the look-behind.
const HOST_PATH = /(?<![\w:/.~-])(?:\/[\w.@+~-]+){2,}\/?|\b[A-Za-z]:\\[\w.@+~\\-]+|file:\/\/\/\S+/g
const MIN_SECRET_CHARACTERS = 4

/**
 * Makes the filter for every text that a model or a log sees: stack lines go, file paths of the host become
 * `<path>`, the given secrets become `<secret>`. A path that the model itself sent stays: it helps, and tells nothing.
 */
export function createRedactor(secrets: readonly string[] = []): Redact {
  const hidden = secrets.filter((secret) => secret.length >= MIN_SECRET_CHARACTERS)
  hidden.sort((a, b) => b.length - a.length) // a secret that holds another goes first
  return (text, known = '') => {
    let clean = text
    for (const secret of hidden) clean = clean.replaceAll(secret, '<secret>')
    if (clean.includes('\n')) clean = clean.replace(STACK_LINE, '').replace(/\n{2,}/g, '\n')
    return clean
      .replace(HOST_PATH, (path) => (known !== '' && known.includes(path) ? path : '<path>'))
      .trimEnd()
  }
}
