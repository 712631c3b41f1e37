import { defineCommandTool } from '../author/define-isolated-tool.ts'
import type { AllowList } from '../define/constraints.ts'
import type { Tool } from '../define/tool.ts'

const DEFAULT_TIMEOUT_SECONDS = 30
// A test suite or an install takes minutes; the model has to ask for them.
const MAX_TIMEOUT_SECONDS = 600
const MAX_COMMAND_CHARACTERS = 100_000

/** The built-in tool that runs a shell command, at isolation strict: of the machine only what is allowed exists for it. */
export function runCommandTool(allow: AllowList): Tool {
  return defineCommandTool({
    name: 'run_command',
    description:
      'Runs a shell command in a sandbox: only the project folders exist, nothing can be typed in, and the network is off unless hosts were allowed. ' +
      'Gives exit_code, signal, stdout and stderr. Ask for more time with timeout_secs; what still runs then is ended, with all it started.',
    category: 'code_execution',
    dangerLevel: 'high',
    requiredPermissions: ['tool.process.run'],
    constraints: {
      maxExecutionMs: MAX_TIMEOUT_SECONDS * 1_000,
      isolation: 'strict',
      allow,
    },
    version: '1.0.0',
    input: [
      {
        name: 'command',
        type: 'string',
        required: true,
        description: 'The command, as /bin/sh takes it: pipes, redirections and variables work.',
        schema: { type: 'string', minLength: 1, maxLength: MAX_COMMAND_CHARACTERS },
      },
      {
        name: 'working_dir',
        type: 'string',
        description: 'Folder to start in: absolute, or relative to the project. Default: the project.',
      },
      {
        name: 'timeout_secs',
        type: 'integer',
        default: DEFAULT_TIMEOUT_SECONDS,
        minimum: 1,
        maximum: MAX_TIMEOUT_SECONDS,
        description: 'Longest it may run, in seconds.',
      },
    ],
    argv: ['/bin/sh', '-c', '{command}'],
    workingDirectoryFrom: 'working_dir',
    timeoutSecondsFrom: 'timeout_secs',
  })
}
