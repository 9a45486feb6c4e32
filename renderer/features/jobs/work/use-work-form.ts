import { useFailure } from '@renderer/api'
import { useState } from 'react'

/** State of the form of a job or an automation. */
export interface WorkForm<D> {
  readonly draft: D
  /** True if the draft differs from what is stored. */
  readonly isChanged: boolean
  readonly problem: string | undefined
  readonly isBusy: boolean
  readonly set: (part: Partial<D>) => void
  readonly discard: () => void
  readonly fail: (problem: string) => void
  /** Runs a call and shows its error. */
  readonly work: (call: () => Promise<unknown>) => Promise<void>
}

/** @param stored  undefined for a new one, which begins with `first` */
export function useWorkForm<D extends object>(stored: D | undefined, first: () => D): WorkForm<D> {
  const [begun] = useState(first)
  const [edited, setEdited] = useState<D>()
  const [problem, setProblem] = useFailure()
  const [isBusy, setBusy] = useState(false)
  const before = stored ?? begun
  const draft = edited ?? before
  return {
    draft,
    isChanged: stored === undefined || JSON.stringify(draft) !== JSON.stringify(before),
    problem,
    isBusy,
    set: (part) => {
      setEdited({ ...draft, ...part })
      setProblem(undefined)
    },
    discard: () => setEdited(undefined),
    fail: setProblem,
    work: async (call) => {
      setBusy(true)
      setProblem(undefined)
      try {
        await call()
      } catch (error) {
        setProblem(error)
      } finally {
        setBusy(false)
      }
    },
  }
}
