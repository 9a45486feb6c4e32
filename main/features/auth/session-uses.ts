import { metaTables, updateIn, type MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import type { CallContext } from '@main/operations/context'

const { sessionUses } = metaTables

/** Where a request comes from. */
export interface RequestSource {
  readonly ip?: string | null | undefined
  /** Text of the `User-Agent` header. */
  readonly agent?: string | undefined
  /** Code of the language of the page. */
  readonly language?: string | undefined
}

export function sourceOf({ actor, agent, language }: Pick<CallContext, 'actor' | 'agent' | 'language'>): RequestSource {
  return { ip: actor.ip, agent, language }
}

/** Stores when and where sessions were last used. */
export interface SessionUses {
  /** Notes a use. Returns at once, and stores one use of a session per minute. */
  readonly used: (sessionId: string, from: RequestSource) => void
  /** Resolves when all noted uses are stored. */
  readonly settled: () => Promise<void>
}

const storedEveryMs = 60_000
/** Sessions in memory. Forgetting one stores its next use earlier. */
const sessionsNoted = 20_000
const agentMaxCharacters = 255
const addressMaxCharacters = 64

export function createSessionUses({
  store,
  clock,
  report,
}: {
  readonly store: MetaStore
  readonly clock: Clock
  readonly report: (error: unknown) => void
}): SessionUses {
  const notedAtMs = new Map<string, number>()
  const waiting = new Map<string, RequestSource>()
  let writing: Promise<void> | undefined

  const write = async (): Promise<void> => {
    while (waiting.size > 0) {
      const seenAt = clock.now().toISOString()
      const steps = Array.from(waiting, ([id, from]) =>
        updateIn(sessionUses, { ...storedSource(from), seen_at: seenAt }, { session_id: id }),
      )
      waiting.clear()
      await store.transact(steps)
    }
  }

  return {
    used: (sessionId, { ip, agent, language }) => {
      const nowMs = clock.monotonicMs()
      const noted = notedAtMs.get(sessionId)
      if (noted !== undefined && nowMs - noted < storedEveryMs) return
      if (notedAtMs.size >= sessionsNoted) notedAtMs.clear()
      notedAtMs.set(sessionId, nowMs)
      waiting.set(sessionId, { ip, agent, language })
      writing ??= write()
        .catch(report)
        .finally(() => (writing = undefined))
    },
    settled: async () => {
      await writing
    },
  }
}

/** Returns the stored form of a request's source. */
export function storedSource({ ip, agent, language }: RequestSource): {
  readonly agent: string | null
  readonly language: string | null
  readonly address: string | null
} {
  return {
    language: language ?? null,
    agent: agent === undefined || agent === '' ? null : agent.slice(0, agentMaxCharacters),
    address: ip === undefined || ip === null || ip === '' ? null : ip.slice(0, addressMaxCharacters),
  }
}
