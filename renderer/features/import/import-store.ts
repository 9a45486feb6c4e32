import { create } from 'zustand'

/** A request to import files or pasted text. */
export interface ImportRequest {
  readonly id: number
  readonly projectId: string
  readonly source: { readonly files: readonly File[] } | { readonly text: string; readonly name: string }
  /** Name of the table that the user started from. By default, the wizard suggests a new table first. */
  readonly into?: string
  /** Deletes the project created for these files; called if the user imports nothing. */
  readonly abandon?: () => void
}

interface ImportState {
  /** The wizard is open for it. */
  readonly request: ImportRequest | undefined
  /** The import whose failed rows are open. */
  readonly failures: { readonly projectId: string; readonly importId: string; readonly name: string } | undefined
}

export const useImports = create<ImportState>(() => ({ request: undefined, failures: undefined }))

let lastId = 0

export const imports = {
  open: (request: Omit<ImportRequest, 'id'>): void => {
    lastId += 1
    useImports.setState({ request: { ...request, id: lastId } })
  },
  close: (): void => useImports.setState({ request: undefined }),
  /** Closes the wizard without an import. */
  leave: (): void => {
    const { request } = useImports.getState()
    useImports.setState({ request: undefined })
    request?.abandon?.()
  },
  showFailures: (failures: NonNullable<ImportState['failures']>): void => useImports.setState({ failures }),
  hideFailures: (): void => useImports.setState({ failures: undefined }),
}
