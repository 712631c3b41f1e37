// A server of the official library that speaks both eras: over standard input and output when it is started, over HTTP
// when it is imported.
import { acceptedContent, inputRequired, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

const City = z.object({ city: z.string() })

/** Tools that were added while it runs; every instance has them. */
export const laterTools: string[] = []

export function createDualServer(): McpServer {
  const server = new McpServer(
    { name: 'dual', version: '3.2.1' },
    { capabilities: { tools: { listChanged: true } }, instructions: 'Ask politely.' },
  )
  server.registerTool(
    'add-numbers',
    {
      description: 'Adds two numbers',
      inputSchema: z.object({ a: z.number(), b: z.number() }),
      outputSchema: z.object({ sum: z.number() }),
      annotations: { readOnlyHint: true },
    },
    ({ a, b }) => ({
      content: [{ type: 'text', text: String(a + b) }],
      structuredContent: { sum: a + b },
    }),
  )
  server.registerTool(
    'weather',
    { description: 'Weather where the user is', inputSchema: z.object({}) },
    (_args, context) => {
      const answer = acceptedContent(context.mcpReq.inputResponses, 'city', City)
      if (answer !== undefined) return { content: [{ type: 'text', text: `Rain in ${answer.city}` }] }
      return inputRequired({
        inputRequests: { city: inputRequired.elicit({ message: 'Which city?', requestedSchema: City }) },
      })
    },
  )
  for (const name of laterTools) {
    server.registerTool(name, { description: 'Came later', inputSchema: z.object({}) }, () => ({
      content: [{ type: 'text', text: 'here' }],
    }))
  }
  return server
}

if (import.meta.main) serveStdio(createDualServer)
