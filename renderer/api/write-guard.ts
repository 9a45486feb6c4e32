import type { OperationName } from '@common/operations'
import { cancelled } from './api-error'

/** A write to the database of a project, before it is sent. */
export interface GuardedWrite {
  readonly projectId: string
  /** An operation, a request to the rows of a table, or the text of a request that a user wrote. */
  readonly what:
    | { readonly operation: OperationName; readonly args: unknown }
    | { readonly method: 'POST' | 'PUT' | 'DELETE'; readonly table: string }
    | { readonly written: string }
}

/** Confirms a write with the user; undefined if no confirmation is needed. */
export type WriteGuard = (write: GuardedWrite) => Promise<boolean> | undefined

/**
 * Creates a guard that confirms writes to project databases. The answer to the first write of a group applies to all of
 * them.
 */
export function createWriteGuard() {
  let guard: WriteGuard = () => undefined
  const groups = new Map<string, { depth: number; answer: Promise<boolean> | undefined }>()

  /**
   * Asks about a write; undefined if it may run at once.
   *
   * @throws ApiError CANCELLED if the user refuses
   */
  function ask(write: GuardedWrite): Promise<void> | undefined {
    const group = groups.get(write.projectId)
    const answer = group?.answer ?? guard(write)
    if (group) group.answer = answer
    return answer?.then((may) => {
      if (!may) throw cancelled(new Error('The user refused the write'))
    })
  }

  /** Asks once about all writes to a project that `work` makes. */
  async function asOne<T>(projectId: string, work: () => Promise<T>): Promise<T> {
    const group = groups.get(projectId) ?? { depth: 0, answer: undefined }
    groups.set(projectId, group)
    group.depth += 1
    try {
      return await work()
    } finally {
      group.depth -= 1
      if (group.depth === 0) groups.delete(projectId)
    }
  }

  return {
    ask,
    asOne,
    /** Sets the function that asks the user. @returns a function that removes it */
    set: (asks: WriteGuard): (() => void) => {
      guard = asks
      return () => {
        guard = () => undefined
      }
    },
  }
}

export type WriteGuards = ReturnType<typeof createWriteGuard>
