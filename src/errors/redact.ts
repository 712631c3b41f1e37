/** Takes out of texts what their reader must not see. */
export interface Redactor {
  /** For a message to a model: no stack line, no file path of the host, no secret. `known` is text the model already has. */
  message(text: string, known?: string): string
  /** For any other text: no secret. Undefined when there are none, so that nothing need be looked at. */
  readonly hideSecrets: ((text: string) => string) | undefined
}

// Blanks only, not `\s`: a long run of line breaks would take quadratic time.
const STACK_LINE = /^[ \t]+at .*$/gm
// Absolute paths of the host: in quotes to the closing one (spaces and all), bare ones of two or more segments, home
// and Windows paths, file URLs. Other URLs are spared: their slashes follow `:/`, `/` or a word.
const SEGMENT = String.raw`[\p{L}\p{N}\p{M}_.@+~%=,-]+`
const HOST_PATH = new RegExp(
  [
    String.raw`file:\/\/\S+`,
    String.raw`(?<=')(?:\/|~\/|[A-Za-z]:[\\/])[^'\n]*(?=')`,
    String.raw`(?<=")(?:\/|~\/|[A-Za-z]:[\\/])[^"\n]*(?=")`,
    String.raw`(?<![\p{L}\p{N}_/.~\-]|:\/)(?:\/${SEGMENT}){2,}\/?`,
    String.raw`(?<![\p{L}\p{N}_/])~(?:\/${SEGMENT})+\/?`,
    String.raw`(?<![\p{L}\p{N}])[A-Za-z]:[\\/](?:${SEGMENT}[\\/]?)+`,
    String.raw`\\\\(?:${SEGMENT}\\?)+`,
  ].join('|'),
  'gu',
)
const MIN_SECRET_CHARACTERS = 4

/**
 * Makes the filter for a deployment: secrets become `<secret>`, paths `<path>`. A path that the model itself sent stays
 * in a message: it helps, and tells nothing.
 */
export function createRedactor(secrets: readonly string[] = []): Redactor {
  const hidden = secrets.filter((secret) => secret.length >= MIN_SECRET_CHARACTERS)
  hidden.sort((a, b) => b.length - a.length) // a secret that holds another goes first
  const hideSecrets = (text: string): string => {
    let clean = text
    for (const secret of hidden) clean = clean.replaceAll(secret, '<secret>')
    return clean
  }
  return {
    hideSecrets: hidden.length === 0 ? undefined : hideSecrets,
    message(text, known = '') {
      let clean = hideSecrets(text)
      if (clean.includes('\n')) clean = clean.replace(STACK_LINE, '').replace(/\n{2,}/g, '\n')
      return clean.replace(HOST_PATH, (path) => (known.includes(path) ? path : '<path>')).trimEnd()
    },
  }
}
