import { create } from 'zustand'

/** A problem that the dialog shows. */
export interface Problem {
  /** Undefined for a report without an error. */
  readonly error: Error | undefined
  /** True if the user opened the report; false asks first. */
  readonly isAsked: boolean
}

/** The dialogs Unexpected Error and the report (S1 §2). */
export const useProblem = create<{ readonly current: Problem | null }>(() => ({ current: null }))

/** Errors that this window has shown: a repeated one, as of a timer, doesn't interrupt again. */
const shown = new Set<string>()

export const problem = {
  /** Shows the dialog of an error outside of pages. @returns false if it was shown before, or another one is open */
  unexpected: (error: Error): boolean => {
    const key = `${error.name} ${error.message} ${error.stack?.split('\n')[1] ?? ''}`
    if (shown.has(key) || useProblem.getState().current !== null) return false
    shown.add(key)
    useProblem.setState({ current: { error, isAsked: false } })
    return true
  },
  /** Opens the report, about an error or without one. */
  report: (error?: Error): void => useProblem.setState({ current: { error, isAsked: true } }),
  close: (): void => useProblem.setState({ current: null }),
}
