import type { ResultContent } from './tool-result.ts'

/** The bare value of a content, without its tag: what an output schema is about. */
export function contentValue(content: ResultContent): unknown {
  switch (content.type) {
    case 'text':
      return content.text
    case 'json':
      return content.value
    case 'parts':
      return content.parts
  }
}
