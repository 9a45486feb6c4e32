import type { StoredValue } from '@common/columns/column-type'
import type { ErrorCode, ErrorDetails } from '@common/errors'
import type { SqlColumn } from '@common/sql/shapes'
import type { SessionPlan } from '@main/db/sql-session'
import type { PackedRows } from '@main/lib/packed-rows'

/** How the process of a session opens its file. */
export interface SessionSpec {
  readonly filename: string
  /** `inPlace`: the user's file, in which opening changes nothing. */
  readonly mode: 'builtIn' | 'inPlace'
  readonly readOnly: boolean
}

/** Messages from the server. One request at a time; each gets one `opened`, `done`, `planned` or `failed`. */
export type SessionRequest =
  | ({ readonly kind: 'open' } & SessionSpec)
  | { readonly kind: 'run'; readonly sql: string; readonly values: readonly StoredValue[] }
  | { readonly kind: 'explain'; readonly sql: string; readonly values: readonly StoredValue[] }
  /** Answers `columns` and `rows`, which the process waits for. */
  | { readonly kind: 'taken'; readonly wantsMore: boolean }
  | { readonly kind: 'close' }

/** Messages from the process. */
export type SessionAnswer =
  | { readonly kind: 'opened' }
  | { readonly kind: 'columns'; readonly columns: readonly SqlColumn[] }
  | { readonly kind: 'rows'; readonly rows: PackedRows }
  | { readonly kind: 'done'; readonly affected: number | null; readonly inTransaction: boolean }
  | { readonly kind: 'planned'; readonly plan: SessionPlan }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly details: ErrorDetails }
  | { readonly kind: 'failed'; readonly reason: string; readonly offset: number | undefined }
  | { readonly kind: 'closed' }
