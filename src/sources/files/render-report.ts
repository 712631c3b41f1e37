import { relative } from 'node:path'
import type { FileProblem } from './file-problem.ts'
import type { FilesReport } from './validate-files.ts'

/** The report as a person reads it: each problem with its line and a caret below, then the sum. */
export function renderReport({ files, problems }: FilesReport, folder: string = process.cwd()): string {
  const tools = files.reduce((sum, file) => sum + file.tools.length, 0)
  const bad = new Set(problems.map(({ file }) => file)).size
  const sum =
    problems.length === 0
      ? `${count(tools, 'tool')} in ${count(files.length, 'file')}: nothing is wrong.`
      : `${count(problems.length, 'problem')} in ${bad} of ${count(files.length, 'file')}.`
  return `${[...problems.map((problem) => renderProblem(problem, folder)), sum].join('\n\n')}\n`
}

/** `tools.yaml:4:13 get_weather danger_level: unknown …`, the line with a caret, and the cure. */
export function renderProblem(problem: FileProblem, folder: string = process.cwd()): string {
  const { line, column, tool, path, code, message, cure } = problem
  const own = relative(folder, problem.file)
  const file = own === '' || own.startsWith('..') ? problem.file : own
  const subject = [tool, path].filter((part) => part !== '').join(' ')
  const number = `${line} | `
  return [
    `${file}:${line}:${column} ${code}${subject === '' ? '' : ` ${subject}`}: ${plain(message)}`,
    ...excerpt(problem, number),
    `  → ${plain(cure)}`,
  ].join('\n')
}

const WIDTH = 100

function excerpt({ lineText = '', column }: FileProblem, number: string): string[] {
  if (lineText === '' || column > lineText.length + 1) return []
  // A long line is shown around the place.
  const from = column > WIDTH ? column - WIDTH / 2 : 0
  const shown = plain(lineText.slice(from, from + WIDTH))
  return [`  ${number}${shown}`, `  ${' '.repeat(number.length + column - 1 - from)}^`]
}

// One column a character, and nothing that a terminal would take for a command.
function plain(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is meant
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, ' ')
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
