import { create } from 'zustand'

/** The table to show when the diagram comes to the front. */
export const useAskedTable = create<{ readonly name: string | undefined }>(() => ({ name: undefined }))

/** Shows a table in the diagram, whether its tab is opening or already open. */
export const showInDiagram = (name: string): void => useAskedTable.setState({ name })

export const askedTableShown = (): void => useAskedTable.setState({ name: undefined })
