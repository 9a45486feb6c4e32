import type { ImportKind } from '@common/import/options'
import type { ImportChanges, ImportState, WireImportStatus } from '@common/operations/imports'
import type { Failures } from './failures'

/** A file that has arrived, and what becomes of it. */
export interface ImportEntry {
  readonly id: string
  readonly projectId: string
  readonly userId: number
  readonly name: string
  readonly title: string
  readonly path: string
  readonly size: number
  readonly kind: ImportKind
  readonly sheets: { readonly name: string; readonly rows: number | null; readonly columns: number | null }[]
  /** When somebody last wanted to know of it. */
  askedMs: number
  progress: ImportProgress
  failures: Failures
  /** Rows written into existing tables; undefined where there are too many to undo. */
  changes: readonly ImportChanges[] | undefined
  job: RunningJob | undefined
}

export interface RunningJob {
  readonly cancel: () => void
  /** Ends when it has, whatever became of it. */
  readonly over: Promise<void>
}

/** How far an import is; as `importStatus` answers it, but for the rows that failed. */
export interface ImportProgress {
  state: ImportState
  read: number
  created: number
  updated: number
  skipped: number
  percent: number
  sheet: string | null
  error: WireImportStatus['error']
  tables: WireImportStatus['tables']
}

export const untouched = (): ImportProgress => ({
  state: 'ready',
  read: 0,
  created: 0,
  updated: 0,
  skipped: 0,
  percent: 0,
  sheet: null,
  error: null,
  tables: [],
})

export function statusOf({ id, name, progress, failures }: ImportEntry): WireImportStatus {
  return { id, name, ...progress, failed: failures.count }
}
