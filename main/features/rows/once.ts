import { AppError } from '@common/errors'
import { deleteFrom, insertInto, metaTables, updateIn, type MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'

const { idempotency } = metaTables

/** Retention of responses: clients retry their writes even after a week offline. */
const rememberedMs = 30 * 24 * 60 * 60 * 1_000
/** Interval between purges of expired responses. */
const pruneEveryMs = 60 * 60 * 1_000
/** Time for which a write of another server may still be running. */
const underWayMs = 2 * 60 * 1_000
/** Errors of a failed connection attempt, over which nothing can have been written. */
const neverConnected: readonly unknown[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

export interface WriteName {
  readonly projectId: string
  readonly userId: number | null
  /** Idempotency key, chosen by the caller. */
  readonly id: string
}

/**
 * Runs a write once per idempotency key, and returns the first response to every retry. Callers may retry failed
 * writes.
 *
 * @returns the response, which has to survive a JSON round trip
 * @throws AppError WRITE_UNCERTAIN if an earlier attempt ended without an outcome; DATABASE_BUSY while another server
 *   is running it; and the errors of the write
 */
export type Once = <T>(name: WriteName, write: () => Promise<T>) => Promise<T>

export function createOnce({ store, clock }: { readonly store: MetaStore; readonly clock: Clock }): Once {
  const underWay = new Map<string, Promise<unknown>>()
  let prunedAt = -Infinity

  const prune = async (): Promise<void> => {
    const now = clock.now().getTime()
    if (now - prunedAt < pruneEveryMs) return
    prunedAt = now
    const before = new Date(now - rememberedMs).toISOString()
    await store.transact([deleteFrom(idempotency, 'created_at < ?', [before])])
  }

  const run = async <T>(projectId: string, name: string, write: () => Promise<T>): Promise<T> => {
    const where = [projectId, name]
    const known = await store.find(idempotency, 'WHERE project_id = ? AND name = ?', where)
    if (known !== undefined) {
      if (known.answer !== null) return JSON.parse(known.answer) as T
      const age = clock.now().getTime() - Date.parse(known.created_at)
      throw new AppError(!store.exclusive && age < underWayMs ? 'DATABASE_BUSY' : 'WRITE_UNCERTAIN')
    }
    await prune()
    await store.transact([
      insertInto(idempotency, { project_id: projectId, name, created_at: clock.now().toISOString() }),
    ])
    const forget = deleteFrom(idempotency, 'project_id = ? AND name = ?', where)
    let answer: T
    try {
      answer = await write()
    } catch (error) {
      if (isRolledBack(error)) await store.transact([forget])
      throw error
    }
    const text = JSON.stringify(answer)
    await store.transact([updateIn(idempotency, { answer: text }, 'project_id = ? AND name = ?', where)])
    return answer
  }

  return <T>({ projectId, userId, id }: WriteName, write: () => Promise<T>): Promise<T> => {
    const name = `${userId ?? ''} ${id}`
    const key = JSON.stringify([projectId, name])
    const same = underWay.get(key)
    // Keys belong to one caller and one kind of write, so the type matches.
    if (same !== undefined) return same as Promise<T>
    const made = run(projectId, name, write).finally(() => underWay.delete(key))
    underWay.set(key, made)
    return made
  }
}

/** True if nothing was stored. The commit may have succeeded before a connection broke. */
function isRolledBack(error: unknown): boolean {
  if (!(error instanceof AppError)) return false
  if (error.code === 'INTERNAL') return false
  if (error.code !== 'DATABASE_UNAVAILABLE') return true
  const { cause } = error
  return !(cause instanceof Error) || ('code' in cause && neverConnected.includes(cause.code))
}
