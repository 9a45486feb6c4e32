import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { AppError } from '@common/errors'
import { deleteFrom, metaTables, type MetaStore, type MetaWrite } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'

/** Slows down guessing. Counted in the meta store, so that several servers count together. */
export interface Throttle {
  /**
   * Counts an attempt before checking it, so that concurrent attempts can't bypass the limit.
   *
   * @throws AppError TOO_MANY_ATTEMPTS
   */
  readonly attempt: (account: string, address: string | null) => Promise<void>
  /**
   * Counts a sign-up: per address, this machine's own too, because accounts cost work and room; and per account like
   * a guess at its password, because the right one signs in.
   *
   * @throws AppError TOO_MANY_ATTEMPTS
   */
  readonly signUp: (account: string, address: string | null) => Promise<void>
  /** Counts a request for a link by mail. @throws AppError TOO_MANY_ATTEMPTS */
  readonly askLink: (account: string, address: string | null) => Promise<void>
  /** Counts a use of a link, because the token could be a guess. @throws AppError TOO_MANY_ATTEMPTS */
  readonly link: (address: string | null) => Promise<void>
  /**
   * Counts an answer to a shared form with the bytes of its files.
   *
   * @throws AppError SHARE_ANSWERS_TOO_MANY, SHARE_FILES_TOO_MANY
   */
  readonly answer: (share: string, address: string | null, bytes: number) => Promise<void>
  /** Counts a mail with a link. False if the account got too many, whoever asked for them. */
  readonly mayMail: (account: string) => Promise<boolean>
  /** Resets the counters after a success. */
  readonly succeeded: (account: string, address: string | null) => Promise<void>
}

export interface ThrottleOptions {
  readonly store: MetaStore
  readonly clock: Clock
  /** Attempts for one account from one address in `windowMs`; 0 switches the throttle off. */
  readonly attempts: number
  /** Sign-ups from one address in `windowMs`; 0 for no limit. */
  readonly signUps: number
}

export const defaultAttempts = 10
export const defaultSignUps = 30
const windowMs = 15 * 60_000
/** One address trying many accounts gets this many times the attempts of one account. */
const addressFactor = 10
/** Answers to one shared form from one network in `windowMs`, as from a class or an office. */
const answersPerNetwork = 60
/** Files of answers to one shared form in an hour, from all visitors. */
const filesPerShare = { windowMs: 60 * 60_000, kilobytes: 500 * 1024 } as const
/** Mails with links to one account in `windowMs`. */
const mailsPerAccount = 5

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

const loopback = /^(?:127\.|::1$|::ffff:127\.)/

export function createThrottle({ store, clock, attempts, signUps }: ThrottleOptions): Throttle {
  const count = async (limited: readonly Limited[]): Promise<void> => {
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
    for (const [at, { limit, code = 'TOO_MANY_ATTEMPTS' }] of limited.entries()) {
      const [tries, endsAt] = results[2 * at + 2]?.rows[0] ?? []
      if (Number(tries) <= limit) continue
      const seconds = Math.max(1, Math.ceil((Date.parse(String(endsAt)) - now.getTime()) / 1_000))
      throw new AppError(code, { minutes: Math.ceil(seconds / 60), seconds })
    }
  }

  return {
    attempt: async (account, address) => {
      if (attempts === 0) return
      const limited: Limited[] = [{ name: hashed('account', account, networkOf(address)), limit: attempts }]
      // All users of this machine share the loopback address, so it doesn't identify a user.
      if (address !== null && !loopback.test(address))
        limited.push({ name: hashed('address', networkOf(address)), limit: attempts * addressFactor })
      await count(limited)
    },
    signUp: async (account, address) => {
      const limited: Limited[] = []
      if (signUps > 0) limited.push({ name: hashed('sign-up', networkOf(address)), limit: signUps })
      if (attempts > 0) limited.push({ name: hashed('sign-up', account, networkOf(address)), limit: attempts })
      if (limited.length > 0) await count(limited)
    },
    askLink: async (account, address) => {
      if (attempts === 0) return
      await count([
        { name: hashed('ask link', account, networkOf(address)), limit: attempts },
        { name: hashed('ask link', networkOf(address)), limit: attempts * addressFactor },
      ])
    },
    link: async (address) => {
      if (attempts === 0) return
      await count([{ name: hashed('link', networkOf(address)), limit: attempts * addressFactor }])
    },
    answer: async (share, address, bytes) => {
      if (attempts === 0) return
      const name = hashed('answer', share, networkOf(address))
      await count([{ name, limit: answersPerNetwork, code: 'SHARE_ANSWERS_TOO_MANY' }])
      if (bytes === 0) return
      const { windowMs: lastsMs, kilobytes: limit } = filesPerShare
      const by = Math.ceil(bytes / 1024)
      await count([{ name: hashed('files', share), limit, by, lastsMs, code: 'SHARE_FILES_TOO_MANY' }])
    },
    mayMail: async (account) => {
      if (attempts === 0) return true
      try {
        await count([{ name: hashed('mail', account), limit: mailsPerAccount }])
        return true
      } catch (error) {
        if (error instanceof AppError && error.code === 'TOO_MANY_ATTEMPTS') return false
        throw error
      }
    },
    succeeded: async (account, address) => {
      if (attempts === 0) return
      await store.transact([deleteFrom(tries, { name: hashed('account', account, networkOf(address)) })])
    },
  }
}

interface Limited {
  readonly name: string
  readonly limit: number
  /** How much this attempt counts. Default 1. */
  readonly by?: number
  /** Default `windowMs`. */
  readonly lastsMs?: number
  readonly code?: 'TOO_MANY_ATTEMPTS' | 'SHARE_ANSWERS_TOO_MANY' | 'SHARE_FILES_TOO_MANY'
}

const groupsOfNetwork = 4
const groupsOfAddress = 8

/** Returns the network of a user: an IPv4 address, or the first 64 bits of an IPv6 address. */
function networkOf(address: string | null): string {
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

/** Hashes addresses, which are personal and of any length. */
function hashed(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex')
}
