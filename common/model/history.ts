import type { ActorKind, Origin } from './actor'

/** A value in the history: stored numbers and texts; the beginning of a long text; the size of binary data. */
export type HistoryValue =
  | string
  | number
  | boolean
  | null
  | { readonly cut: string; readonly length: number }
  | { readonly bytes: number }

export const historyKinds = ['insert', 'update', 'delete'] as const
export type HistoryKind = (typeof historyKinds)[number]

/** The change of one value. */
export interface ValueChange {
  /** Current name of the column in the database. */
  readonly column: string
  readonly before: HistoryValue
  readonly after: HistoryValue
}

/** The actor of a stored change, as audit, history and comments show it. */
export interface StoredActor {
  readonly kind: ActorKind
  /** Id of the API token or the share link. */
  readonly id: string | null
  /** Name of the token, or of what the link shares, at that time. */
  readonly title: string | null
}

/** A change of one row. */
export interface HistoryEntry {
  readonly id: string
  readonly kind: HistoryKind
  /** ISO 8601, UTC. */
  readonly when: string
  readonly userId: number | null
  readonly email: string | null
  /** Null in entries of older versions. */
  readonly actor: StoredActor | null
  readonly origin: Origin | null
  /** The source of the change, such as `rest`. */
  readonly why: string
  readonly changes: readonly ValueChange[]
}
