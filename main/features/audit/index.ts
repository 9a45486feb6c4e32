import type { GetTable } from '@common/principal/sight'
import type { auditOperations } from '@common/operations/audit'
import { message, type Message, type MessageParams } from '@common/messages'
import { serverActor, type Table } from '@common/model'
import type { MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import type { Schedule } from '@main/lib/schedule'
import type { CallContext } from '@main/operations/context'
import type { AuditFacts, CommandDone, FeatureModule } from '@main/operations/module'
import { readChangesSince, type SincePage, type SinceQuery } from './changes-since'
import { readInverses, type LoggedInverse } from './inverses'
import { readLoggedChange, type LoggedPart, type LoggedValue } from './logged-change'
import { readMarks } from './marks'
import { createAuditExport, type AuditExport } from './audit-export'
import { createAuditReader } from './audit-reader'
import type { TableLookups } from './audit-scope'
import { createAuditHandlers, type AuditHandlerOptions } from './handlers'
import type { ReadRows } from './made-values'
import { createRecorder } from './recorder'
import { readGaps, readReach, type GapQuery, type LogGap, type LogReach } from './log-reach'
import { countTableEntries, readTouched, type ThenQuery, type TouchedTable } from './table-then'
import { createRetentionJob, type Retention } from './retention'
import { rowKeyOfPath, type RowChange } from './row-entries'
import { countMadeRows, readHeldValues, type HeldOfRow } from './row-history'

export { actorColumns, actorSeenBy, storedActor } from './actor-columns'
export { attachedGone, attachedToRows, attachedToTable, type AttachedTable } from './attached-rows'
export { inverseStep, namedInverses, type LoggedInverse, type NamedInverse } from './inverses'
export type { AuditExport } from './audit-export'
export type { LoggedPart, LoggedValue } from './logged-change'
export type { LogGap, LogReach } from './log-reach'
export type { TouchedRow, TouchedTable } from './table-then'
export type { Retention } from './retention'
export { historyFollows, tableMarkStep, type TableMark } from './marks'
export { isKeyDigest, rowEntries, rowKeyOfPath, rowKeyText, type StoredChanges, type RowChange } from './row-entries'

export interface AuditOptions {
  readonly store: MetaStore
  readonly clock: Clock
  readonly schedule: Schedule
  readonly ids: Ids
  /** Returns the setting for the age of the log. */
  readonly retention: () => Promise<Retention>
  /** Reports errors of storing, which is retried. */
  readonly report: (error: unknown) => void
}

/** The audit: changes of rows, and everything else, with author and time. */
export interface Audit {
  /** Adds a line about a command that succeeded. */
  readonly commandDone: (
    facts: AuditFacts,
    command: Pick<CommandDone, 'by' | 'notes' | 'notedTable'> & {
      readonly context: Pick<CallContext, 'projectId' | 'change'>
    },
  ) => void
  /** Audits an import: a line per table, with the file and the number of records. */
  readonly imported: (
    context: Pick<CallContext, 'actor' | 'projectId' | 'change'>,
    tables: readonly { readonly table: string; readonly rows: number }[],
    file: string,
  ) => void
  /** Adds a line about a mail that was given up. */
  readonly mailUndelivered: (mail: {
    readonly to: string
    readonly at: string
    readonly reason: Message
    readonly attempts: number
  }) => void
  /** Adds a line about a share on the network that ended by itself. */
  readonly pocketEnded: (share: {
    readonly projectId: string
    readonly table: string
    readonly title: string
    readonly why: string
  }) => void
  /** Resolves when all earlier events are stored. */
  readonly flush: () => Promise<void>
  /** Returns recent values of a table's rows, by key and column name. */
  readonly heldValues: (
    projectId: string,
    table: Table,
    keys: readonly (readonly string[])[],
  ) => Promise<ReadonlyMap<readonly string[], HeldOfRow>>
  /** Counts the rows of a table with one source, as far as the history goes back. */
  readonly madeRows: (projectId: string, table: string, why: string) => Promise<number>
  readonly log: ChangeLog
  readonly module: (tables: AuditTables, places: AuditPlaces) => AuditModule
  readonly close: () => Promise<void>
}

/** Look-ups of tables, as a principal sees them. */
export interface AuditTables {
  /** @throws AppError TABLE_NOT_FOUND */
  readonly get: GetTable
  readonly as: TableLookups
}

/** Reads rows by key. */
export interface AuditPlaces extends Pick<AuditHandlerOptions, 'visible'> {
  readonly rows: ReadRows
}

export interface AuditModule extends FeatureModule<typeof auditOperations, RowChange> {
  readonly files: AuditExport
}

/** The change log, as an undo reads it. */
export interface ChangeLog {
  /** Reads what a change did to rows, oldest part first. Undefined if the change isn't in the log. */
  readonly parts: (projectId: string, change: string) => Promise<readonly LoggedPart[] | undefined>
  /** Returns the calls that reverse the commands of a change, in the order of the commands. */
  readonly inverses: (projectId: string, change: string) => Promise<readonly LoggedInverse[]>
  /** Reads the log after a cursor, oldest entry first. */
  readonly since: (query: SinceQuery) => Promise<SincePage>
  /** Returns what the log knows of the records of a table that changed in a span. */
  readonly touched: (query: ThenQuery) => Promise<TouchedTable>
  /** Counts the entries of a table in a span. */
  readonly entryCount: (query: Omit<ThenQuery, 'table'> & { readonly table: string }) => Promise<number>
  /** Returns how far back the log goes, and what it lacks since a moment. */
  readonly reach: (projectId: string) => Promise<LogReach>
  readonly gaps: (query: GapQuery) => Promise<readonly LogGap[]>
  /** Returns the values of rows of a part before and after the change, in their order. */
  readonly values: (
    projectId: string,
    table: Table,
    rows: LoggedPart['rows'],
  ) => Promise<readonly (readonly LoggedValue[])[]>
}

export function createAudit(options: AuditOptions): Audit {
  const { store, clock, report } = options
  const recorder = createRecorder({
    ...options,
    days: async () => {
      const { days, auditDays } = await options.retention()
      return { days, lineDays: auditDays }
    },
  })
  const job = createRetentionJob(options)
  const reach = async (projectId: string): Promise<LogReach> =>
    readReach(store, projectId, clock.now(), await options.retention())
  return {
    commandDone: (facts, { by, notes, notedTable, context: { projectId, change } }) => {
      const { operation, email } = facts
      const table = notedTable ?? facts.table
      const details = facts.details === undefined && isEmpty(notes) ? undefined : { ...facts.details, ...notes }
      recorder.line({
        projectId: facts.projectId ?? projectId ?? null,
        operation,
        who: email === undefined ? by : { ...by, kind: 'person', email },
        when: clock.now().toISOString(),
        table,
        change: projectId === undefined ? undefined : change?.id,
        description: message('auditLines.done', {
          operation: operation.replace('/', ' '),
          table,
          ...(facts.details as MessageParams | undefined),
        }),
        details,
      })
    },

    imported: ({ actor, projectId, change }, tables, file) => {
      for (const { table, rows } of tables)
        recorder.line({
          projectId: projectId ?? null,
          operation: 'DATA/IMPORT',
          who: actor,
          when: clock.now().toISOString(),
          table,
          change: change?.named,
          description: message('auditLines.done', { operation: 'DATA IMPORT', table, title: file }),
          details: { name: file, rows },
        })
    },

    mailUndelivered: ({ to, at, reason, attempts }) =>
      recorder.line({
        projectId: null,
        operation: 'MAIL/FAILED',
        who: serverActor,
        when: at,
        description: message('auditLines.mailFailed', { to, reason }),
        details: { to, attempts },
      }),

    pocketEnded: ({ projectId, table, title, why }) =>
      recorder.line({
        projectId,
        operation: 'SHARE/POCKET_ENDED',
        who: serverActor,
        when: clock.now().toISOString(),
        table,
        details: { title, why },
      }),

    flush: recorder.flush,
    heldValues: async (projectId, table, keys) => {
      await recorder.flush()
      const rowKeys = keys.map((key) => rowKeyOfPath(table, key))
      const held = await readHeldValues(store, { projectId, table, rowKeys })
      return new Map(keys.map((key, at) => [key, held.get(rowKeys[at] ?? '') ?? new Map()]))
    },
    madeRows: async (projectId, table, why) => {
      await recorder.flush()
      return countMadeRows(store, { projectId, table, why })
    },
    log: {
      parts: async (projectId, change) => {
        await recorder.flush()
        return readLoggedChange(store, projectId, change)
      },
      inverses: (projectId, change) => readInverses(store, projectId, change),
      since: async (query) => {
        await recorder.flush().catch(report)
        return readChangesSince(store, clock.now(), query)
      },
      touched: async (query) => {
        await recorder.flush()
        return readTouched(store, query)
      },
      entryCount: async (query) => {
        await recorder.flush()
        return countTableEntries(store, query)
      },
      reach,
      gaps: (query) => readGaps(store, query),
      values: async (projectId, table, rows) => {
        const marks = await readMarks(store, projectId, table.name)
        return rows.map((row) => row.values(table, marks))
      },
    },
    module: (tables, { rows, visible }) => {
      const stored = (): Promise<void> => recorder.flush().catch(report)
      const reader = createAuditReader({ store, tables: tables.as, rows, report, stored })
      return {
        handlers: createAuditHandlers({
          store,
          clock,
          recorder,
          table: tables.get,
          tables: tables.as,
          reader,
          rows,
          visible,
          reach,
          report,
        }),
        files: createAuditExport({ reader, recorder, clock }),
        // The operation itself writes the line.
        audit: { auditLineCreate: null },
        onRows: recorder.change,
        settled: stored,
      }
    },
    close: async () => {
      await Promise.all([recorder.close(), job.close()])
    },
  }
}

const isEmpty = (notes: Readonly<Record<string, unknown>>): boolean => Object.keys(notes).length === 0
