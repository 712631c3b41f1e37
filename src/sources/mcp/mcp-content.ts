import {
  audio,
  image,
  json,
  parts,
  resource,
  text,
  toolError,
  type ToolOutput,
} from '../../results/content.ts'
import type { ContentPart } from '../../results/tool-result.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * What a server answered to a call, as a tool's output. Blocks become parts; one of text alone is the text. Where the
 * tool has an output schema, the structured content is the result: that is what the schema is about.
 */
export function outputOf(result: unknown, hasOutputSchema: boolean, server: string): ToolOutput {
  const { content, structuredContent, isError } = fieldsOf(result)
  const blocks = Array.isArray(content) ? content : []
  if (isError === true) return toolError(errorText(blocks, structuredContent, server))
  if (hasOutputSchema) {
    if (structuredContent !== undefined) return json(structuredContent)
    return toolError(
      `The MCP server '${server}' gave no structured content, which its output schema promises.`,
    )
  }
  if (blocks.length === 0) return structuredContent === undefined ? text('') : json(structuredContent)
  const [first] = blocks
  const alone = blocks.length === 1 ? fieldsOf(first) : {}
  if (alone['type'] === 'text' && typeof alone['text'] === 'string') return text(alone['text'])
  return parts(blocks.flatMap((block) => partsOf(fieldsOf(block))))
}

function errorText(blocks: readonly unknown[], structuredContent: unknown, server: string): string {
  const texts = blocks.flatMap((block) => {
    const { type, text } = fieldsOf(block)
    return type === 'text' && typeof text === 'string' ? [text] : []
  })
  if (texts.length > 0) return texts.join('\n')
  if (structuredContent !== undefined) return JSON.stringify(structuredContent)
  return `The MCP server '${server}' reports a failure without saying which.`
}

// What is malformed goes on as it is: the reading of parts says what is wrong with it, and the others stay.
function partsOf(block: Fields): readonly (ContentPart | string)[] {
  const { type, data, mimeType } = block
  switch (type) {
    case 'text':
      return [textOf(block['text'])]
    case 'image':
      return [image(textOf(data), textOf(mimeType))]
    case 'audio':
      return [audio(textOf(data), textOf(mimeType))]
    case 'resource':
      return [resourceOf(fieldsOf(block['resource']))]
    case 'resource_link':
      return linkOf(block)
    default:
      return [`[a block of type '${textOf(type).slice(0, 40)}' was left out]`]
  }
}

function resourceOf({ uri, mimeType, text, blob }: Fields): ContentPart {
  return resource(textOf(uri), {
    ...(typeof mimeType === 'string' ? { mimeType } : {}),
    ...(typeof text === 'string' ? { text } : {}),
    ...(typeof blob === 'string' ? { data: blob } : {}),
  })
}

/** A link has words of its own beside the address: what stands there is for the model to choose by. */
function linkOf({ uri, mimeType, name, title, description }: Fields): readonly (ContentPart | string)[] {
  const words = [title ?? name, description].filter((word) => typeof word === 'string' && word !== '')
  const link = resource(textOf(uri), typeof mimeType === 'string' ? { mimeType } : {})
  return words.length === 0 ? [link] : [words.join(': '), link]
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}
