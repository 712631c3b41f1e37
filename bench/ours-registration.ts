// Toolwright as a strategy of the registration bench, beside the others.
import { run, STRATEGIES, type Strategy } from './registration-strategies.ts'

const ours: Strategy = {
  name: 'Toolwright defineTool + register',
  remark: '',
  load: async () => {
    const { createToolwright, defineTool } = await import('../src/index.ts')
    const toolwright = createToolwright({ tools: [] })
    return {
      register: ({ name, description, schema }) =>
        toolwright.registry.register(defineTool({ name, description, input: schema, run })),
      call: (name, text) => toolwright.execute({ id: 'call-1', name, arguments: text }, {}),
    }
  },
}

export function allStrategies(): readonly Strategy[] {
  return [ours, ...STRATEGIES]
}
