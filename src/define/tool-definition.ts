// The first station. Comes in: what an author writes. Goes out: a ToolDefinition, an immutable value that JSON can hold.
// Never here: running, registering, or talking to a model.
import type { JsonObject, JsonSchema } from '../schema/json-schema.ts'
import type { Category } from './categories.ts'
import type { Constraints } from './constraints.ts'
import type { DangerLevel } from './danger-levels.ts'

/** Where a tool comes from, when it was not written as one. */
export interface Origin {
  /** Which source brought it: `mcp:github`, `openapi:petstore`, `file:tools.ts`. */
  readonly source: string
  /** The name it has there; ours is derived from it. */
  readonly name: string
}

/** What a tool is, without what runs it. Frozen, plain JSON; absent optional fields are left out, never null. */
export interface ToolDefinition {
  /** snake_case, at most 64 characters, unique in a registry. */
  readonly name: string
  /** What the model chooses by. */
  readonly description: string
  /** JSON Schema of the arguments: always an object schema. */
  readonly inputSchema: JsonSchema
  /** JSON Schema of the result; results are checked against it. */
  readonly outputSchema?: JsonSchema
  readonly category: Category
  readonly dangerLevel: DangerLevel
  /** As the author gave them; `limitsOf(definition)` fills in the defaults. */
  readonly constraints?: Constraints
  /** Every one must be held by the caller. */
  readonly requiredPermissions: readonly string[]
  /** Ask before each call, whatever the danger level. */
  readonly requiresConfirmation: boolean
  /** Semantic version. */
  readonly version: string
  readonly tags: readonly string[]
  readonly enabled: boolean
  /** Free key/values; never interpreted. */
  readonly metadata: JsonObject
  readonly origin?: Origin
}
