import type { JsonObject } from '../../schema/json-schema.ts'
import type { IdRule, WireReference } from '../provider-format.ts'
import { fieldsOf, textOf } from '../wire/read-fields.ts'

/** What a decoded call carries, so that its result can be sent back to the provider that made it. Plain JSON. */
export interface CallEcho {
  readonly provider: string
  /** The id that the provider gave. It may have given the same one twice, so it is not the id of the call. */
  readonly id?: string
  /** The wire name. */
  readonly name: string
  /** What the format file wants back. */
  readonly data?: JsonObject
  /** Set for the calls inside one call to `parallel`: they are answered together. */
  readonly wrapped?: string
}

/** Refers to a call as the provider knows it; a call that another provider made gets an id that this one takes. */
export function referToCall(
  call: { readonly id: string; readonly name: string; readonly echo?: unknown },
  providerId: string,
  ids: IdRule | undefined,
  wireName: (name: string) => string,
): WireReference {
  const echo = fieldsOf(call.echo)
  const own = echo['provider'] === providerId
  const ownId = own ? textOf(echo['id']) : undefined
  return {
    id: ownId ?? (ids === undefined || ids.pattern.test(call.id) ? call.id : ids.rewrite(call.id)),
    ownId: ownId !== undefined,
    name: (own ? textOf(echo['name']) : undefined) ?? wireName(call.name),
    echo: own ? fieldsOf(echo['data']) : {},
  }
}
