import { anyObject, either, flag, listOf, matching, number, oneOf, parameters, shape, text } from './shape.ts'

const name = matching('^[a-zA-Z0-9_-]{1,64}$')

const image = shape({
  format: oneOf('png', 'jpeg', 'gif', 'webp'),
  source: shape({ bytes: matching('^[A-Za-z0-9+/]+={0,2}$') }),
})

export const bedrockRequest = shape({
  messages: listOf(
    shape({
      role: oneOf('user', 'assistant'),
      content: listOf(
        either(
          shape({ text }),
          shape({ toolUse: shape({ toolUseId: name, name, input: anyObject }) }),
          shape({
            toolResult: shape({
              toolUseId: name,
              'status?': oneOf('success', 'error'),
              content: listOf(either(shape({ text }), shape({ json: anyObject }), shape({ image })), 1),
            }),
          }),
        ),
        1,
      ),
    }),
    1,
  ),
  'system?': listOf(shape({ text })),
  'inferenceConfig?': shape({ 'maxTokens?': number, 'temperature?': number }),
  'toolConfig?': shape({
    tools: listOf(
      shape({
        toolSpec: shape({
          name,
          'description?': text,
          inputSchema: shape({ json: parameters }),
          'strict?': flag,
        }),
      }),
      1,
    ),
    'toolChoice?': either(
      shape({ auto: shape({}) }),
      shape({ any: shape({}) }),
      shape({ tool: shape({ name }) }),
    ),
  }),
})
