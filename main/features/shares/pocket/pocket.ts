import { randomInt, timingSafeEqual } from 'node:crypto'
import { pocketLifeMs, pocketWrongCodesMax } from '@common/constants'
import { AppError } from '@common/errors'
import type { pocketEnds, PocketShare } from '@common/operations/pocket-shares'
import type { OpenedShare } from '@common/operations/shares'
import type { Clock } from '@main/lib/clock'
import { hostOf } from '@main/lib/network-addresses'
import type { PocketGate, PocketListener } from '@main/lib/pocket-gate'
import type { Schedule } from '@main/lib/schedule'
import type { StoredShare } from '../repository'
import type { VisitorToken, VisitorTokens } from '../visitor-tokens'

export type PocketEnd = (typeof pocketEnds)[number]

const codeDigits = 6
/** Devices of one share. */
const visitorsMax = 50

interface Visitor {
  readonly address: string
  readonly agent: string | null
  readonly connectedAt: string
  lastSeenAt: string
}

export interface PocketOptions {
  readonly clock: Clock
  readonly schedule: Schedule
  readonly tokens: VisitorTokens
  readonly share: Omit<StoredShare, 'expiresAt'>
  /** Address of this computer to listen on. */
  readonly address: string
  /** Returns the view as its visitors see it. @throws AppError SHARE_CLOSED */
  readonly opened: (visitor: VisitorToken) => Promise<OpenedShare>
  /** True while the maker may share, and the view exists. */
  readonly isAllowed: () => Promise<boolean>
  /** Called once, at the end. */
  readonly ended: (why: PocketEnd) => void
  readonly report: (error: unknown) => void
}

/** One view on the network: its code, its devices and its end. */
export interface Pocket {
  /** The share as a stored one. Its password can't be entered: the code opens it. */
  readonly share: () => StoredShare
  readonly isOpen: () => boolean
  readonly gate: PocketGate
  /** Sets the listener, which closes with the share. */
  readonly listening: (listener: PocketListener) => void
  readonly extend: () => void
  /** Ends the share now. Resolves when its listener is closed. */
  readonly finish: (why: PocketEnd) => Promise<void>
  /** Ends the share if its maker may not share any more. */
  readonly recheck: () => Promise<void>
  readonly status: () => PocketShare
}

export function createPocket(options: PocketOptions): Pocket {
  const { clock, schedule, tokens, address, report } = options
  const code = String(randomInt(0, 10 ** codeDigits)).padStart(codeDigits, '0')
  const visitors = new Map<number, Visitor>()
  const nowMs = (): number => clock.now().getTime()
  const now = (): string => clock.now().toISOString()
  let endsAtMs = nowMs() + pocketLifeMs
  let wrong = 0
  let lastVisitMs = 0
  let isEnded = false
  let endTimer = (): void => undefined
  let listener: PocketListener | undefined
  let closing: Promise<void> | undefined

  const share = (): StoredShare => ({ ...options.share, expiresAt: new Date(endsAtMs).toISOString() })

  const close = (): Promise<void> => {
    if (listener !== undefined) closing ??= listener.close().catch(report)
    return closing ?? Promise.resolve()
  }

  const finish: Pocket['finish'] = (why) => {
    if (!isEnded) {
      isEnded = true
      endTimer()
      options.ended(why)
    }
    return close()
  }

  /** Ends the share at its time, even without a request. */
  const arm = (): void => {
    endTimer()
    endTimer = schedule.at(endsAtMs, () => void finish('time'))
  }
  arm()

  const isOpen = (): boolean => {
    if (!isEnded && endsAtMs <= nowMs()) void finish('time')
    return !isEnded
  }

  const recheck = async (): Promise<void> => {
    if (isOpen() && !(await options.isAllowed())) void finish('closed')
  }

  /** @throws AppError SHARE_CLOSED */
  const requireOpen = (): void => {
    if (!isOpen()) throw new AppError('SHARE_CLOSED')
  }

  const visitOf = (token: string | undefined): number | undefined =>
    token === undefined ? undefined : tokens.openedAtMs(share(), token)

  /** @throws AppError SHARE_CODE_NEEDED, SHARE_CODE_WRONG, SHARE_CLOSED */
  const checkCode = (given: string | undefined): void => {
    if (given === undefined) throw new AppError('SHARE_CODE_NEEDED')
    const digits = given.replaceAll(/\D/g, '').slice(0, codeDigits).padEnd(codeDigits, ' ')
    if (timingSafeEqual(Buffer.from(digits), Buffer.from(code))) return
    wrong += 1
    if (wrong < pocketWrongCodesMax) throw new AppError('SHARE_CODE_WRONG', { left: pocketWrongCodesMax - wrong })
    void finish('codes')
    throw new AppError('SHARE_CLOSED')
  }

  const gate: PocketGate = {
    projectId: options.share.projectId,
    link: options.share.link,

    check: async () => {
      await recheck()
      requireOpen()
    },

    open: async ({ code: given, visitor, ip, agent }) => {
      requireOpen()
      const visit = visitOf(visitor)
      if (visit !== undefined) return options.opened(tokens.make(share(), visit))
      checkCode(given)
      if (visitors.size >= visitorsMax) throw new AppError('TOO_MANY_REQUESTS', { seconds: 60 })
      // The time of a visit is its key.
      lastVisitMs = Math.max(lastVisitMs + 1, nowMs())
      const made = { address: ip, agent: agent ?? null, connectedAt: now(), lastSeenAt: now() }
      visitors.set(lastVisitMs, made)
      return options.opened(tokens.make(share(), lastVisitMs))
    },

    seen: (token) => {
      const visit = visitOf(token)
      const visitor = visit === undefined ? undefined : visitors.get(visit)
      if (visitor !== undefined) visitor.lastSeenAt = now()
    },
  }

  return {
    share,
    isOpen,
    gate,
    finish,
    recheck,
    listening: (opened) => {
      listener = opened
      if (isEnded) void close()
    },
    extend: () => {
      endsAtMs = nowMs() + pocketLifeMs
      arm()
    },
    status: () => ({
      id: options.share.id,
      url: `http://${hostOf(address)}:${listener?.port ?? 0}/`,
      address,
      code,
      attemptsLeft: pocketWrongCodesMax - wrong,
      endsAt: new Date(endsAtMs).toISOString(),
      visitors: Array.from(visitors.values(), (visitor) => ({ ...visitor })).toReversed(),
    }),
  }
}
