import type { DangerLevel } from '../define/danger-levels.ts'
import type { ApprovalRequest } from './approval-channel.ts'
import { neutralise, printableJson, wrapLine } from './terminal-text.ts'

/** Told by sign and word: colour alone is lost on many readers and in every log. */
const DANGER_SIGNS = {
  safe: '[    ] SAFE',
  low: '[!   ] LOW',
  medium: '[!!  ] MEDIUM',
  high: '[!!! ] HIGH',
  critical: '[!!!!] CRITICAL',
} as const satisfies Record<DangerLevel, string>

const GUTTER = '  | '
const LABEL_COLUMNS = 14
const MIN_COLUMNS = 40
const MAX_ARGUMENT_ROWS = 40
const MAX_FACT_CHARACTERS = 300

/** A request as it is printed. */
export interface RequestDescription {
  readonly text: string
  /** Rows of arguments that were left out; 0 when everything is shown. */
  readonly hiddenRows: number
}

/** Renders what a person needs to decide. Every row that holds text from elsewhere starts with our own mark. */
export function describeRequest(
  request: ApprovalRequest,
  columns: number,
  isWhole: boolean,
): RequestDescription {
  // One column is kept free: some terminals wrap when the last one is filled.
  const width = Math.max(columns, MIN_COLUMNS) - 1
  const facts: [string, string][] = [
    ['Tool', request.toolName],
    ['Does', request.definition.description],
    ['Danger', dangerOf(request)],
    ['Why', request.reason],
    ['Caller', request.caller?.id ?? 'this program'],
  ]
  if (request.conversationId !== undefined) facts.push(['Conversation', request.conversationId])
  const rows = printableJson(request.arguments).flatMap((line) => wrapLine(line, width - GUTTER.length))
  const shown = isWhole ? rows : rows.slice(0, MAX_ARGUMENT_ROWS)
  const hiddenRows = rows.length - shown.length
  const lines = [
    '',
    request.confirmations === 1
      ? '=== Approval needed ==='
      : `=== Approval needed: confirmation ${request.confirmation} of ${request.confirmations} ===`,
    ...facts.flatMap(([label, value]) => factRows(label, value, width)),
    'Arguments:',
    ...shown.map((row) => GUTTER + row),
  ]
  if (hiddenRows > 0) lines.push(`(${hiddenRows} more rows are not shown; answer s to see them all)`)
  return { text: `${lines.join('\n')}\n`, hiddenRows }
}

/** The question itself, the last thing on screen. */
export function questionOf(request: ApprovalRequest, hiddenRows: number): string {
  const name = neutralise(request.toolName)
  if (request.confirmation === 2)
    return `Second confirmation. To run it, type the name of the tool (${name}): `
  const choices = ['y = yes', 'N = no']
  if (request.rememberable) choices.push('a = always in this conversation')
  if (hiddenRows > 0) choices.push('s = show all arguments')
  return `Run ${name}? [${choices.join(', ')}] `
}

function dangerOf({ dangerLevel }: ApprovalRequest): string {
  return Object.hasOwn(DANGER_SIGNS, dangerLevel) ? DANGER_SIGNS[dangerLevel] : DANGER_SIGNS.critical
}

function factRows(label: string, value: string, width: number): string[] {
  const head = `${label}:`.padEnd(LABEL_COLUMNS)
  const short = value.length > MAX_FACT_CHARACTERS ? `${value.slice(0, MAX_FACT_CHARACTERS)}…` : value
  const [first = '', ...rest] = wrapLine(neutralise(short), width - LABEL_COLUMNS)
  return [`${head}${first}`, ...rest.map((row) => `${' '.repeat(LABEL_COLUMNS - 2)}| ${row}`)]
}
