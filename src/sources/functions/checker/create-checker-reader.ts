import type { TSFunctionType, TSType } from 'oxc-parser'
import { injectedByType } from '../read/injected-parameter.ts'
import { injectedShape } from '../read/injected-shape.ts'
import type { Signature, SignatureParameter } from '../read/signature.ts'
import { withoutUndefined } from '../schema/members.ts'
import type { Callable } from '../syntax/callable.ts'
import { indexSource } from '../syntax/source-file.ts'
import { type ParameterSyntax, readParameters } from '../syntax/read-parameters.ts'
import { parseText, type SourceFiles } from '../syntax/source-files.ts'
import { refused, type Shape } from '../type-shape.ts'
import type { CheckerPort, CheckerSignature, CheckerType } from './checker-port.ts'
import type { CheckerReader } from './checker-reader.ts'
import { checkerShape, METHOD } from './checker-shape.ts'

/** Reads types as the compiler understands them. */
export function createCheckerReader(port: CheckerPort, files: SourceFiles): CheckerReader {
  const shapes = new Map<CheckerType, Shape<CheckerType>>()
  const reader: CheckerReader = {
    keepsOrder: false,
    shape(type) {
      const known = shapes.get(type as CheckerType)
      if (known !== undefined) return known
      const shape = type === METHOD ? refused('a method') : checkerShape(type as CheckerType, port)
      shapes.set(type as CheckerType, shape)
      return shape
    },
    signature(callable) {
      return readSignature(callable, port, reader, files)
    },
    close() {
      // What the compiler has read decides the outcome too.
      for (const file of port.filesRead()) files.text(file)
      port.close()
    },
  }
  return reader
}

function readSignature(
  callable: Callable,
  port: CheckerPort,
  reader: CheckerReader,
  files: SourceFiles,
): Signature<unknown> | undefined {
  const { file, nameOffset, exportName } = callable
  const symbol =
    nameOffset === undefined ? port.exportOf(file.path, exportName) : port.symbolAt(file.path, nameOffset)
  if (symbol === undefined) return undefined
  const type = port.typeOfSymbol(symbol)
  const [signature] = port.signaturesOf(type)
  if (signature === undefined) return undefined
  const written = callable.node === undefined ? [] : readParameters(callable.node.params, file, files)
  const isWritten = callable.node !== undefined && written.length === signature.parameters.length
  const syntaxes = isWritten ? written : printedParameters(callable, port.print(type), files)
  const types = typesOfParameters(signature, syntaxes.length, port, reader)
  return {
    parameters: types.map((type, index) =>
      toParameter(
        syntaxes[index] ?? unnamed(callable, `argument${index + 1}`),
        type,
        callable,
        reader,
        files,
      ),
    ),
    returns: signature.returns,
  }
}

/** `(...args: [city: string, days?: number])` is printed, and called, as two parameters. */
function typesOfParameters(
  { parameters }: CheckerSignature,
  count: number,
  port: CheckerPort,
  reader: CheckerReader,
): readonly unknown[] {
  const types = parameters.map((parameter) => port.typeOfSymbol(parameter))
  const last = types.at(-1)
  const spread = last === undefined || types.length === count ? undefined : reader.shape(last)
  if (spread?.kind !== 'tuple' || spread.elements.some(({ isRest }) => isRest)) return types
  return [...types.slice(0, -1), ...spread.elements.map(({ type }) => type)]
}

function toParameter(
  syntax: ParameterSyntax,
  type: unknown,
  { file, isTypedAsWhole }: Callable,
  reader: CheckerReader,
  files: SourceFiles,
): SignatureParameter<unknown> {
  const inject =
    injectedByType(syntax.annotation, file, files) ?? injectedShape(withoutUndefined(type, reader).shape)
  if (inject !== undefined) return { syntax, type: undefined, inject }
  // Nothing is written, and nothing is known: `any` by omission, which is no decision of anybody.
  const isImplicit = syntax.annotation === undefined && !syntax.hasInitializer && !isTypedAsWhole
  return { syntax, type: isImplicit && reader.shape(type).kind === 'any' ? undefined : type }
}

/** Parameters of a function that is not written as one, from how the compiler would write it. */
function printedParameters(
  callable: Callable,
  printed: string,
  files: SourceFiles,
): readonly ParameterSyntax[] {
  const path = callable.file.path
  const text = `type Printed = ${printed}`
  const [statement] = parseText(path, text).program.body
  const type =
    statement?.type === 'TSTypeAliasDeclaration' ? functionType(statement.typeAnnotation) : undefined
  if (type === undefined) return []
  const source = indexSource(path, text, parseText(path, text))
  return readParameters(type.params, source, files).map((syntax) => ({ ...syntax, place: callable.place }))
}

function functionType(type: TSType): Pick<TSFunctionType, 'params'> | undefined {
  if (type.type === 'TSFunctionType') return type
  const members = type.type === 'TSTypeLiteral' ? type.members : []
  return members.find((member) => member.type === 'TSCallSignatureDeclaration')
}

function unnamed({ place }: Callable, name: string): ParameterSyntax {
  return {
    name,
    annotation: undefined,
    inferred: undefined,
    isOptional: false,
    isRest: false,
    hasInitializer: false,
    default: undefined,
    propertyDefaults: new Map(),
    place,
  }
}
