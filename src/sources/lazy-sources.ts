// The doors to the sources. Each is loaded by its first call: a program that reads no files, documents or servers does not
// pay for the readers when it starts (a quarter of the import of the core).
import type { toolsFromFiles as toolsFromFilesType } from './files/tools-from-files.ts'
import type { validateFiles as validateFilesType } from './files/validate-files.ts'
import type { watchFiles as watchFilesType } from './files/watch-files.ts'
import type {
  buildManifest as buildManifestType,
  toolsFromManifest as toolsFromManifestType,
} from './functions/build-manifest.ts'
import type { toolFromFunction as toolFromFunctionType } from './functions/tool-from-function.ts'
import type { toolsFromFile as toolsFromFileType } from './functions/tools-from-file.ts'
import type { toolsFromModule as toolsFromModuleType } from './functions/tools-from-module.ts'
import type { watchTools as watchToolsType } from './functions/watch-tools.ts'
import type { connectMcp as connectMcpType } from './mcp/connect-mcp.ts'
import type { toolsFromOpenApi as toolsFromOpenApiType } from './openapi/tools-from-open-api.ts'

/**
 * Makes tools of definition files (JSON or YAML) and of folders of them. Reading runs nothing. A bad tool is reported
 * with line and column, and costs no other.
 */
export const toolsFromFiles: typeof toolsFromFilesType = async (...given) =>
  (await import('./files/tools-from-files.ts')).toolsFromFiles(...given)

/**
 * Looks at definition files as `toolsFromFiles` does, and makes no tools. What `mcp` and `builtin` name is looked for
 * only among what the options give: an editor knows no servers.
 */
export const validateFiles: typeof validateFilesType = async (...given) =>
  (await import('./files/validate-files.ts')).validateFiles(...given)

/**
 * Reads definition files, and again whenever they change. A changed file takes the place of the old one at once and
 * whole; one with a mistake in it is reported, and its last good tools stay.
 */
export const watchFiles: typeof watchFilesType = async (...given) =>
  (await import('./files/watch-files.ts')).watchFiles(...given)

/** Writes what a file's functions are, so that production needs neither parser nor compiler. Throws for any error. */
export const buildManifest: typeof buildManifestType = async (...given) =>
  (await import('./functions/build-manifest.ts')).buildManifest(...given)

/** The tools of a manifest. Throws SOURCE_STALE when a file beside it is another one than it was built from. */
export const toolsFromManifest: typeof toolsFromManifestType = async (...given) =>
  (await import('./functions/build-manifest.ts')).toolsFromManifest(...given)

/**
 * Makes a tool of a function of this program: `toolFromFunction(getWeather, import.meta.url)`. Types are not there when
 * a program runs, so its source is read. Throws with everything that is wrong.
 */
export const toolFromFunction: typeof toolFromFunctionType = async (...given) =>
  (await import('./functions/tool-from-function.ts')).toolFromFunction(...given)

/**
 * Makes tools of the functions that a TypeScript file exports. Reading never runs the file: a worker imports it at the
 * first call, or this process does when it is trusted.
 */
export const toolsFromFile: typeof toolsFromFileType = async (...given) =>
  (await import('./functions/tools-from-file.ts')).toolsFromFile(...given)

/**
 * Makes tools of a module that is imported already, which run in this process:
 * `toolsFromModule(await import('./tools.ts'), new URL('./tools.ts', import.meta.url))`.
 */
export const toolsFromModule: typeof toolsFromModuleType = async (...given) =>
  (await import('./functions/tools-from-module.ts')).toolsFromModule(...given)

/**
 * Reads a file of functions, and again whenever it, or a file that its types come from, changes. `onChange` gets all
 * tools at once; when the file as a whole is bad, the last good tools with the problems of the bad file.
 */
export const watchTools: typeof watchToolsType = async (...given) =>
  (await import('./functions/watch-tools.ts')).watchTools(...given)

/**
 * Makes a tool of each operation of an OpenAPI document (3.0, 3.1; JSON or YAML): a file, an address, or a parsed object.
 * An operation that cannot be taken over is a problem and costs no other; throws only for options that are wrong.
 */
export const toolsFromOpenApi: typeof toolsFromOpenApiType = async (...given) =>
  (await import('./openapi/tools-from-open-api.ts')).toolsFromOpenApi(...given)

/**
 * Connects to an MCP server and takes its tools over. Resolves when the first attempt has ended: look at `state` for how.
 * A server that could not be reached is tried again, unless trying is of no use. `close()` it when it is needed no more:
 * until then it keeps the program running.
 */
export const connectMcp: typeof connectMcpType = async (...given) =>
  (await import('./mcp/connect-mcp.ts')).connectMcp(...given)
