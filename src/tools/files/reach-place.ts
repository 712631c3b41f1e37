import { isAbsolute, sep } from 'node:path'
import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { codeOf, explainFailure, fileError } from './file-error.ts'
import { findRoot, type FileRoots } from './file-roots.ts'
import { NotAFile, type FolderHandle } from './folder-handle.ts'
import type { GivenPath } from './read-path.ts'
import { suggestNames } from './suggest-names.ts'

const MAX_LINKS = 40
/** How often a name may turn into something else under our hands before the call gives up. */
const MAX_RACES = 20

/** Where a path leads: the folder that holds it, open, and its name there. All links are behind. */
export interface Place {
  readonly folder: FolderHandle
  /** Empty when the place is `folder` itself. */
  readonly name: string
  readonly kind: 'file' | 'folder' | 'other' | 'missing'
  /** From the root: what was walked, links replaced by what they lead to. */
  readonly trail: readonly string[]
  /** The folders from the root to `folder`, open. */
  readonly chain: readonly FolderHandle[]
  readonly given: GivenPath
}

export interface ReachOptions {
  /** Make the folders that are missing. @default false */
  readonly createFolders?: boolean
}

/**
 * Walks a path from its root, one open folder at a time, and hands what it leads to to `use`. Links are read and
 * followed here, never by the system, so that they cannot lead out of the roots, whoever swaps them meanwhile.
 */
export async function reachPlace<Value>(
  roots: FileRoots,
  given: GivenPath,
  use: (place: Place) => Promise<Value>,
  { createFolders = false }: ReachOptions = {},
): Promise<Value> {
  const walk = new Walk(roots, given, createFolders)
  try {
    return await use(walk.run())
  } catch (thrown) {
    if (thrown instanceof NotAFile) throw notOrdinary(given.shown)
    throw explainFailure(thrown, given.shown)
  } finally {
    walk.close()
  }
}

export function notOrdinary(shown: string): ToolwrightError {
  return fileError(`\`${shown}\` is a device, pipe or socket; only ordinary files can be used.`)
}

class Walk {
  readonly #roots: FileRoots
  readonly #given: GivenPath
  readonly #createFolders: boolean
  readonly #open: FolderHandle[] = []
  #trail: string[] = []
  #todo: string[]
  #links = 0
  #races = 0

  constructor(roots: FileRoots, given: GivenPath, createFolders: boolean) {
    this.#roots = roots
    this.#given = given
    this.#createFolders = createFolders
    this.#todo = [...given.names]
  }

  run(): Place {
    this.#start(this.#given.root)
    for (let name = this.#todo.shift(); name !== undefined; name = this.#todo.shift()) {
      const place = this.#step(name)
      if (place !== undefined) return place
    }
    return this.#place('', 'folder')
  }

  close(): void {
    for (const folder of this.#open.splice(0)) folder.close()
  }

  get #folder(): FolderHandle {
    const folder = this.#open.at(-1)
    if (folder === undefined) throw new ToolwrightError('INTERNAL', 'A walk has no folder.')
    return folder
  }

  #start(root: string): void {
    this.close()
    this.#trail = []
    try {
      this.#open.push(this.#roots.open(root))
    } catch (thrown) {
      throw new ToolwrightError(
        'TOOL_NOT_CONFIGURED',
        'The folder that the file tools work in does not exist, or may not be opened. The operator has to create it or correct the option `roots`.',
        { cause: thrown },
      )
    }
  }

  #step(name: string): Place | undefined {
    if (name === '..') {
      this.#up()
      return undefined
    }
    const folder = this.#folder
    const stat = folder.stat(name)
    if (stat === undefined) return this.#missing(name)
    if (stat.isSymbolicLink()) {
      this.#follow(name)
      return undefined
    }
    if (!stat.isDirectory()) {
      if (this.#todo.length > 0) throw this.#noFolder(name)
      return this.#place(name, stat.isFile() ? 'file' : 'other')
    }
    this.#enter(name)
    return undefined
  }

  #enter(name: string): void {
    try {
      this.#open.push(this.#folder.openFolder(name))
      this.#trail.push(name)
    } catch (thrown) {
      // It was a folder a moment ago: look again.
      const isRace = ['ENOTDIR', 'ELOOP', 'ENOENT', 'ESTALE'].includes(codeOf(thrown))
      if (!isRace || ++this.#races > MAX_RACES) throw thrown
      this.#todo.unshift(name)
    }
  }

  #up(): void {
    if (this.#open.length === 1) throw this.#outside()
    this.#open.pop()?.close()
    this.#trail.pop()
  }

  #follow(name: string): void {
    if (++this.#links > MAX_LINKS)
      throw fileError(`\`${this.#given.shown}\` leads through more than ${MAX_LINKS} links, or in circles.`)
    let target: string
    try {
      target = this.#folder.readLink(name)
    } catch (thrown) {
      if (codeOf(thrown) !== 'EINVAL' && codeOf(thrown) !== 'ENOENT') throw thrown
      this.#todo.unshift(name) // no longer a link
      return
    }
    if (isAbsolute(target)) {
      const found = findRoot(this.#roots, target)
      if (found === undefined) throw this.#outside()
      this.#start(found.root)
      this.#todo.unshift(...found.names.filter((part) => part !== '.'))
      return
    }
    this.#todo.unshift(...target.split(sep).filter((part) => part !== '' && part !== '.'))
  }

  #missing(name: string): Place | undefined {
    if (this.#todo.length === 0 && !(this.#createFolders && this.#given.mustBeFolder))
      return this.#place(name, 'missing')
    if (!this.#createFolders) {
      const shown = [...this.#trail, name].join('/')
      throw fileError(
        `\`${this.#given.shown}\` does not exist: there is no folder \`${shown}\`.${suggestNames(this.#folder, name, this.#trail)}`,
      )
    }
    this.#folder.makeFolder(name)
    if (++this.#races > MAX_RACES * 10) throw fileError(`\`${this.#given.shown}\` cannot be made.`)
    this.#todo.unshift(name)
    return undefined
  }

  #place(name: string, kind: Place['kind']): Place {
    if (kind !== 'folder' && this.#given.mustBeFolder)
      throw fileError(
        `\`${this.#given.shown}\` is not a folder, but \`path\` ends with a slash. Leave the slash off.`,
      )
    const trail = name === '' ? [...this.#trail] : [...this.#trail, name]
    return { folder: this.#folder, name, kind, trail, chain: [...this.#open], given: this.#given }
  }

  #noFolder(name: string): ToolwrightError {
    const shown = [...this.#trail, name].join('/')
    return fileError(`\`${this.#given.shown}\` does not exist: \`${shown}\` is a file, not a folder.`)
  }

  #outside(): ToolwrightError {
    return fileError(
      `\`${this.#given.shown}\` is, or leads through, a link to a place outside the folders that this tool may use. Links are followed inside only.`,
    )
  }
}
