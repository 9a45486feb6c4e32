import type { Sentence } from '@renderer/i18n'
import type { ChangeIds, UndoEntry } from './undo-log'

/** A step in the session storage of the tab. */
export interface SavedStep extends Pick<UndoEntry, 'label' | 'undone' | 'state' | 'why'> {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Ids of its changes; absent if it can't be undone. */
  readonly changes?: ChangeIds
}

/** The steps of a tab, for one user. */
export interface SavedSteps {
  readonly userId: number | null
  readonly projects: Readonly<Record<string, readonly SavedStep[]>>
}

const key = 'basalt.undo'

/** Reads the steps that an earlier page of this tab left behind. */
export function readSteps(): SavedSteps | undefined {
  try {
    const saved = JSON.parse(sessionStorage.getItem(key) ?? 'null') as unknown
    return isSaved(saved) ? saved : undefined
  } catch {
    return undefined
  }
}

/** Stores the steps of this page. A reload without them only shortens the history. */
export function writeSteps(steps: SavedSteps): void {
  try {
    if (Object.keys(steps.projects).length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(steps))
  } catch {
    // The storage is full or blocked.
  }
}

function isSaved(value: unknown): value is SavedSteps {
  if (typeof value !== 'object' || value === null) return false
  const { projects } = value as { readonly projects?: unknown }
  if (typeof projects !== 'object' || projects === null) return false
  return Object.values(projects).every((steps) => Array.isArray(steps) && steps.every(isStep))
}

const isSentence = (value: unknown): value is Sentence =>
  typeof value === 'string' || typeof (value as { readonly key?: unknown } | null)?.key === 'string'

function isStep(value: unknown): value is SavedStep {
  const { label, undone, state, at, why, changes } = (value ?? {}) as Readonly<Record<string, unknown>>
  const { newest, done } = (changes ?? { newest: [], done: 0 }) as Partial<ChangeIds>
  return (
    [label, undone].every(isSentence) &&
    (why === undefined || isSentence(why)) &&
    typeof at === 'number' &&
    ['done', 'undone', 'passed'].includes(String(state)) &&
    Array.isArray(newest) &&
    newest.every((id) => id === null || typeof id === 'string') &&
    typeof done === 'number'
  )
}
