import { create } from 'zustand'

export interface Snackbar {
  readonly id: number
  readonly text: string
}

interface SnackbarState {
  readonly current: Snackbar | null
}

export const useSnackbar = create<SnackbarState>(() => ({ current: null }))

let lastId = 0

/** One sentence at the bottom centre with Close, hidden after 10 s (S1 §9): updates, limits, the connection. */
export const snackbar = {
  show: (text: string): void => {
    lastId += 1
    useSnackbar.setState({ current: { id: lastId, text } })
  },
  close: (): void => useSnackbar.setState({ current: null }),
}
