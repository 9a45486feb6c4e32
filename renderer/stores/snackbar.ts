import type { Sentence } from '@renderer/i18n'
import { create } from 'zustand'

export interface SnackbarAction {
  readonly label: Sentence
  readonly run: () => void
}

export interface Snackbar {
  readonly id: number
  readonly text: Sentence
  readonly actions: readonly SnackbarAction[]
}

interface SnackbarState {
  readonly current: Snackbar | null
}

export const useSnackbar = create<SnackbarState>(() => ({ current: null }))

let lastId = 0

/** One sentence at the bottom centre with Close, hidden after 10 s (S1 §9): updates, limits, the connection. */
export const snackbar = {
  /** @param actions  links beside the sentence; each closes the snackbar */
  show: (text: Sentence, actions: readonly SnackbarAction[] = []): void => {
    lastId += 1
    useSnackbar.setState({ current: { id: lastId, text, actions } })
  },
  close: (): void => useSnackbar.setState({ current: null }),
}
