import type { ToolDefinition } from '../../define/tool-definition.ts'
import { ERROR_CODES, type ErrorCode } from '../../errors/error-codes.ts'
import type { Problem } from '../../errors/problem.ts'
import type { JsonObject, JsonValue } from '../../schema/json-schema.ts'
import { canonicalNames } from '../../validate/canonical-name.ts'
import { copyJson, createCopyBudget } from '../../validate/copy-json.ts'
import { formatPath } from '../../validate/format-path.ts'
import { kindOf } from '../../validate/read-draft.ts'
import { isObject } from '../../validate/rule.ts'
import { validateDefinition } from '../../validate/validate-definition.ts'
import { findParts, type LooseParts } from './find-parts.ts'
import type { LooseChange } from './loose-change.ts'
import { mendSchema } from './mend-schema.ts'
import { readLooseInput } from './read-input.ts'

/** Where loose definitions come from. */
export interface LooseOptions {
  /** Said in `origin.source`. @default 'loose' */
  readonly source?: string | undefined
}

/** A definition, and what was mended to make it one; or why there is none. */
export type LooseOutcome =
  | { readonly ok: true; readonly definition: ToolDefinition; readonly changes: readonly LooseChange[] }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/**
 * Makes a valid definition of one in the form of another system: OpenAI, Anthropic, Gemini, MCP, LangChain, Docker,
 * BFCL, a bare JSON Schema. Never throws. It is somebody else's, so it is of high danger.
 */
export function definitionFromLoose(value: unknown, { source = 'loose' }: LooseOptions = {}): LooseOutcome {
  const problems: Problem[] = []
  const copy = copyJson(value, createCopyBudget(), ({ path, message }) => {
    const at = formatPath('', path)
    problems.push(
      problemOf(at, 'DEFINE_FIELD_TYPE', `${at === '' ? 'the definition' : `\`${at}\``} ${message}`),
    )
  })
  if (problems.length > 0 || copy === undefined) return { ok: false, problems }
  return fromCopy(copy, undefined, undefined, source)
}

/** The same for a copy; `key` is the name where a map gives it, `name` the one that it gets among others. */
export function fromCopy(
  copy: JsonValue,
  key: string | undefined,
  name: string | undefined,
  source: string,
): LooseOutcome {
  if (!isObject(copy))
    return refuse('', 'DEFINE_FIELD_TYPE', `a definition is an object, not ${kindOf(copy)}`)
  const parts = findParts(copy, key)
  if (parts === undefined) return refuse('name', 'DEFINE_NAME_EMPTY', 'the definition has no name')
  return validate(parts, name ?? canonicalNames([parts.name]).get(parts.name) ?? parts.name, source)
}

function validate(parts: LooseParts, name: string, source: string): LooseOutcome {
  const changes: LooseChange[] = []
  const note = (path: readonly (string | number)[], message: string): void => {
    changes.push({ path: formatPath('', path), message })
  }
  const inputSchema = readLooseInput(parts.input, parts.inputPath, note)
  const outputSchema =
    parts.output === undefined ? undefined : mendSchema(parts.output, parts.outputPath, note)
  if (parts.description === undefined) note(['description'], 'there is none: the name stands for it')
  if (name !== parts.name) note(['name'], `\`${parts.name.slice(0, 100)}\` is called \`${name}\` here`)
  const fields: JsonObject = {
    name,
    description: parts.description ?? parts.name,
    inputSchema,
    origin: { source, name: parts.name.slice(0, 256) },
    ...(isObject(outputSchema) ? { outputSchema } : {}),
    // Hints are not to be trusted further than this.
    ...(parts.isReadOnly ? { dangerLevel: 'low' } : {}),
  }
  const validation = validateDefinition(fields, { imported: true })
  if (!validation.ok) return validation
  for (const { path, message } of validation.notes ?? []) changes.push({ path, message })
  return { ok: true, definition: validation.definition, changes }
}

function refuse(path: string, code: ErrorCode, message: string): LooseOutcome {
  return { ok: false, problems: [problemOf(path, code, message)] }
}

function problemOf(path: string, code: ErrorCode, message: string): Problem {
  return { path, code, message, hint: ERROR_CODES[code].cure }
}
