import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { AppError } from '@common/errors'
import { deleteFrom, metaTables, type MetaStore, type MetaWrite } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'

type LimitCode = 'TOO_MANY_ATTEMPTS' | 'SHARE_ANSWERS_TOO_MANY' | 'SHARE_FILES_TOO_MANY'

/** A counter and its limit. */
export interface Limited {
  readonly name: string
  readonly limit: number
  /** How much this attempt counts. Default 1. */
  readonly by?: number
  /** Default 15 minutes. */
  readonly lastsMs?: number
  readonly code?: LimitCode
}

/** Counts attempts in the meta store, so that several servers count together and a restart changes nothing. */
export interface AttemptCounter {
  /** Counts one more attempt for each counter. @throws AppError TOO_MANY_ATTEMPTS, or their code, above a limit */
  readonly count: (limited: readonly Limited[]) => Promise<void>
  /** Returns the attempts so far, and the seconds until the counter starts again. */
  readonly read: (name: string) => Promise<{ readonly tries: number; readonly secondsLeft: number }>
  /** Returns the name of a counter. It hashes addresses, which are personal and of any length. */
  readonly nameOf: (...parts: readonly string[]) => string
}

const windowMs = 15 * 60_000

const { attempts: tries } = metaTables

/** Inserts a first attempt, or counts further ones; the end of the first one stays. */
const firstOrNextTry = (name: string, expiresAt: string, by: number): MetaWrite => ({
  table: tries.name,
  shape: 'count attempts',
  build: ({ from, raw }, [nameSlot, endSlot, bySlot, ...moreSlots]) =>
    from(tries.name)
      .insert({ name: nameSlot, tries: bySlot, expires_at: endSlot })
      .onConflict('name')
      .merge({ tries: raw(`${tries.name}.tries + ?`, moreSlots) }),
  params: [name, expiresAt, by, by],
})

export function createAttemptCounter({
  store,
  clock,
}: {
  readonly store: MetaStore
  readonly clock: Clock
}): AttemptCounter {
  const secondsUntil = (end: unknown, now: Date): number =>
    Math.max(1, Math.ceil((Date.parse(String(end)) - now.getTime()) / 1_000))

  return {
    count: async (limited) => {
      const now = clock.now()
      const nowText = now.toISOString()
      const endOf = (lastsMs: number): string => new Date(now.getTime() + lastsMs).toISOString()
      const results = await store.transact([
        deleteFrom(tries, 'expires_at <= ?', [nowText]),
        ...limited.flatMap(({ name, by = 1, lastsMs = windowMs }) => [
          firstOrNextTry(name, endOf(lastsMs), by),
          { sql: 'SELECT tries, expires_at FROM nc_attempts WHERE name = ?', params: [name], returns: true },
        ]),
      ])
      for (const [at, { limit, code }] of limited.entries()) {
        const [count, endsAt] = results[2 * at + 2]?.rows[0] ?? []
        if (Number(count) > limit) throw limitReached(secondsUntil(endsAt, now), code)
      }
    },

    read: async (name) => {
      const now = clock.now()
      const [row] = await store.read('SELECT tries, expires_at FROM nc_attempts WHERE name = ? AND expires_at > ?', [
        name,
        now.toISOString(),
      ])
      return row === undefined
        ? { tries: 0, secondsLeft: 0 }
        : { tries: Number(row[0]), secondsLeft: secondsUntil(row[1], now) }
    },

    nameOf: (...parts) => createHash('sha256').update(parts.join('\n')).digest('hex'),
  }
}

export function limitReached(seconds: number, code: LimitCode = 'TOO_MANY_ATTEMPTS'): AppError {
  return new AppError(code, { minutes: Math.ceil(seconds / 60), seconds })
}

const groupsOfNetwork = 4
const groupsOfAddress = 8

/** Returns the network of a user: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function networkOf(address: string | null): string {
  if (address === null) return ''
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address
  const [start = '', end] = address.replace(/%.*$/, '').split('::')
  const [before, after] = [start, end ?? ''].map((part) => (part === '' ? [] : part.split(':')))
  const missing = end === undefined ? 0 : groupsOfAddress - (before?.length ?? 0) - (after?.length ?? 0)
  const groups = [...(before ?? []), ...Array.from({ length: missing }, () => '0'), ...(after ?? [])]
  return groups
    .slice(0, groupsOfNetwork)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
