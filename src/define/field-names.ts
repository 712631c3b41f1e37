/** How the fields of a definition are called in TypeScript and, where that differs, on disk and on the wire. */
const FIELD_NAMES = {
  inputSchema: 'input_schema',
  outputSchema: 'output_schema',
  dangerLevel: 'danger_level',
  requiredPermissions: 'required_permissions',
  requiresConfirmation: 'requires_confirmation',
  maxExecutionMs: 'max_execution_ms',
  maxOutputBytes: 'max_output_bytes',
  allowSideEffects: 'allow_side_effects',
} as const

export const DEFINITION_FIELDS = [
  'name',
  'description',
  'inputSchema',
  'outputSchema',
  'category',
  'dangerLevel',
  'constraints',
  'requiredPermissions',
  'requiresConfirmation',
  'version',
  'tags',
  'enabled',
  'metadata',
  'origin',
] as const

export const CONSTRAINT_FIELDS = [
  'maxExecutionMs',
  'maxOutputBytes',
  'allowSideEffects',
  'isolation',
  'allow',
] as const

const TO_CAMEL = new Map<string, string>(Object.entries(FIELD_NAMES).map(([camel, snake]) => [snake, camel]))

/** `danger_level` → `dangerLevel`; other names as they are. */
export function camelFieldName(name: string): string {
  return TO_CAMEL.get(name) ?? name
}

/** `dangerLevel` → `danger_level`; other names as they are. */
export function snakeFieldName(name: string): string {
  return Object.hasOwn(FIELD_NAMES, name) ? FIELD_NAMES[name as keyof typeof FIELD_NAMES] : name
}
