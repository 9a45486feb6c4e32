import { create } from 'zustand'

export interface SnackbarAction {
  readonly label: string
  readonly run: () => void
}

export interface Snackbar {
  readonly id: number
  readonly text: string
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
  show: (text: string, actions: readonly SnackbarAction[] = []): void => {
    lastId += 1
    useSnackbar.setState({ current: { id: lastId, text, actions } })
  },
  close: (): void => useSnackbar.setState({ current: null }),
}
