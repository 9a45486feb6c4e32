/**
 * A value as history keeps it: stored numbers and texts as they were; of a text beyond the limit its beginning, of
 * bytes their number.
 */
export type HistoryValue =
  | string
  | number
  | boolean
  | null
  | { readonly cut: string; readonly length: number }
  | { readonly bytes: number }

export const historyKinds = ['insert', 'update', 'delete'] as const
export type HistoryKind = (typeof historyKinds)[number]

/** What happened to one value. */
export interface ValueChange {
  /** Name of the column in the database, as it is now. */
  readonly column: string
  readonly before: HistoryValue
  readonly after: HistoryValue
}

/** What happened to one row at one moment. */
export interface HistoryEntry {
  readonly id: string
  readonly kind: HistoryKind
  /** ISO 8601, UTC. */
  readonly when: string
  readonly userId: number | null
  readonly email: string | null
  /** What asked for it: `rest` … */
  readonly why: string
  readonly changes: readonly ValueChange[]
}
