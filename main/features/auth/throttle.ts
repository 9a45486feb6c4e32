import { AppError } from '@common/errors'
import { deleteFrom, metaTables, type MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import { createAttemptCounter, networkOf, type Limited } from './attempt-counter'

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
  /** Takes back the attempt of a success, where others guess at another account of the same name. */
  readonly succeededBeside: (account: string, address: string | null) => Promise<void>
}

export interface ThrottleOptions {
  readonly store: MetaStore
  readonly clock: Clock
  /** Attempts for one account from one address in 15 minutes; 0 switches the throttle off. */
  readonly attempts: number
  /** Sign-ups from one address in 15 minutes; 0 for no limit. */
  readonly signUps: number
}

export const defaultAttempts = 10
export const defaultSignUps = 30
/** One address trying many accounts gets this many times the attempts of one account. */
export const addressFactor = 10
/** Answers to one shared form from one network in 15 minutes, as from a class or an office. */
const answersPerNetwork = 60
/** Files of answers to one shared form in an hour, from all visitors. */
const filesPerShare = { lastsMs: 60 * 60_000, kilobytes: 500 * 1024 } as const
/** Mails with links to one account in 15 minutes. */
const mailsPerAccount = 5

const loopback = /^(?:127\.|::1$|::ffff:127\.)/

export function createThrottle({ store, clock, attempts, signUps }: ThrottleOptions): Throttle {
  const { count, nameOf } = createAttemptCounter({ store, clock })

  return {
    attempt: async (account, address) => {
      if (attempts === 0) return
      const limited: Limited[] = [{ name: nameOf('account', account, networkOf(address)), limit: attempts }]
      // All users of this machine share the loopback address, so it doesn't identify a user.
      if (address !== null && !loopback.test(address))
        limited.push({ name: nameOf('address', networkOf(address)), limit: attempts * addressFactor })
      await count(limited)
    },
    signUp: async (account, address) => {
      const limited: Limited[] = []
      if (signUps > 0) limited.push({ name: nameOf('sign-up', networkOf(address)), limit: signUps })
      if (attempts > 0) limited.push({ name: nameOf('sign-up', account, networkOf(address)), limit: attempts })
      if (limited.length > 0) await count(limited)
    },
    askLink: async (account, address) => {
      if (attempts === 0) return
      await count([
        { name: nameOf('ask link', account, networkOf(address)), limit: attempts },
        { name: nameOf('ask link', networkOf(address)), limit: attempts * addressFactor },
      ])
    },
    link: async (address) => {
      if (attempts === 0) return
      await count([{ name: nameOf('link', networkOf(address)), limit: attempts * addressFactor }])
    },
    answer: async (share, address, bytes) => {
      if (attempts === 0) return
      const name = nameOf('answer', share, networkOf(address))
      await count([{ name, limit: answersPerNetwork, code: 'SHARE_ANSWERS_TOO_MANY' }])
      if (bytes === 0) return
      const { lastsMs, kilobytes: limit } = filesPerShare
      const by = Math.ceil(bytes / 1024)
      await count([{ name: nameOf('files', share), limit, by, lastsMs, code: 'SHARE_FILES_TOO_MANY' }])
    },
    mayMail: async (account) => {
      if (attempts === 0) return true
      try {
        await count([{ name: nameOf('mail', account), limit: mailsPerAccount }])
        return true
      } catch (error) {
        if (error instanceof AppError && error.code === 'TOO_MANY_ATTEMPTS') return false
        throw error
      }
    },
    succeededBeside: async (account, address) => {
      if (attempts === 0) return
      const name = nameOf('account', account, networkOf(address))
      await store.transact([
        { sql: 'UPDATE nc_attempts SET tries = tries - 1 WHERE name = ? AND tries > 0', params: [name] },
      ])
    },
    succeeded: async (account, address) => {
      if (attempts === 0) return
      await store.transact([deleteFrom(metaTables.attempts, { name: nameOf('account', account, networkOf(address)) })])
    },
  }
}
