// The station that holds the tools. Comes in: tools from code, files and people. Goes out: look-ups, lists, snapshots of
// one moment, and events. Never here: running a tool, or a provider's payload (those hang off the snapshot).
import type { ToolDefinition } from '../define/tool-definition.ts'
import type { Tool } from '../define/tool.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'
import type { Emitter } from '../observe/event-emitter.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { addTools } from './add-tools.ts'
import type { ChangeOptions, RegisterOptions, RegisterOutcome, UpdateOptions } from './registry-core.ts'
import { filterTools, type ToolFilter } from './filter-tools.ts'
import type { RegistryEntry } from './registry-entry.ts'
import { createRegistryEmitter, type RegistryEvents } from './registry-events.ts'
import { readRegistryOptions, type RegistryOptions } from './registry-options.ts'
import { createRegistryReport } from './registry-report.ts'
import { removeTool } from './remove-tool.ts'
import type { RegistrySnapshot } from './snapshot.ts'
import { switchTool } from './switch-tool.ts'
import { createToolTable } from './tool-table.ts'
import { updateTool } from './update-tool.ts'

/** What a model is told of a tool. */
export interface ToolListing {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonSchema
}

/** The tools of a deployment. Every change is complete before anybody sees it, and is then told to the subscribers. */
export interface Registry {
  /** Adds a tool; throws a ToolwrightError that says why not. Gives the tool as it is held: validated and frozen. */
  register(tool: Tool, options?: RegisterOptions): Tool
  /** Adds a tool from a file, the network or a page; gives the reason as a value. Never throws. */
  tryRegister(tool: unknown, options?: RegisterOptions): RegisterOutcome
  /** Adds all of the tools, or throws and adds none. One new version. */
  registerAll(tools: readonly Tool[], options?: RegisterOptions): readonly Tool[]
  /** Replaces a tool, or its definition alone; what runs it then stays. */
  update(name: string, change: Tool | ToolDefinition, options?: UpdateOptions): Tool
  /** The same for files, the network and pages; gives the reason as a value. Never throws. */
  tryUpdate(name: string, change: unknown, options?: UpdateOptions): RegisterOutcome
  /** Removes a tool and gives it back; undefined when there is none of the name. */
  unregister(name: string, options?: ChangeOptions): Tool | undefined
  /** Switches a tool on; false when there is none of the name. */
  enable(name: string, options?: ChangeOptions): boolean
  /** Switches a tool off: it stays, but is left out of what models are offered. False when there is none of the name. */
  disable(name: string, options?: ChangeOptions): boolean

  get(name: string): Tool | undefined
  has(name: string): boolean
  /** Who registered a tool and when, where it came from, whether it is built in. */
  info(name: string): RegistryEntry | undefined
  list(): ToolListing[]
  /** The tools that are not disabled. */
  enabled(): readonly Tool[]
  filter(filter: ToolFilter): Tool[]
  /** The enabled tools as text for a system prompt. */
  describe(): string
  /** Everything at this moment; the same object until the next change. */
  snapshot(): RegistrySnapshot
  readonly size: number
  readonly isEmpty: boolean
  /** Grows with every change. */
  readonly version: number

  /** Subscribes; the returned function unsubscribes. What a listener throws is logged and harms nobody. */
  readonly on: Emitter<RegistryEvents>['on']
  readonly once: Emitter<RegistryEvents>['once']
}

/** Makes an empty registry. */
export function createRegistry(options: RegistryOptions = {}): Registry {
  const settings = readRegistryOptions(options)
  const table = createToolTable()
  const { entries } = table
  const emitter = createRegistryEmitter(settings.logger)
  const core = { settings, table, report: createRegistryReport(settings, emitter) }

  function tryRegister(tool: unknown, options: RegisterOptions = {}): RegisterOutcome {
    const added = addTools(core, [tool], options)
    if (!added.ok) return added
    const [first] = added.tools
    return { ok: true, tool: first }
  }

  return Object.freeze<Registry>({
    register: (tool, options) => toolOrThrow(tryRegister(tool, options)),
    tryRegister,
    registerAll(tools, options = {}) {
      if (!Array.isArray(tools)) throw notAList(tools)
      const added = addTools(core, tools, options)
      if (!added.ok) throw added.error
      return added.tools
    },
    update: (name, change, options = {}) => toolOrThrow(updateTool(core, name, change, options)),
    tryUpdate: (name, change, options = {}) => updateTool(core, name, change, options),
    unregister: (name, options = {}) => removeTool(core, name, options),
    enable: (name, options = {}) => switchTool(core, name, true, options),
    disable: (name, options = {}) => switchTool(core, name, false, options),

    get: (name) => entries.get(name)?.tool,
    has: (name) => entries.has(name),
    info: (name) => entries.get(name),
    list: () => table.snapshot().tools.map(({ definition }) => listingOf(definition)),
    enabled: () => table.snapshot().enabled,
    filter: (filter) => filterTools(entries.values(), filter),
    describe: () => table.snapshot().describe(),
    snapshot: () => table.snapshot(),
    get size() {
      return entries.size
    },
    get isEmpty() {
      return entries.size === 0
    },
    get version() {
      return table.version
    },

    on: (event, listener) => emitter.on(event, listener),
    once: (event, listener) => emitter.once(event, listener),
  })
}

function notAList(value: unknown): ToolwrightError {
  const found = value === null ? 'null' : `of type ${typeof value}`
  const message = `\`registerAll\` takes a list of tools; what it got is ${found}. Give an array: \`registerAll([tool])\`.`
  return new ToolwrightError('OPTION_INVALID', message, { hint: 'Give an array of tools.' })
}

function toolOrThrow(outcome: RegisterOutcome): Tool {
  if (outcome.ok) return outcome.tool
  throw outcome.error
}

function listingOf({ name, description, inputSchema }: ToolDefinition): ToolListing {
  return { name, description, inputSchema }
}
