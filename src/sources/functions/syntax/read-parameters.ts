import type { Node, ParamPattern, TSType } from 'oxc-parser'
import type { JsonValue } from '../../../schema/json-schema.ts'
import type { Place } from '../function-problem.ts'
import type { Shape } from '../type-shape.ts'
import { literalOf } from './literal-of.ts'
import { findName } from './find-name.ts'
import type { SourceFile } from './source-file.ts'
import type { SourceFiles } from './source-files.ts'
import { ofShape, type SyntaxType } from './syntax-type.ts'

/** A parameter as it is written. */
export interface ParameterSyntax {
  /** Undefined when it is taken apart at once: `({ city, unit })`. */
  readonly name: string | undefined
  readonly annotation: TSType | undefined
  /** What a plain default says of the type, where nothing else does. */
  readonly inferred: Shape<SyntaxType> | undefined
  readonly isOptional: boolean
  readonly isRest: boolean
  readonly hasInitializer: boolean
  /** Only where it is written out: what is computed is computed at each call. */
  readonly default: JsonValue | undefined
  /** Defaults of what it is taken apart into, by the name of the property. */
  readonly propertyDefaults: ReadonlyMap<string, JsonValue>
  readonly place: Place
}

export function readParameters(
  parameters: readonly ParamPattern[],
  file: SourceFile,
  files: SourceFiles,
): readonly ParameterSyntax[] {
  return parameters.flatMap((parameter) => {
    const isThis = parameter.type === 'Identifier' && parameter.name === 'this'
    return isThis ? [] : [readParameter(parameter, file, files)]
  })
}

function readParameter(parameter: ParamPattern, file: SourceFile, files: SourceFiles): ParameterSyntax {
  const place: Place = { file: file.path, offset: parameter.start }
  const plain = parameter.type === 'TSParameterProperty' ? parameter.parameter : parameter
  const isRest = plain.type === 'RestElement'
  const pattern =
    plain.type === 'RestElement' ? plain.argument : plain.type === 'AssignmentPattern' ? plain.left : plain
  const initializer = plain.type === 'AssignmentPattern' ? plain.right : undefined
  const annotation = isRest
    ? plain.typeAnnotation
    : 'typeAnnotation' in pattern
      ? pattern.typeAnnotation
      : undefined
  const initial = initializer === undefined ? undefined : valueOf(initializer, file, files)
  return {
    name: pattern.type === 'Identifier' ? pattern.name : undefined,
    annotation: annotation?.typeAnnotation,
    inferred: annotation ? undefined : (builtOf(initializer, file) ?? typeOfValue(initial)),
    isOptional: initializer !== undefined || ('optional' in pattern && pattern.optional),
    isRest,
    hasInitializer: initializer !== undefined,
    default: initial ?? undefined,
    propertyDefaults:
      pattern.type === 'ObjectPattern' ? propertyDefaults(pattern.properties, file, files) : new Map(),
    place,
  }
}

function typeOfValue(value: JsonValue | undefined): Shape<SyntaxType> | undefined {
  const type = typeof value
  if (type === 'string' || type === 'number' || type === 'boolean') return { kind: type }
  if (!Array.isArray(value) || value.length === 0) return undefined
  const [first, ...others] = value as readonly JsonValue[]
  const items = typeOfValue(first)
  const isUniform = items !== undefined && others.every((other) => typeof other === typeof first)
  return isUniform && typeof first !== 'object' ? { kind: 'array', items: ofShape(items) } : undefined
}

/** `new Date()` says what it is. */
function builtOf(node: Node | undefined, file: SourceFile): Shape<SyntaxType> | undefined {
  if (node?.type !== 'NewExpression' || node.callee.type !== 'Identifier') return undefined
  const { name } = node.callee
  const isOwn = file.declarations.has(name) || file.imports.has(name)
  if (isOwn || (name !== 'Date' && name !== 'URL' && name !== 'Uint8Array')) return undefined
  return { kind: 'builtin', name, arguments: [] }
}

function propertyDefaults(
  properties: readonly Node[],
  file: SourceFile,
  files: SourceFiles,
): ReadonlyMap<string, JsonValue> {
  const defaults = new Map<string, JsonValue>()
  for (const property of properties) {
    if (property.type !== 'Property' || property.value.type !== 'AssignmentPattern') continue
    const name =
      property.key.type === 'Identifier' && !property.computed ? property.key.name : literalOf(property.key)
    const value = valueOf(property.value.right, file, files)
    if (name !== undefined && value !== undefined) defaults.set(String(name), value)
  }
  return defaults
}

/** The value of an expression that is written out, or of a constant that is; undefined for what is computed. */
export function valueOf(node: Node, file: SourceFile, files: SourceFiles, hops = 0): JsonValue | undefined {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return valueOf(node.expression, file, files, hops)
    case 'Literal':
    case 'UnaryExpression':
    case 'TemplateLiteral': {
      if (node.type === 'Literal' && node.raw === 'null') return null
      const value = literalOf(node)
      return typeof value === 'bigint' ? undefined : value
    }
    case 'ArrayExpression': {
      const items = node.elements.map((element) =>
        element === null ? undefined : valueOf(element, file, files, hops),
      )
      return items.every((item) => item !== undefined) ? items : undefined
    }
    case 'ObjectExpression': {
      const pairs: [string, JsonValue][] = []
      for (const property of node.properties) {
        if (property.type !== 'Property' || property.kind !== 'init') return undefined
        const name =
          property.key.type === 'Identifier' && !property.computed
            ? property.key.name
            : literalOf(property.key)
        const value = valueOf(property.value, file, files, hops)
        if (name === undefined || value === undefined) return undefined
        pairs.push([String(name), value])
      }
      return Object.fromEntries(pairs)
    }
    case 'Identifier': {
      const found = hops > 5 ? undefined : findName(files, file, node.name)
      const [only, other] = found?.kind === 'declared' ? found.declarations : []
      if (found?.kind !== 'declared' || other !== undefined || only?.node.type !== 'VariableDeclarator')
        return undefined
      return only.node.init === null || !isConstant(only.start, found.file)
        ? undefined
        : valueOf(only.node.init, found.file, files, hops + 1)
    }
    default:
      return undefined
  }
}

function isConstant(start: number, file: SourceFile): boolean {
  return /^(?:export\s+)?const\b/.test(file.text.slice(start, start + 20))
}
