import type { FunctionBinding } from '../../../define/function-binding.ts'
import { describeName } from '../docs/describe-name.ts'
import { type Doc, parseDoc } from '../docs/parse-doc.ts'
import { readToolTags, type ToolFields } from '../docs/tool-tags.ts'
import type { FunctionProblemCode, Place, PlacedProblem } from '../function-problem.ts'
import type { Schema } from '../schema/walk.ts'
import type { WalkSettings } from '../schema/walk-type.ts'
import type { Callable } from '../syntax/callable.ts'
import { createSyntaxReader } from '../syntax/create-syntax-reader.ts'
import type { SourceFiles } from '../syntax/source-files.ts'
import { syntaxSignature } from '../syntax/syntax-signature.ts'
import { NeedsChecker } from '../type-shape.ts'
import { checkedSignature, type ReadingContext } from './checked-signature.ts'
import { type DescribedInput, describeInput } from './describe-input.ts'
import { type DescribedOutput, describeOutput } from './describe-output.ts'

/** A function on its way to a definition. */
export interface ReadCallable {
  readonly callable: Callable
  readonly fields: ToolFields
  readonly description: string
  readonly inputSchema: Schema
  readonly outputSchema?: Schema
  readonly binding: FunctionBinding
}

export interface CallableOutcome {
  readonly read?: ReadCallable
  readonly problems: readonly PlacedProblem[]
}

/** Reads one function: from its source, and with the compiler only what the source does not say. */
export function readCallable(
  callable: Callable,
  doc: Doc | undefined,
  context: ReadingContext,
): CallableOutcome {
  const problems: PlacedProblem[] = []
  const { place, name: tool } = callable
  const complain = (
    severity: 'error' | 'warning',
    code: FunctionProblemCode,
    message: string,
    cure: string,
    at = place,
  ) => void problems.push({ tool, path: '', severity, place: at, code, message, cure })

  const fields = readToolTags(doc, (tag, expected) => {
    const given = tag.text === '' ? 'nothing' : `\`${tag.text}\``
    complain(
      'error',
      'TAG_INVALID',
      `\`@${tag.name}\` must be followed by ${expected}, not ${given}`,
      'Correct the tag.',
      { file: place.file, offset: tag.offset },
    )
  })
  if (callable.obstacle !== undefined)
    complain('error', 'NOT_CALLABLE', callable.obstacle.message, callable.obstacle.cure)
  if (callable.isOverloaded)
    complain(
      'warning',
      'OVERLOADED',
      'it is overloaded: the first signature is used',
      'Put the signature for models first.',
    )
  const description = doc?.description ?? ''
  if (callable.node === undefined && doc === undefined) {
    complain(
      'warning',
      'NOT_CALLABLE',
      'it may be a function, but nobody says so: it was left out',
      'If it is a tool, write a comment before it; if not, tag it with `@ignore`.',
    )
    return { problems }
  }

  const input = readInput(callable, doc, context, complain)
  if (input !== undefined && description === '') {
    complain(
      'warning',
      'DESCRIPTION_MISSING',
      `nothing says what it does: the model sees "${describeName(callable.name)}"`,
      'Write a comment before it: `/** … */`.',
    )
  }
  const output = input === undefined ? undefined : readOutput(callable, doc, context, complain)
  for (const problem of [...(input?.problems ?? []), ...(output?.problems ?? [])])
    problems.push({ ...problem, tool })
  if (input === undefined || problems.some(({ severity }) => severity === 'error')) return { problems }
  return {
    problems,
    read: {
      callable,
      fields,
      description: description === '' ? describeName(callable.name) : description,
      inputSchema: input.schema,
      ...(output?.schema === undefined ? {} : { outputSchema: output.schema }),
      binding: { ...input.binding, ...(callable.member === undefined ? {} : { member: callable.member }) },
    },
  }
}

type Complain = (
  severity: 'error' | 'warning',
  code: FunctionProblemCode,
  message: string,
  cure: string,
  at?: Place,
) => void

function readInput(
  callable: Callable,
  doc: Doc | undefined,
  context: ReadingContext,
  complain: Complain,
): DescribedInput | undefined {
  let why: NeedsChecker | undefined
  if (context.tier !== 'checker') {
    try {
      const reader = createSyntaxReader(context.files)
      return describeInput(syntaxSignature(callable, context.files), doc, settingsOf(reader, context.files))
    } catch (thrown) {
      if (!(thrown instanceof NeedsChecker)) throw thrown
      why = thrown
    }
  }
  const found = checkedSignature(callable, context, why)
  if ('signature' in found)
    return describeInput(found.signature, doc, settingsOf(found.checker, context.files))
  // Many constants are no functions; what only the compiler could tell is not worth an error.
  if (found.isNoFunction) return undefined
  const isGuess = callable.node === undefined
  const message = `${why?.message ?? 'its type must be worked out'}, ${found.reason}`
  complain(isGuess ? 'warning' : 'error', 'TYPE_NEEDS_TYPESCRIPT', message, found.cure, why?.place)
  return undefined
}

function readOutput(
  callable: Callable,
  doc: Doc | undefined,
  context: ReadingContext,
  complain: Complain,
): DescribedOutput | undefined {
  const words = doc?.returns ?? ''
  let why: NeedsChecker | undefined
  if (context.tier !== 'checker') {
    try {
      const { returns } = syntaxSignature(callable, context.files)
      const reader = createSyntaxReader(context.files)
      if (returns !== undefined)
        return describeOutput(returns, words, callable.place, settingsOf(reader, context.files))
    } catch (thrown) {
      if (!(thrown instanceof NeedsChecker)) throw thrown
      why = thrown
    }
  }
  const found = checkedSignature(callable, context, why)
  if ('signature' in found) {
    const { returns } = found.signature
    return returns === undefined
      ? undefined
      : describeOutput(returns, words, callable.place, settingsOf(found.checker, context.files))
  }
  // Without the compiler a result that nobody described is simply not checked.
  if (why !== undefined && callable.node?.returnType)
    complain(
      'warning',
      'OUTPUT_UNDESCRIBED',
      `${why.message}, ${found.reason}: the result is not described, and not checked`,
      found.cure,
      why.place,
    )
  return undefined
}

function settingsOf<Type>(
  reader: WalkSettings<Type>['reader'],
  files: SourceFiles,
): Omit<WalkSettings<Type>, 'mode'> {
  return { reader, docOf: (place) => docBefore(place, files) }
}

export function docBefore(place: Place | undefined, files: SourceFiles): Doc | undefined {
  const comment = place === undefined ? undefined : files.commentBefore(place)
  return comment === undefined ? undefined : parseDoc(comment.text, comment.start)
}
