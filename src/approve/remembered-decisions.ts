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
  const conversations = new Map<string, string>() // key → its conversation, least recently used first
  return {
    remember(subject, rememberable) {
      if (!rememberable || subject.conversationId === undefined) return
      const key = keyOf(subject)
      conversations.delete(key)
      conversations.set(key, subject.conversationId)
      if (conversations.size <= maxEntries) return
      for (const oldest of conversations.keys()) {
        conversations.delete(oldest)
        break
      }
    },
    isRemembered(subject) {
      if (subject.conversationId === undefined || conversations.size === 0) return false
      const key = keyOf(subject)
      if (!conversations.delete(key)) return false
      conversations.set(key, subject.conversationId)
      return true
    },
    forget(conversationId) {
      for (const [key, conversation] of conversations) {
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
