import { createHash } from 'node:crypto'
import { AppError } from '@common/errors'
import { deleteFrom, insertInto, metaTables, updateIn, type MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'

const { idempotency } = metaTables

/** Retention of responses: clients retry their writes even after a week offline. */
const rememberedMs = 30 * 24 * 60 * 60 * 1_000
/** Default number of stored responses per project, newest first. */
const rememberedMax = 20_000
/** Maximum size of a stored response. A retry of a write with a larger one gets WRITE_UNCERTAIN. */
const answerMaxCharacters = 4 * 1024 * 1024
/** Interval between purges of a project's responses. */
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
  /** Everything that determines the write: kind of write, table, body. */
  readonly request: readonly (string | Uint8Array)[]
}

/**
 * Runs a write once per idempotency key, and returns the first response to every retry. Callers may retry failed
 * writes.
 *
 * @param write  calls `committed` once the rows are stored: an error after that doesn't mean a failed write
 * @returns the response, which has to survive a JSON round trip
 * @throws AppError IDEMPOTENCY_KEY_REUSED if the key belongs to another request; WRITE_UNCERTAIN if an earlier attempt
 *   ended without an outcome; DATABASE_BUSY while another server is running it; and the errors of the write
 */
export type Once = <T>(name: WriteName, write: (committed: () => void) => Promise<T>) => Promise<T>

interface Stored {
  readonly projectId: string
  readonly name: string
  readonly request: string
}

export interface OnceOptions {
  readonly store: MetaStore
  readonly clock: Clock
  /** Maximum number of stored responses per project. Default: 20,000. */
  readonly most?: number
}

export function createOnce({ store, clock, most = rememberedMax }: OnceOptions): Once {
  const underWay = new Map<string, { readonly request: string; readonly answer: Promise<unknown> }>()
  const prunedAt = new Map<string, number>()

  const prune = async (projectId: string): Promise<void> => {
    const now = clock.now().getTime()
    if (now - (prunedAt.get(projectId) ?? -Infinity) < pruneEveryMs) return
    prunedAt.set(projectId, now)
    const before = new Date(now - rememberedMs).toISOString()
    const [oldest] = await store.read(
      `SELECT created_at FROM ${idempotency.name} WHERE project_id = ? ORDER BY created_at DESC LIMIT 1 OFFSET ?`,
      [projectId, most],
    )
    await store.transact([
      deleteFrom(idempotency, 'created_at < ?', [before]),
      ...(oldest === undefined
        ? []
        : [deleteFrom(idempotency, 'project_id = ? AND created_at <= ?', [projectId, oldest[0] ?? ''])]),
    ])
  }

  /** The response of an earlier attempt; undefined for the first one. */
  const earlier = async <T>({ projectId, name, request }: Stored): Promise<{ readonly answer: T } | undefined> => {
    const known = await store.find(idempotency, { project_id: projectId, name })
    if (known === undefined) return undefined
    if (known.request !== null && known.request !== request) throw new AppError('IDEMPOTENCY_KEY_REUSED')
    if (known.answer !== null) return { answer: JSON.parse(known.answer) as T }
    const age = clock.now().getTime() - Date.parse(known.created_at)
    throw new AppError(!store.exclusive && age < underWayMs ? 'DATABASE_BUSY' : 'WRITE_UNCERTAIN')
  }

  const run = async <T>(stored: Stored, write: (committed: () => void) => Promise<T>): Promise<T> => {
    const { projectId, name, request } = stored
    const known = await earlier<T>(stored)
    if (known !== undefined) return known.answer
    await prune(projectId)
    try {
      await store.transact([
        insertInto(idempotency, { project_id: projectId, name, request, created_at: clock.now().toISOString() }),
      ])
    } catch (error) {
      // Another server began at the same moment.
      if (!(error instanceof AppError) || error.code !== 'VALUE_NOT_UNIQUE') throw error
      const other = await earlier<T>(stored)
      if (other === undefined) throw new AppError('DATABASE_BUSY')
      return other.answer
    }
    const where = [projectId, name]
    let isCommitted = false
    let answer: T
    try {
      answer = await write(() => (isCommitted = true))
    } catch (error) {
      if (!isCommitted && isRolledBack(error))
        await store.transact([deleteFrom(idempotency, 'project_id = ? AND name = ?', where)])
      throw error
    }
    const text = JSON.stringify(answer)
    if (text.length > answerMaxCharacters) return answer
    try {
      await store.transact([updateIn(idempotency, { answer: text }, 'project_id = ? AND name = ?', where)])
    } catch {
      // The rows are stored, so the write succeeded. A retry gets WRITE_UNCERTAIN.
    }
    return answer
  }

  return async <T>(
    { projectId, userId, id, request: parts }: WriteName,
    write: (committed: () => void) => Promise<T>,
  ): Promise<T> => {
    const name = `${userId ?? ''} ${id}`
    const key = JSON.stringify([projectId, name])
    const request = digest(parts)
    const same = underWay.get(key)
    if (same !== undefined) {
      if (same.request !== request) throw new AppError('IDEMPOTENCY_KEY_REUSED')
      // Same request, same type.
      return same.answer as Promise<T>
    }
    const answer = run({ projectId, name, request }, write).finally(() => underWay.delete(key))
    underWay.set(key, { request, answer })
    return answer
  }
}

/** Each part with its length, so that parts can't run into each other. */
function digest(parts: WriteName['request']): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}\n`).update(part)
  return hash.digest('hex')
}

/** True if nothing was stored. The commit may have succeeded before a connection broke. */
function isRolledBack(error: unknown): boolean {
  if (!(error instanceof AppError)) return false
  if (error.code === 'INTERNAL') return false
  if (error.code !== 'DATABASE_UNAVAILABLE') return true
  const { cause } = error
  return !(cause instanceof Error) || ('code' in cause && neverConnected.includes(cause.code))
}
