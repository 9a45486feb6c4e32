import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import type { GridSession } from './session'

/** A dialog to open as soon as its view is open. Without a view id, it belongs to the table's own grid. */
interface AskedDialog {
  readonly dialog: 'export' | 'duplicates'
  readonly projectId: string
  readonly table: string
  readonly view: string | undefined
}

const useAsked = create<{ readonly asked: AskedDialog | undefined }>(() => ({ asked: undefined }))

/** Requests a dialog of a view from elsewhere, such as the tree. */
export const askDialog = (asked: AskedDialog): void => useAsked.setState({ asked })

/** Calls `open` when another part of the page requests this view's dialog. */
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
