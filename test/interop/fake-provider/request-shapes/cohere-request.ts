import { either, flag, listOf, number, oneOf, parameters, shape, text } from './shape.ts'

const textPart = shape({ type: oneOf('text'), text })

export const cohereRequest = shape({
  model: text,
  messages: listOf(
    either(
      shape({ role: oneOf('system'), content: either(text, listOf(textPart)) }),
      shape({ role: oneOf('user'), content: either(text, listOf(textPart)) }),
      shape({ role: oneOf('assistant'), content: either(text, listOf(textPart)) }),
      // Beside calls there is no content: the plan goes into its own field.
      shape({
        role: oneOf('assistant'),
        'tool_plan?': text,
        tool_calls: listOf(
          shape({
            id: text,
            type: oneOf('function'),
            function: shape({ name: text, arguments: text }),
          }),
          1,
        ),
      }),
      shape({
        role: oneOf('tool'),
        tool_call_id: text,
        content: either(
          text,
          listOf(
            either(textPart, shape({ type: oneOf('document'), document: shape({ data: {}, 'id?': text }) })),
          ),
        ),
      }),
    ),
    1,
  ),
  'tools?': listOf(
    shape({ type: oneOf('function'), function: shape({ name: text, 'description?': text, parameters }) }),
  ),
  'tool_choice?': oneOf('REQUIRED', 'NONE'),
  'strict_tools?': flag,
  'stream?': flag,
  'max_tokens?': number,
  'temperature?': number,
})
