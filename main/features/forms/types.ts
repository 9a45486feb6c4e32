import type { AttachedFile } from '@common/columns/values/files'
import type { FindTable, SightedTable } from '@common/principal/sight'
import type { ViewKind, ViewOptions } from '@common/views'
import type { Clock } from '@main/lib/clock'
import type { CallContext, ArrivedFile } from '@main/operations/context'
import type { Once } from '../rows'
import type { FormMails } from './mails'
import type { FormResponses } from './responses'

/** The parts of a view that forms need. */
export interface FormView {
  /** Name of its table in the database. */
  readonly table: string
  readonly title: string
  readonly kind: ViewKind
  readonly options: ViewOptions
}

/** Files of answers before they are stored. */
export interface PlannedFiles {
  /** Entries for cells, by field. */
  readonly answers: Readonly<Record<string, readonly AttachedFile[]>>
  /** Stores the files. */
  readonly keep: () => Promise<void>
  /** Removes stored files, because the record was not created. */
  readonly remove: () => Promise<void>
}

/** A new record: values by title, and ids of records to link. */
export interface NewRecord {
  readonly values: Readonly<Record<string, unknown>>
  readonly links: readonly { readonly column: string; readonly records: readonly string[] }[]
}

export interface FormsOptions {
  readonly clock: Clock
  readonly view: (projectId: string, id: string) => Promise<FormView | undefined>
  readonly table: FindTable
  /**
   * Returns the id of the record; null for tables without a key.
   *
   * @param why  source of the change, for the history
   */
  readonly create: (
    context: CallContext,
    projectId: string,
    table: SightedTable,
    record: NewRecord,
    why: string,
  ) => Promise<string | null>
  /** Adds options to columns, given by name. @returns the changed table */
  readonly addOptions: (
    context: CallContext,
    projectId: string,
    table: string,
    added: ReadonlyMap<string, readonly string[]>,
  ) => Promise<SightedTable>
  /** Counts the records of a table with one source. */
  readonly made: (projectId: string, table: string, why: string) => Promise<number>
  readonly responses: FormResponses
  readonly mails: FormMails
  /** Plans to store files that arrived with answers. */
  readonly files: (projectId: string, userId: number | null, uploads: readonly UploadedAnswer[]) => PlannedFiles
  readonly once: Once
  readonly report: (error: unknown) => void
}

/** A file that arrived with the answers. */
export interface UploadedAnswer {
  readonly field: string
  readonly file: ArrivedFile
}
