import type { Permission } from '@common/permissions'
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

/** A table that a preview hides as a whole. */
export interface HiddenTable {
  readonly name: string
  readonly title: string
  readonly type: 'table' | 'view'
  /** Why it is hidden, and where to change that. */
  readonly reason: string
}

/** A column that a rule hides from the previewed role in a table that the role reads. */
export interface HiddenColumn {
  /** Name of the table in the database. */
  readonly table: string
  readonly column: string
  readonly title: string
  /** Place in the list of “Why can't I see this?”, from 1 in each table. */
  readonly number: number
  readonly reason: string
}

/** Parts of the project that the previewed role doesn't see. */
export interface HiddenThings {
  readonly tables: readonly HiddenTable[]
  readonly columns: readonly HiddenColumn[]
  /** Permissions that the previewed role lacks and the member has. */
  readonly missing: readonly Permission[]
  readonly missingReason: string
}

const nothing: HiddenThings = { tables: [], columns: [], missing: [], missingReason: '' }

interface HiddenState extends HiddenThings {
  /** True if the sidebar and grids show what the preview hides. */
  readonly isShown: boolean
}

export const useHidden = create<HiddenState>(() => ({ isShown: false, ...nothing }))

export const hidden = {
  show: (isShown: boolean): void => useHidden.setState({ isShown }),
  found: (things: HiddenThings = nothing): void => useHidden.setState(things),
}
