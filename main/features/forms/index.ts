import type { formOperations } from '@common/operations/forms'
import type { FindTable, SightedTable } from '@common/principal/sight'
import type { ViewKind, ViewOptions } from '@common/views'
import type { Clock } from '@main/lib/clock'
import type { Once } from '@main/features/rows'
import type { CallContext } from '@main/operations/context'
import type { FeatureModule } from '@main/operations/module'
import { createFormHandlers } from './handlers'
import type { FormMails } from './mails'
import type { FormResponses } from './responses'

export { createFormMails } from './mails'
export { createFormResponses } from './responses'

/** The parts of a view that forms need. */
export interface FormView {
  /** Name of its table in the database. */
  readonly table: string
  readonly title: string
  readonly kind: ViewKind
  readonly options: ViewOptions
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
  readonly once: Once
  readonly report: (error: unknown) => void
}

/** Creates forms: views that create records. */
export function createForms(options: FormsOptions): FeatureModule<typeof formOperations> {
  // The history of the record holds the response.
  return { handlers: createFormHandlers(options), audit: { formSubmit: null, formMailSet: null } }
}
