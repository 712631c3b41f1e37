import { isFields, listAt, textAt } from './read-values.ts'
import { follow, memberAt, type OpenApiDocument, type Place, pointerTo } from './open-api-document.ts'

/** What a filter is told of an operation. */
export interface OperationFacts {
  /** In capitals. */
  readonly method: string
  readonly path: string
  readonly operationId: string | undefined
  readonly tags: readonly string[]
  readonly deprecated: boolean
}

/** One operation of a document. */
export interface Operation extends OperationFacts {
  /** `GET /pets/{id}`. */
  readonly title: string
  /** What its tool is named after. */
  readonly name: string
  readonly place: Place
  /** The path item that it stands in: parameters and servers of all its operations. */
  readonly item: Place
}

const METHODS = ['get', 'head', 'options', 'post', 'put', 'patch', 'delete'] as const

/** The operations of a document, in its order, and what could not be read on the way. */
export function listOperations(
  document: OpenApiDocument,
  complain: (title: string, message: string) => void,
): readonly Operation[] {
  const root: Place = { value: document.root, file: document.file, pointer: '' }
  const paths = memberAt(document, root, 'paths')
  if (!isFields(paths?.value)) return []
  const operations: Operation[] = []
  const ids = new Set<string>()
  for (const path of Object.keys(paths.value)) {
    if (path.startsWith('x-')) continue
    try {
      const item = follow(document, {
        value: paths.value[path],
        file: paths.file,
        pointer: pointerTo(paths.pointer, path),
      })
      for (const method of METHODS) {
        const place = memberAt(document, item, method)
        if (place !== undefined) operations.push(readOperation(method.toUpperCase(), path, place, item, ids))
      }
    } catch (thrown) {
      complain(path.slice(0, 200), thrown instanceof Error ? thrown.message : 'it cannot be read')
    }
  }
  return operations
}

function readOperation(method: string, path: string, place: Place, item: Place, ids: Set<string>): Operation {
  const { value } = place
  const operationId = textAt(value, 'operationId')?.trim() || undefined
  const title = `${method} ${path}`
  // A second operation of one id is named by both: else the names would hang on their order.
  const isDuplicate = operationId !== undefined && ids.has(operationId)
  if (operationId !== undefined) ids.add(operationId)
  return {
    method,
    path,
    operationId,
    tags: listAt(value, 'tags').filter((tag): tag is string => typeof tag === 'string'),
    deprecated: isFields(value) && value['deprecated'] === true,
    title,
    name:
      operationId === undefined || isDuplicate
        ? [operationId ?? [], method.toLowerCase(), path].flat().join(' ')
        : operationId,
    place,
    item,
  }
}
