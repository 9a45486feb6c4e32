import { create } from 'zustand'

/** The principal whose missing access is explained. */
export type WhySubject = { readonly role: string } | { readonly userId: number } | { readonly tokenId: string }

interface WhyState {
  /** Undefined while the drawer is closed. */
  readonly subject: WhySubject | undefined
  /** The table to which the explanation is narrowed, by its name in the database. */
  readonly table: string | undefined
  /** Runs when the page has left the preview. */
  readonly afterPreview: (() => void) | undefined
}

const closed: WhyState = { subject: undefined, table: undefined, afterPreview: undefined }

/** The drawer “Why can't I see this?”. */
export const useWhy = create<WhyState>(() => closed)

export const why = {
  /** Opens the drawer about a role, a member or an API token. */
  ask: (subject: WhySubject, table?: string): void => useWhy.setState({ subject, table }),
  narrow: (table: string | undefined): void => useWhy.setState({ table }),
  close: (): void => useWhy.setState({ subject: undefined, table: undefined }),
  afterPreview: (run: (() => void) | undefined): void => useWhy.setState({ afterPreview: run }),
}
