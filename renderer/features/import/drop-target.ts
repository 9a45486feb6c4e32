import { useEffect, useRef } from 'react'
import { create } from 'zustand'

/** Handler for files dropped anywhere on the window. */
export interface DropTarget {
  /** Shown during the drag, such as "Drop to import into Chinook". */
  readonly title: string
  readonly text: string
  readonly take: (files: readonly File[]) => void
}

export const useDropTargets = create<{ readonly target: DropTarget | undefined }>(() => ({ target: undefined }))

/** Sets the current page's handler for dropped files; undefined ignores them. */
export function useDropTarget(target: DropTarget | undefined): void {
  const latest = useRef(target)
  latest.current = target
  const { title, text } = target ?? {}
  useEffect(() => {
    if (title === undefined || text === undefined) return undefined
    const own: DropTarget = { title, text, take: (files) => latest.current?.take(files) }
    useDropTargets.setState({ target: own })
    return () => {
      if (useDropTargets.getState().target === own) useDropTargets.setState({ target: undefined })
    }
  }, [title, text])
}
