import type { DecodeProblem, WireResponse } from '../decoded.ts'

/** What is left of an answer that is an error, or none at all. */
export function failedAnswer(problem: DecodeProblem): WireResponse {
  return { text: '', reasoning: '', calls: [], finish: 'error', messages: [], problems: [problem] }
}
