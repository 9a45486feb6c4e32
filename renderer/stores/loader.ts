import { create } from 'zustand'

export interface Loader {
  readonly message: string
  /** 0–100, when it is known. */
  readonly progress: number | null
}

/** The full-screen loader (S1 §2): start, environment change and making a project only. */
export const useLoader = create<{ readonly current: Loader | null }>(() => ({ current: null }))

export const loader = {
  show: (message: string, progress: number | null = null): void =>
    useLoader.setState({ current: { message, progress } }),
  hide: (): void => useLoader.setState({ current: null }),
}
