import { createRecentMap } from '../schema/recent-map.ts'

/** What an "always allow" is bound to: change any of it and the question comes again. */
export interface RememberedSubject {
  /** Without a conversation nothing is remembered. */
  readonly conversationId: string | undefined
  readonly toolName: string
  readonly definitionHash: string
  /** Absent for the host program itself. */
  readonly callerId?: string | undefined
}

/** The "always allow for this conversation" answers, in memory and bounded. */
export interface RememberedDecisions {
  /** Keeps the answer; does nothing when the policy said it may not be remembered. */
  remember(subject: RememberedSubject, rememberable: boolean): void
  isRemembered(subject: RememberedSubject): boolean
  /** Drops every answer of a conversation. */
  forget(conversationId: string): void
  readonly size: number
}

// About 3 MB when full. Forgetting one early only asks once more.
const MAX_REMEMBERED = 10_000

/** Makes an empty memory that forgets the least recently used answer when full. */
export function createRememberedDecisions(maxEntries = MAX_REMEMBERED): RememberedDecisions {
  const conversations = createRecentMap<string>(maxEntries) // key → its conversation
  return {
    remember(subject, rememberable) {
      if (!rememberable || subject.conversationId === undefined) return
      conversations.set(keyOf(subject), subject.conversationId)
    },
    isRemembered(subject) {
      if (subject.conversationId === undefined || conversations.size === 0) return false
      return conversations.get(keyOf(subject)) !== undefined
    },
    forget(conversationId) {
      for (const [key, conversation] of conversations.entries()) {
        if (conversation === conversationId) conversations.delete(key)
      }
    },
    get size() {
      return conversations.size
    },
  }
}

/** JSON keeps the parts apart whatever characters they hold. */
function keyOf({ conversationId, toolName, definitionHash, callerId }: RememberedSubject): string {
  return JSON.stringify([conversationId, toolName, definitionHash, callerId ?? null])
}
