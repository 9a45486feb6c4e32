import { z } from 'zod'
import { release, type Release } from '@common/model/release'
import { assertNever } from '@common/util/assert-never'

/**
 * Error codes of the updater. Messages of the package server aren't shown.
 *
 * checkFailed: no answer from the feed. downloadFailed: the transfer ended early. damaged: the file isn't the published
 * one. diskFull: no space for the file. notSigned: the manifest lacks the signature of this package's key. notPackaged:
 * this copy can't update itself. installFailed: the installer did not start.
 */
export const updaterFailure = z.enum([
  'checkFailed',
  'downloadFailed',
  'damaged',
  'diskFull',
  'notSigned',
  'notPackaged',
  'installFailed',
])
export type UpdaterFailure = z.infer<typeof updaterFailure>

/** Time of the last check that the feed answered, as ISO text; null before the first one since the start. */
const checked = { checkedAt: z.string().nullable() }

/**
 * States of the updater:
 *
 *   idle → checking → idle (nothing new)
 *            └──────→ available → downloading → downloaded → (restart)
 *   all except idle → failed → checking
 */
export const updaterState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('idle'), ...checked }),
  z.object({ state: z.literal('checking'), ...checked }),
  z.object({ state: z.literal('available'), ...release.shape, ...checked }),
  z.object({ state: z.literal('downloading'), ...release.shape, percent: z.number(), ...checked }),
  z.object({ state: z.literal('downloaded'), ...release.shape, ...checked }),
  z.object({ state: z.literal('failed'), reason: updaterFailure, ...checked }),
])
export type UpdaterState = z.infer<typeof updaterState>

/** Events of the updater, from the user or the package server. */
export type UpdaterEvent =
  | { readonly event: 'checkAsked' }
  | { readonly event: 'nothingNew'; readonly at: string }
  | ({ readonly event: 'found'; readonly at: string } & Release)
  | { readonly event: 'downloadAsked' }
  | { readonly event: 'progress'; readonly percent: number }
  | { readonly event: 'downloaded' }
  | { readonly event: 'failed'; readonly reason: UpdaterFailure }

export const updaterAtStart: UpdaterState = { state: 'idle', checkedAt: null }

/** Returns the next state. Events that don't apply to a state return the same object. */
export function updaterAfter(now: UpdaterState, happened: UpdaterEvent): UpdaterState {
  const { checkedAt } = now
  switch (happened.event) {
    case 'checkAsked':
      return now.state === 'idle' || now.state === 'failed' || now.state === 'available'
        ? { state: 'checking', checkedAt }
        : now
    case 'nothingNew':
      return now.state === 'checking' ? { state: 'idle', checkedAt: happened.at } : now
    case 'found': {
      const { version, notes, at } = happened
      return now.state === 'checking' ? { state: 'available', version, notes, checkedAt: at } : now
    }
    case 'downloadAsked':
      return now.state === 'available' ? { ...now, state: 'downloading', percent: 0 } : now
    case 'progress':
      return now.state === 'downloading' ? { ...now, percent: Math.min(100, Math.max(0, happened.percent)) } : now
    case 'downloaded': {
      if (now.state !== 'downloading') return now
      const { version, notes } = now
      return { state: 'downloaded', version, notes, checkedAt }
    }
    case 'failed':
      return now.state === 'idle' || now.state === 'failed'
        ? now
        : { state: 'failed', reason: happened.reason, checkedAt }
    default:
      return assertNever(happened)
  }
}

/** Returns the release that the updater found; undefined if there is none. */
export function releaseFound(state: UpdaterState): Release | undefined {
  return state.state === 'available' || state.state === 'downloading' || state.state === 'downloaded'
    ? { version: state.version, notes: state.notes }
    : undefined
}

/** Answer of a window before a restart. `saving` ends by itself; `unsaved` needs the user. */
export const saveState = z.enum(['saved', 'saving', 'unsaved'])
export type SaveState = z.infer<typeof saveState>

/**
 * Outcome of a restart that installs an update.
 *
 * restarting: the windows close now. notReady: nothing is downloaded. saving: a window was still saving after a wait.
 * unsaved: a window has unsaved edits. noAnswer: a window did not answer. damaged: the downloaded file has changed.
 */
export const restartOutcome = z.enum(['restarting', 'notReady', 'saving', 'unsaved', 'noAnswer', 'damaged'])
export type RestartOutcome = z.infer<typeof restartOutcome>
