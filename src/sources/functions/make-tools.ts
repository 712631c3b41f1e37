import type { ToolDefinition } from '../../define/tool-definition.ts'
import type { Tool, ToolImplementation } from '../../define/tool.ts'
import { rememberValidation } from '../../validate/remember-validation.ts'
import { sealTool } from '../../validate/seal-tool.ts'
import { validateDefinition } from '../../validate/validate-definition.ts'
import type { FunctionProblem } from './function-problem.ts'
import type { FunctionReading, FunctionRecord } from './read/function-record.ts'
import { freezeJson } from './store/freeze-json.ts'

/** Tools of a file, and everything there is to say about it. A bad function costs no other. */
export interface FunctionTools {
  readonly tools: readonly Tool[]
  readonly problems: readonly FunctionProblem[]
}

/** What decides whether a definition is right. */
export interface Circumstances {
  readonly kind: 'closure' | 'module'
  /** Permissions of the host, beside the known ones. */
  readonly permissions?: readonly string[] | undefined
}

/** Checks what was read once more, as every definition is checked; what is refused becomes a problem of its function. */
export function checkReading(reading: FunctionReading, circumstances: Circumstances): FunctionReading {
  const problems = [...reading.problems]
  const functions = reading.functions.flatMap((record): FunctionRecord[] => {
    const validation = validateDefinition(record.definition, circumstances)
    if (validation.ok)
      return [{ ...record, definition: validation.definition as unknown as FunctionRecord['definition'] }]
    const { file, line, column, name: tool } = record
    for (const { path, message, hint } of validation.problems) {
      problems.push({
        file,
        line,
        column,
        tool,
        path,
        severity: 'error',
        code: 'DEFINITION_INVALID',
        message: message.replace(/\.$/, ''),
        cure: hint,
      })
    }
    return []
  })
  return { ...reading, functions, problems }
}

/** Joins definitions that were checked, now or when they were kept, with what runs them. */
export function makeTools(
  records: readonly FunctionRecord[],
  circumstances: Circumstances,
  implement: (record: FunctionRecord) => ToolImplementation,
): readonly Tool[] {
  return records.map((record) => {
    // From the cache it comes as it was parsed.
    if (!Object.isFrozen(record.definition)) freezeJson(record.definition)
    const definition = record.definition as unknown as ToolDefinition
    rememberValidation(definition, circumstances)
    return sealTool<Tool>({ definition, implementation: implement(record) })
  })
}
