import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import type { GridSession } from './session'

/** A dialog of a view, to open as soon as the view is. Without a view id: of the table's own grid. */
interface AskedDialog {
  readonly dialog: 'export' | 'duplicates'
  readonly projectId: string
  readonly table: string
  readonly view: string | undefined
}

const useAsked = create<{ readonly asked: AskedDialog | undefined }>(() => ({ asked: undefined }))

/** Asks a view for one of its dialogs where the view isn't at hand, such as in the tree. */
export const askDialog = (asked: AskedDialog): void => useAsked.setState({ asked })

/** Calls `open` when somebody asks this view for the dialog. */
export function useAskedDialog(
  { projectId, table, view }: GridSession,
  dialog: AskedDialog['dialog'],
  open: () => void,
): void {
  const isAsked = useAsked(
    ({ asked }) =>
      asked?.dialog === dialog &&
      asked.projectId === projectId &&
      asked.table === table.name &&
      asked.view === view.view.id,
  )
  const latest = useRef(open)
  latest.current = open
  useEffect(() => {
    if (!isAsked) return
    useAsked.setState({ asked: undefined })
    latest.current()
  }, [isAsked])
}
