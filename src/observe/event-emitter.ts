import { ToolwrightError } from '../errors/toolwright-error.ts'

type Listener<Payload> = (payload: Payload) => void | Promise<void>

/** Hands events to whoever subscribed. One bad subscriber harms neither the others nor the one who emits. */
export interface Emitter<Events extends object> {
  /** Subscribes; the returned function ends the subscription, at any time and any number of times. */
  on<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): () => void
  /** Subscribes for the next event only. */
  once<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): () => void
  emit<Name extends keyof Events>(event: Name, payload: Events[Name]): void
  /** False: nobody listens, so the payload need not be built. */
  hasListeners(event: keyof Events): boolean
}

interface EmitterOptions {
  /** Whose events they are, and all of their names: a misspelt one would never fire, and nobody would learn why. */
  readonly owner?: string
  readonly names?: readonly string[]
  /** Hears of a subscriber that threw or whose promise was rejected. */
  onError?(thrown: unknown, event: string): void
}

interface Subscription {
  readonly deliver: (payload: unknown) => unknown
  active: boolean
}

/** Makes an emitter; `Events` maps the name of each event to its payload. */
export function createEmitter<Events extends object>(options: EmitterOptions = {}): Emitter<Events> {
  // The lists are replaced, never changed: an emit that is under way walks the list it began with.
  const lists = new Map<keyof Events, readonly Subscription[]>()

  function report(thrown: unknown, event: keyof Events): void {
    try {
      options.onError?.(thrown, String(event))
    } catch {
      // Whoever is told of errors failed as well: there is nobody left to tell.
    }
  }

  function check(event: keyof Events, listener: unknown): void {
    const { owner = 'This', names } = options
    if (names !== undefined && !names.includes(String(event))) {
      throw new ToolwrightError(
        'OPTION_INVALID',
        `${owner} has no event \`${String(event)}\`. Its events: ${names.join(', ')}.`,
      )
    }
    if (typeof listener !== 'function') {
      throw new ToolwrightError('OPTION_INVALID', `A listener of \`${String(event)}\` must be a function.`)
    }
  }

  function subscribe(event: keyof Events, subscription: Subscription): () => void {
    lists.set(event, [...(lists.get(event) ?? []), subscription])
    return () => {
      if (!subscription.active) return
      subscription.active = false
      const rest = (lists.get(event) ?? []).filter((other) => other !== subscription)
      if (rest.length === 0) lists.delete(event)
      else lists.set(event, rest)
    }
  }

  function deliver(subscription: Subscription, event: keyof Events, payload: unknown): void {
    try {
      const returned = subscription.deliver(payload)
      // Any thenable counts: a promise may come from another realm or library.
      if (typeof returned === 'object' && returned !== null && 'then' in returned) {
        Promise.resolve(returned).catch((thrown: unknown) => report(thrown, event))
      }
    } catch (thrown) {
      report(thrown, event)
    }
  }

  return {
    on(event, listener) {
      check(event, listener)
      // The payload of an event is the only thing ever delivered to the listeners of that event.
      return subscribe(event, { deliver: listener as (payload: unknown) => unknown, active: true })
    },
    once(event, listener) {
      check(event, listener)
      const unsubscribe = subscribe(event, {
        deliver: (payload) => {
          unsubscribe()
          return listener(payload as Events[typeof event])
        },
        active: true,
      })
      return unsubscribe
    },
    emit(event, payload) {
      const list = lists.get(event)
      if (list === undefined) return
      for (const subscription of list) if (subscription.active) deliver(subscription, event, payload)
    },
    hasListeners: (event) => lists.has(event),
  }
}
