import { create } from 'zustand'

/** The table that the diagram is to show when it comes to the front. */
export const useAskedTable = create<{ readonly name: string | undefined }>(() => ({ name: undefined }))

/** Goes to a table in the diagram, which somebody opens at this moment or has open. */
export const showInDiagram = (name: string): void => useAskedTable.setState({ name })

export const askedTableShown = (): void => useAskedTable.setState({ name: undefined })
