import { systemClock, type Clock } from '@main/lib/clock'
import type { resultWorkbook } from './export/result-workbook'
import type { CsvPages } from './export/csv-page'
import { createGroups, type Groups } from './group'
import { createRowImports, type RowImports } from './imports'
import { createCreateLinked, type CreateLinked } from './linked-writes/create'
import { createLinkChoices, createLinkPages, type LinkChoices, type LinkPages } from './nested/link-choices'
import { createLinkedRows, type LinkedRows } from './nested/linked-rows'
import { createLinkedWrites } from './linked-writes'
import type { DataApiPorts } from './ports'
import { createReads, type Reads } from './run/reads'
import { createApplyChanges, type ApplyChanges } from './rows/apply-changes'
import { createRestHandler } from './rest/handle'
import type { RestHandler } from './rest/contract'
import { createFileInSight, type FileInSight } from './run/visible-files'
import { createRowPlaces, type RowPlaces } from './run/row-places'
import { ChangeEvents } from './rows/change-events'
import { Recorder } from './rows/recorded'
import { createRestoreRows, type RestoreRows } from './rows/restore-rows'
import { createWriteBack, type WriteBack } from './rows/write-back'
import { createRowService } from './rows/row-service'
import { createTableSizes } from './run/table-sizes'
import { createUpsert } from './rows/upsert'
import type { RowService } from './rows/types'

/** The data APIs of every project: parse → plan → compile → run → shape (design §5). */
export interface DataApi {
  readonly handle: RestHandler
  /** Publishes every acknowledged write. */
  readonly events: ChangeEvents
  /** For code that writes rows outside REST. */
  readonly rows: RowService
  readonly restoreRows: RestoreRows
  readonly writeBack: WriteBack
  readonly changes: ApplyChanges
  /** For code that reads rows outside REST. The caller checks the permission. */
  readonly reads: Reads
  readonly groups: Groups
  readonly linkedRows: LinkedRows
  readonly createLinked: CreateLinked
  readonly places: RowPlaces
  readonly fileInSight: FileInSight
  readonly linkChoices: LinkChoices
  readonly linkPages: LinkPages
  /** For scripts that fetch a table as text, page by page. */
  readonly csvPages: CsvPages
  /** For results of SQL as a workbook. */
  readonly resultWorkbook: typeof resultWorkbook
  /** For rows of files. */
  readonly imports: RowImports
}

export interface DataApiOptions {
  readonly clock?: Clock
  /** Reports errors without a caller, such as a failed listener of change events. */
  readonly report?: (error: unknown) => void
}

export function createDataApi(ports: DataApiPorts, options: DataApiOptions = {}): DataApi {
  const { clock = systemClock, report = () => undefined } = options
  const events = new ChangeEvents(report, new Recorder(ports.outbox, () => clock.now()))
  const rows = createRowService(events, clock, ports)
  const sizes = createTableSizes(clock)
  const reads = createReads(sizes)
  const groups = createGroups(sizes)
  const linkedRows = createLinkedRows(reads)
  const linkedWrites = createLinkedWrites({ rows, linkedRows, events, clock })
  const upsert = createUpsert(events, clock)
  const handle = createRestHandler({ ports, reads, groups, rows, upsert, linkedRows, linkedWrites, clock })
  return {
    handle,
    events,
    rows,
    restoreRows: createRestoreRows(events, clock, ports.database),
    writeBack: createWriteBack(rows, ports),
    changes: createApplyChanges(events, clock, ports),
    reads,
    groups,
    linkedRows,
    createLinked: createCreateLinked({ ports, rows, reads, linkedWrites }),
    places: createRowPlaces(ports, reads),
    fileInSight: createFileInSight(ports, reads),
    linkChoices: createLinkChoices(ports, reads),
    linkPages: createLinkPages(ports, reads),
    // Loaded on first use.
    csvPages: async (...asked) => (await import('./export/csv-page')).createCsvPages(ports, clock)(...asked),
    resultWorkbook: async function* (...asked: Parameters<typeof resultWorkbook>) {
      yield* (await import('./export/result-workbook')).resultWorkbook(...asked)
    },
    imports: createRowImports(events, clock),
  }
}

export type { LinkPages } from './nested/link-choices'
export type { DataApiPorts } from './ports'
export type { RestHandler, RestRequest, RestResponse } from './rest/contract'
export { keyOfStored } from './rows/stored-in'
export type { Outbox } from './rows/recorded'
export { ExactValue } from './rows/exact-values'
export { isSameValue } from './rows/same-value'
export { valueJson } from './shape/row-json'
export type { RestoreRows } from './rows/restore-rows'
export type { ChangeEvents, ChangeListener } from './rows/change-events'
export type { ChangeEvent } from './rows/change-event'
export type { StoredRow } from './rows/change-event'
