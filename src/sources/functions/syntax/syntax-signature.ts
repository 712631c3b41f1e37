import { injectedByType } from '../read/injected-parameter.ts'
import type { Signature, SignatureParameter } from '../read/signature.ts'
import { NeedsChecker, refused } from '../type-shape.ts'
import type { Callable } from './callable.ts'
import { readParameters } from './read-parameters.ts'
import type { SourceFiles } from './source-files.ts'
import { bind, ofShape, scopeOf, type Scope, type SyntaxType } from './syntax-type.ts'

/** The signature of a function as it is written. */
export function syntaxSignature(callable: Callable, files: SourceFiles): Signature<SyntaxType> {
  const { node, file, place, isTypedAsWhole } = callable
  if (node === undefined) throw new NeedsChecker('what it is must be worked out', place)
  const scope = scopeOfFunction(callable)
  const parameters = readParameters(node.params, file, files).map(
    (syntax): SignatureParameter<SyntaxType> => {
      const inject = injectedByType(syntax.annotation, file, files)
      if (inject !== undefined) return { syntax, type: undefined, inject }
      if (syntax.annotation !== undefined) return { syntax, type: { node: syntax.annotation, scope } }
      if (syntax.inferred !== undefined) return { syntax, type: ofShape(syntax.inferred) }
      if (isTypedAsWhole || syntax.hasInitializer)
        throw new NeedsChecker('the type of a parameter must be worked out', syntax.place)
      return { syntax, type: undefined }
    },
  )
  const { returnType } = node
  return { parameters, returns: returnType ? { node: returnType.typeAnnotation, scope } : undefined }
}

/** A type parameter stands for the most that it may be. */
function scopeOfFunction({ node, file }: Callable): Scope {
  let scope = scopeOf(file)
  for (const { name, constraint } of node?.typeParameters?.params ?? []) {
    const type: SyntaxType =
      constraint === null ? ofShape(refusedParameter(name.name)) : { node: constraint, scope }
    scope = bind(scope, [[name.name, type]])
  }
  return scope
}

export function refusedParameter(name: string) {
  return refused(
    `of a type \`${name}\` that the caller would choose`,
    'Write a type that is known, or `unknown`.',
  )
}
