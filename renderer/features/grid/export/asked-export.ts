import { create } from 'zustand'

/** A view that is to be exported as soon as it is open; without an id, the table's own grid. */
interface AskedExport {
  readonly projectId: string
  readonly table: string
  readonly view: string | undefined
}

/** What somebody asked for where the view itself is not at hand, such as in the tree. */
export const useAskedExport = create<{ readonly asked: AskedExport | undefined }>(() => ({ asked: undefined }))

/** Asks the view, which is open or about to be, for its export dialog. */
export const askExport = (asked: AskedExport | undefined): void => useAskedExport.setState({ asked })
