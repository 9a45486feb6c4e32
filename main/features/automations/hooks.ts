import { AppError } from '@common/errors'
import type { Trail } from '@main/lib/automation-trail'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import { linkTokenHash } from '@main/lib/link-token'
import { logId } from '@main/lib/log-id'
import { Lru } from '@main/lib/lru'
import { requestInput, type WebhookRequest } from './input'
import type { AutomationRepository, NewRun } from './types'

/** Path of the addresses of webhooks, before the token. */
export const hookPath = '/api/v1/hooks/'

const perMinute = 120
const minuteMs = 60_000
const addressesRemembered = 10_000
const tokenCharactersMax = 200

export interface ReceivedHook extends WebhookRequest {
  readonly token: string
  /** The automations that led to the request, as it says. */
  readonly trail: Trail
}

/** Queues a run for a request to the address of a webhook. @returns the id of the run */
export type ReceiveHook = (received: ReceivedHook) => Promise<{ readonly runId: string }>

/** @throws AppError WEBHOOK_NOT_FOUND for every address that doesn't work, TOO_MANY_REQUESTS */
export function createReceiveHook(options: {
  readonly repository: AutomationRepository
  readonly clock: Clock
  readonly ids: Ids
  readonly queued: () => void
}): ReceiveHook {
  const { repository, clock, ids, queued } = options
  /** Requests of the current minute, by hash of the token. */
  const counted = new Lru<string, { readonly fromMs: number; count: number }>(addressesRemembered)
  let runs = 0

  const limit = (hash: string): void => {
    const now = clock.now().getTime()
    const known = counted.get(hash)
    const current = known !== undefined && now - known.fromMs < minuteMs ? known : { fromMs: now, count: 0 }
    if (current !== known) counted.set(hash, current)
    current.count += 1
    if (current.count > perMinute)
      throw new AppError('TOO_MANY_REQUESTS', { seconds: Math.ceil((current.fromMs + minuteMs - now) / 1_000) })
  }

  return async ({ token, trail, ...request }) => {
    if (token.length > tokenCharactersMax) throw new AppError('WEBHOOK_NOT_FOUND')
    const hash = linkTokenHash(token)
    limit(hash)
    const automation = await repository.ofHook(hash)
    if (automation?.trigger.kind !== 'webhook') throw new AppError('WEBHOOK_NOT_FOUND')
    const now = clock.now()
    const id = logId(now.getTime(), (runs += 1), ids.hex(4))
    const run: NewRun = {
      id,
      automationId: automation.id,
      // Requests don't wait for each other.
      recordKey: `request ${id}`,
      input: requestInput(request, now.toISOString()),
      trail,
      createdAt: now.toISOString(),
    }
    await repository.add([run])
    queued()
    return { runId: id }
  }
}
