import { ToolwrightError } from '../../errors/toolwright-error.ts'

const REFERENCE = /\$\{env:([A-Za-z_]\w*)\}/g

/** Looks a secret up, and remembers what it gave so that it can be hidden. */
export interface Secrets {
  /** Fills in the references of a text; throws TOOL_NOT_CONFIGURED for one that is not set. */
  fill(text: string): string
  /** Counts what was made of secrets as one too. */
  remember(text: string): void
  /** Every text that must not be seen. */
  readonly seen: readonly string[]
}

/** Whether a text has at least one reference. */
export function hasReference(text: string): boolean {
  return text.search(REFERENCE) !== -1
}

/** What is wrong with the references of a text; undefined when nothing is. */
export function referenceProblem(text: string): string | undefined {
  return text.replaceAll(REFERENCE, '').includes('${')
    ? 'holds `${`, but not as `${env:NAME}`, the one kind of reference there is'
    : undefined
}

/** Reads secrets of an environment, once for each call: a key that was renewed is used at once. */
export function readSecrets(environment: Readonly<Record<string, string | undefined>>): Secrets {
  const seen: string[] = []
  const remember = (text: string): void => {
    if (!seen.includes(text)) seen.push(text)
  }
  return {
    seen,
    remember,
    fill: (text) =>
      text.replaceAll(REFERENCE, (_, name: string) => {
        const value = Object.hasOwn(environment, name) ? environment[name] : undefined
        if (value === undefined || value === '') {
          const hint = `Set \`${name}\` in the environment of the host.`
          throw new ToolwrightError(
            'TOOL_NOT_CONFIGURED',
            `The environment variable \`${name}\` is not set.`,
            { hint },
          )
        }
        remember(value)
        return value
      }),
  }
}

/** The forms in which a secret may come back: as it is, in a URL, in JSON, in base64. */
export function spellings(secret: string): readonly string[] {
  return [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64'),
  ]
}
