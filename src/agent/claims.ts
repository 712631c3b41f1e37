import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { hashCanonical } from '../schema/hash.ts'

/**
 * Says whether a paused run may be resumed: true for the first who asks about an id, false for everybody after. It must
 * be atomic: of two processes that ask at once, one gets true. In a database: an insert under a unique key.
 */
export type Claim = (stateId: string) => boolean | Promise<boolean>

/** Claims within this process. */
export function memoryClaims(): Claim {
  const taken = new Set<string>()
  return (stateId) => {
    if (taken.has(stateId)) return false
    taken.add(stateId)
    return true
  }
}

/** Claims among all processes that share a folder, one small file for each. It is made when it does not exist. */
export function fileClaims(folder: string): Claim {
  return async (stateId) => {
    await mkdir(folder, { recursive: true })
    try {
      // `wx` creates or fails, in one step. Hashed, because an id from outside must not choose the path.
      const file = await open(join(folder, `${hashCanonical(stateId)}.claim`), 'wx')
      await file.close()
      return true
    } catch (thrown) {
      if ((thrown as { readonly code?: unknown }).code === 'EEXIST') return false
      throw thrown
    }
  }
}
