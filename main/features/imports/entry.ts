import type { ImportKind } from '@common/import/options'
import type { ImportState, WireImportStatus } from '@common/operations/imports'
import type { Failures } from './failures'

/** An uploaded file and its import. */
export interface ImportEntry {
  readonly id: string
  readonly projectId: string
  readonly userId: number
  /** Present if an API token uploaded it. */
  readonly tokenId: string | undefined
  readonly name: string
  readonly title: string
  readonly path: string
  readonly size: number
  readonly kind: ImportKind
  readonly sheets: { readonly name: string; readonly rows: number | null; readonly columns: number | null }[]
  /** Time of the last request about it. */
  askedMs: number
  progress: ImportProgress
  failures: Failures
  job: RunningJob | undefined
}

export interface RunningJob {
  readonly cancel: () => void
  /** Resolves at the end of the import, whatever its outcome. */
  readonly over: Promise<void>
}

/** Progress of an import as in `importStatus`, without rejected rows. */
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
  change: string | null
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
  change: null,
})

export function statusOf({ id, name, progress, failures }: ImportEntry): WireImportStatus {
  return { id, name, ...progress, failed: failures.count }
}
