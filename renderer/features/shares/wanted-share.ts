import { create } from 'zustand'

/** A view whose link is to be opened. */
export interface SharedView {
  readonly projectId: string
  readonly table: string
  readonly view: string | undefined
}

const keyOf = ({ projectId, table, view }: SharedView): string => JSON.stringify([projectId, table, view ?? ''])

const useWanted = create<{ readonly wanted: string | undefined }>(() => ({ wanted: undefined }))

/** Opens the link of a view in its toolbar, as soon as the view is open. */
export const openShare = (view: SharedView): void => useWanted.setState({ wanted: keyOf(view) })
export const shareOpened = (): void => useWanted.setState({ wanted: undefined })

/** True if a user wants the link of this view. */
export const useIsShareWanted = (view: SharedView): boolean => useWanted(({ wanted }) => wanted === keyOf(view))
