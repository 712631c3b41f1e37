import { createRequire } from 'node:module'
import type * as Yaml from 'yaml'
import { setOwn } from '../../schema/mend/fill-defaults.ts'
import {
  type FileNode,
  type FilePart,
  MAX_FILE_DEPTH,
  NO_PARTS,
  type ReadText,
  type SyntaxProblem,
  TOO_DEEP,
} from './file-node.ts'
import { givenTwice } from './read-json.ts'

// What a person writes to say a thing once; more is an attack. Each use counts for all that it repeats.
const MAX_ALIASES = 100
const MAX_VALUES = 200_000
// The parser takes seconds to fail at brackets that never close.
const MAX_OPEN_BRACKETS = 1_000

let loaded: typeof Yaml | undefined

/**
 * Reads YAML 1.2 with what JSON can say: no tags of its own, no merge keys, no second document, and aliases within
 * bounds. The package is loaded at the first file.
 */
export function readYaml(text: string): ReadText {
  if (hasOpenBrackets(text)) return { problems: [{ start: 0, ...TOO_DEEP }] }
  const yaml = (loaded ??= createRequire(import.meta.url)('yaml') as typeof Yaml)
  let document: Yaml.Document.Parsed
  try {
    document = yaml.parseDocument(text, {
      schema: 'core',
      version: '1.2',
      merge: false,
      resolveKnownTags: false,
      // Compares each name with all before it; the walk below does it in one go.
      uniqueKeys: false,
      stringKeys: true,
      prettyErrors: false,
      logLevel: 'error',
    })
  } catch (thrown) {
    // It calls itself for each level.
    if (thrown instanceof RangeError) return { problems: [{ start: 0, ...TOO_DEEP }] }
    throw thrown
  }
  const problems = [...document.errors, ...document.warnings].map(explain)
  if (document.directives.yaml.explicit === true && document.directives.yaml.version !== '1.2')
    problems.unshift({ start: 0, message: 'only YAML 1.2 is read', cure: 'Leave the `%YAML` line out.' })
  return problems.length === 0 ? walk(yaml, document) : { problems }
}

function walk(yaml: typeof Yaml, document: Yaml.Document.Parsed): ReadText {
  const problems: SyntaxProblem[] = []
  const anchors = new Map<string, Yaml.Node>()
  const open = new Set<Yaml.Node>()
  let values = 0
  let aliases = 0

  function complain(start: number, message: string, cure: string): FileNode {
    problems.push({ start, message, cure })
    return { value: null, start, parts: NO_PARTS }
  }

  function read(node: Yaml.Node | null, start: number, depth: number): FileNode {
    if (node === null) return { value: null, start, parts: NO_PARTS }
    const place = node.range?.[0] ?? start
    // One problem is enough: what follows would only repeat it.
    if (problems.length > 0) return { value: null, start: place, parts: NO_PARTS }
    values += 1
    if (values > MAX_VALUES)
      return complain(
        place,
        `the file holds more than ${MAX_VALUES} values`,
        'Split it, and repeat less by aliases.',
      )
    if (depth > MAX_FILE_DEPTH) return complain(place, TOO_DEEP.message, TOO_DEEP.cure)
    if (yaml.isAlias(node)) return readAlias(node, place, depth)
    if (yaml.isScalar(node)) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node)
      return { value: node.value ?? null, start: place, parts: NO_PARTS }
    }
    if (!yaml.isCollection(node)) return complain(place, 'this is no value', 'Write a value that JSON has.')
    if (node.anchor !== undefined) anchors.set(node.anchor, node)
    open.add(node)
    const read = yaml.isMap(node) ? readMap(node, place, depth) : readList(node, place, depth)
    open.delete(node)
    return read
  }

  function readAlias({ source }: Yaml.Alias, start: number, depth: number): FileNode {
    const target = anchors.get(source)
    if (target === undefined)
      return complain(start, `there is no anchor \`&${source}\` before this`, 'Name one that there is.')
    if (open.has(target)) return complain(start, `\`*${source}\` holds itself`, 'Write it out.')
    aliases += 1
    if (aliases > MAX_ALIASES)
      return complain(start, `there are more than ${MAX_ALIASES} aliases`, 'Write the values out.')
    return { ...read(target, start, depth), start }
  }

  function readList(node: Yaml.YAMLSeq, start: number, depth: number): FileNode {
    const parts = new Map<number, FilePart>()
    for (const item of node.items) {
      const child = read(item as Yaml.Node | null, start, depth + 1)
      parts.set(parts.size, { node: child, keyStart: child.start })
    }
    return { value: Array.from(parts.values(), (part) => part.node.value), start, parts }
  }

  function readMap(node: Yaml.YAMLMap, start: number, depth: number): FileNode {
    const parts = new Map<string, FilePart>()
    const value = {}
    for (const { key, value: given } of node.items) {
      const keyStart = (yaml.isNode(key) ? key.range?.[0] : undefined) ?? start
      if (!yaml.isScalar(key)) {
        complain(keyStart, 'a name is no plain text', 'Write the name as text.')
        continue
      }
      const name = keyText(key.value)
      if (name === '<<' && key.type === 'PLAIN')
        complain(keyStart, 'merge keys (`<<`) are not read', 'Write the fields out.')
      const child = read(given as Yaml.Node | null, keyStart, depth + 1)
      if (parts.has(name)) problems.push(givenTwice(name, keyStart))
      parts.set(name, { node: child, keyStart })
      setOwn(value, name, child.value)
    }
    return { value, start, parts }
  }

  const node = read(document.contents, 0, 0)
  return problems.length === 0 ? { node } : { problems }
}

/** Names are texts: the parser was told so, and an empty one has no value. */
function keyText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Whether far more brackets open than close; those in texts count too, which does no harm at this number. */
function hasOpenBrackets(text: string): boolean {
  let open = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x5b || code === 0x7b) open += 1
    else if ((code === 0x5d || code === 0x7d) && open > 0) open -= 1
    if (open > MAX_OPEN_BRACKETS) return true
  }
  return false
}

function explain({ code, message, pos }: Yaml.YAMLError): SyntaxProblem {
  if (message.startsWith('Maximum call stack')) return { start: pos[0], ...TOO_DEEP }
  const cure =
    code === 'TAG_RESOLVE_FAILED'
      ? 'Leave the tag out: only what JSON has can be written.'
      : code === 'MULTIPLE_DOCS'
        ? 'Put the tools in one list.'
        : 'Correct the YAML here; mind the indentation.'
  const text = message.slice(0, 300).replace(/[.:]$/, '')
  return { start: pos[0], message: text.charAt(0).toLowerCase() + text.slice(1), cure }
}
