// The second station. Comes in: any value at all. Goes out: a ToolDefinition, or every problem at once in the author's
// own form. Never a throw, never a value shared with what came in, never a second opinion: the rules are the whole law.
import type { ImplementationKind } from '../define/implementation-kinds.ts'
import type { Tier } from '../define/tiers.ts'
import type { ErrorCode } from '../errors/error-codes.ts'
import type { JsonObject, JsonValue } from '../schema/json-schema.ts'
import type { SchemaFindings } from './schema-findings.ts'

/** Under which circumstances a definition is looked at. */
export interface ValidateOptions {
  /** What the deployment may hold. @default 'enterprise' */
  readonly tier?: Tier | undefined
  /** Permissions of the host, beside the known ones. */
  readonly permissions?: readonly string[] | undefined
  /** A tool of somebody else: longer descriptions, and a schema that is mended and noted instead of refused. */
  readonly imported?: boolean | undefined
  /** What runs the tool; decides the defaults of danger and isolation. @default 'closure' */
  readonly kind?: ImplementationKind | undefined
  /** Schema keywords that the host has defined; they take a tier with the full schema level. */
  readonly keywords?: readonly string[] | undefined
}

/** Fields that a draft may have: those of a definition, and `parameters` in place of `inputSchema`. */
export type FieldName =
  | 'name'
  | 'description'
  | 'inputSchema'
  | 'parameters'
  | 'outputSchema'
  | 'category'
  | 'dangerLevel'
  | 'constraints'
  | 'requiredPermissions'
  | 'requiresConfirmation'
  | 'version'
  | 'tags'
  | 'enabled'
  | 'metadata'
  | 'origin'

/** What came in, as a plain copy with camelCase fields; nothing about the values is promised yet. */
export interface Draft {
  readonly fields: Readonly<Partial<Record<FieldName, JsonValue>>>
  /** Names of the fields that are not part of a definition, as the author wrote them. */
  readonly unknown: readonly string[]
  /** Names that the author may use here, for suggestions: all in one spelling. */
  readonly allowed: readonly string[]
  /** How the author spells a field: `danger_level` or `dangerLevel`. */
  spell(field: string): string
  /** What is wrong with a schema of this draft; rules that ask for the same one in turn share the answer. */
  look(schema: JsonObject): SchemaFindings
}

/** Something that was mended in an imported definition. */
export interface DefinitionNote {
  readonly path: string
  readonly message: string
}

/** Takes down a problem; the hint is the cure of the code when none is given. */
export type Report = (path: string, code: ErrorCode, message: string, hint?: string) => void

/** One demand on a definition. A rule says nothing about what another rule has already refused. */
export type Rule = (draft: Draft, report: Report, options: ValidateOptions) => void

/** Whether a value of a draft is a JSON object. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a value of a draft is a list. */
export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}
