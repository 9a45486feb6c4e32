import { z } from 'zod'
import { assertNever } from '@common/util/assert-never'

/** Error codes of the updater. Messages of the package server aren't shown. */
export const updaterFailure = z.enum(['checkFailed', 'downloadFailed', 'notPackaged', 'notSigned'])
export type UpdaterFailure = z.infer<typeof updaterFailure>

/**
 * States of the updater:
 *
 *   idle → checking → idle (nothing new)
 *            └──────→ available → downloading → downloaded → (restart)
 *   any of the middle three → failed → checking
 */
export const updaterState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('idle'), checkedAt: z.string().nullable() }),
  z.object({ state: z.literal('checking') }),
  z.object({ state: z.literal('available'), version: z.string() }),
  z.object({ state: z.literal('downloading'), version: z.string(), percent: z.number() }),
  z.object({ state: z.literal('downloaded'), version: z.string() }),
  z.object({ state: z.literal('failed'), reason: updaterFailure }),
])
export type UpdaterState = z.infer<typeof updaterState>

/** Events of the updater, from the user or the package server. */
export type UpdaterEvent =
  | { readonly event: 'checkAsked' }
  | { readonly event: 'nothingNew'; readonly at: string }
  | { readonly event: 'found'; readonly version: string }
  | { readonly event: 'downloadAsked' }
  | { readonly event: 'progress'; readonly percent: number }
  | { readonly event: 'downloaded' }
  | { readonly event: 'failed'; readonly reason: UpdaterFailure }

export const updaterAtStart: UpdaterState = { state: 'idle', checkedAt: null }

/** Returns the next state. Events that don't apply to a state return the same object. */
export function updaterAfter(now: UpdaterState, happened: UpdaterEvent): UpdaterState {
  switch (happened.event) {
    case 'checkAsked':
      return now.state === 'idle' || now.state === 'failed' || now.state === 'available' ? { state: 'checking' } : now
    case 'nothingNew':
      return now.state === 'checking' ? { state: 'idle', checkedAt: happened.at } : now
    case 'found':
      return now.state === 'checking' ? { state: 'available', version: happened.version } : now
    case 'downloadAsked':
      return now.state === 'available' ? { state: 'downloading', version: now.version, percent: 0 } : now
    case 'progress':
      return now.state === 'downloading' ? { ...now, percent: Math.min(100, Math.max(0, happened.percent)) } : now
    case 'downloaded':
      return now.state === 'downloading' ? { state: 'downloaded', version: now.version } : now
    case 'failed':
      return now.state === 'checking' || now.state === 'available' || now.state === 'downloading'
        ? { state: 'failed', reason: happened.reason }
        : now
    default:
      return assertNever(happened)
  }
}
