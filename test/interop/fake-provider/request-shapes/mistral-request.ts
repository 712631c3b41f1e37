import { anyObject, either, flag, listOf, matching, number, oneOf, parameters, shape, text } from './shape.ts'

const callId = matching('^[a-zA-Z0-9]{9}$')
const chunk = either(
  shape({ type: oneOf('text'), text }),
  shape({ type: oneOf('image_url'), image_url: either(text, shape({ url: text })) }),
)
const content = either(text, listOf(chunk))

export const mistralRequest = shape({
  model: text,
  messages: listOf(
    either(
      shape({ role: oneOf('system'), content }),
      shape({ role: oneOf('user'), content }),
      shape({
        role: oneOf('assistant'),
        'content?': either(content, { type: 'null' }),
        'tool_calls?': listOf(
          shape({
            id: callId,
            'type?': oneOf('function'),
            'index?': number,
            function: shape({ name: text, arguments: either(text, anyObject) }),
          }),
        ),
        'prefix?': flag,
      }),
      shape({ role: oneOf('tool'), tool_call_id: callId, 'name?': text, content }),
    ),
    1,
  ),
  'tools?': listOf(
    shape({
      type: oneOf('function'),
      function: shape({ name: text, 'description?': text, 'strict?': flag, parameters }),
    }),
  ),
  'tool_choice?': either(
    oneOf('auto', 'none', 'any', 'required'),
    shape({ type: oneOf('function'), function: shape({ name: text }) }),
  ),
  'parallel_tool_calls?': flag,
  'stream?': flag,
  'max_tokens?': number,
  'temperature?': number,
  // The official client writes its defaults.
  'safe_prompt?': flag,
})
