import type { Sentence } from '@renderer/i18n'
import { createStore, useStore, type StoreApi } from 'zustand'
import type { CellPosition } from '../painter/data-grid'
import { emptySelection, type GridSelection } from '../painter/selection'

/** An open cell editor. */
export interface OpenEditor {
  readonly cell: CellPosition
  /** Text that opened it, or the rejected text of the cell. */
  readonly typed: string | undefined
}

/** State that changes with keys and pointer while a view is open. */
export interface SessionState {
  readonly selection: GridSelection
  readonly editor: OpenEditor | undefined
  /** Number of scroll events so far. Components beside a cell read its bounds again when it grows. */
  readonly scrolled: number
  /** Sentence for screen readers. */
  readonly polite: string
  /** Sentence in the status bar, for a few seconds. Empty if there is none. */
  readonly said: Sentence
}

export type SessionStore = StoreApi<SessionState>

export const createSessionStore = (): SessionStore =>
  createStore<SessionState>(() => ({
    selection: emptySelection,
    editor: undefined,
    scrolled: 0,
    polite: '',
    said: '',
  }))

/** Returns a part of the state and renders the component again when this part changes. */
export function useSessionState<T>({ state }: { readonly state: SessionStore }, select: (state: SessionState) => T): T {
  return useStore(state, select)
}

/**
 * Calls a listener when a part of the state has changed. It runs after the current event: an event may change several
 * parts one after the other.
 *
 * @returns a function that unsubscribes
 */
export function onSessionChange<T>(
  state: SessionStore,
  select: (state: SessionState) => T,
  listener: (value: T) => void,
): () => void {
  let last = select(state.getState())
  let isWaiting = false
  let isEnded = false
  const end = state.subscribe(() => {
    if (isWaiting) return
    isWaiting = true
    queueMicrotask(() => {
      isWaiting = false
      const next = select(state.getState())
      if (isEnded || Object.is(next, last)) return
      last = next
      listener(next)
    })
  })
  return () => {
    isEnded = true
    end()
  }
}
