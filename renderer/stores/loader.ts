import type { Sentence } from '@renderer/i18n'
import { create } from 'zustand'

export interface Loader {
  readonly message: Sentence
  /** 0–100; null if unknown. */
  readonly progress: number | null
}

/** The full-screen loader (S1 §2): only for start, environment changes and project creation. */
export const useLoader = create<{ readonly current: Loader | null }>(() => ({ current: null }))

export const loader = {
  show: (message: Sentence, progress: number | null = null): void =>
    useLoader.setState({ current: { message, progress } }),
  hide: (): void => useLoader.setState({ current: null }),
}
