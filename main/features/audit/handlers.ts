import type { GetTable } from '@common/principal/sight'
import { AppError } from '@common/errors'
import { message } from '@common/messages'
import type { Column, Table } from '@common/model'
import { findTitled } from '@common/wire/named'
import type { HistoryEntry } from '@common/model/history'
import type { auditOperations, ListedHistoryEntry } from '@common/operations/audit'
import { parseRowIdSegment } from '@common/query/row-id'
import type { MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import { inProject, type CallContext, type Handlers } from '@main/operations/context'
import { readAudit, type AuditEntry } from './audit-list'
import { madeValues, type MadeRow, type ReadRows } from './made-values'
import { auditLine } from './audit-line'
import type { Recorder } from './recorder'
import { rowKeyOfPath } from './row-entries'
import { readRowHistory } from './row-history'

export interface AuditHandlerOptions {
  readonly store: MetaStore
  readonly clock: Clock
  readonly recorder: Recorder
  /** A table or view by title or name. @throws AppError TABLE_NOT_FOUND */
  readonly table: GetTable
  readonly rows: ReadRows
  readonly report: (error: unknown) => void
}

/** Handlers of `common/operations/audit.ts`. */
export function createAuditHandlers(options: AuditHandlerOptions): Handlers<typeof auditOperations> {
  const { store, clock, recorder, table, rows, report } = options

  /** Waits until recent changes are stored. */
  const stored = async (): Promise<void> => {
    await recorder.flush().catch(report)
  }

  const history = async (
    context: CallContext,
    input: {
      readonly table: string
      readonly rowId: string
      readonly limit: number
      readonly after?: string | undefined
    },
    columnOf: (found: Table) => Column | undefined,
  ) => {
    const { projectId } = inProject(context)
    const found = await table(context.principal, projectId, input.table)
    const column = columnOf(found)?.name
    const { limit, after } = input
    await stored()
    const page = await readRowHistory(
      { store, rows, report },
      {
        projectId,
        table: found,
        rowKey: rowKeyOf(found, input.rowId),
        limit,
        after,
        ...(column === undefined ? {} : { column }),
      },
    )
    return { list: page.list.map((entry) => listedEntry(entry, found)), more: page.more }
  }

  /** Returns the tables of lines for their column titles, without deleted ones. */
  const tablesNamed = async (
    { principal }: CallContext,
    projectId: string,
    list: readonly AuditEntry[],
  ): Promise<ReadonlyMap<string, Table>> => {
    const names = new Set(list.flatMap((entry) => (entry.isRow && entry.table !== null ? [entry.table] : [])))
    const found = await Promise.all(
      [...names].map(async (wanted): Promise<[string, Table][]> => {
        try {
          return [[wanted, await table(principal, projectId, wanted)]]
        } catch (error) {
          if (error instanceof AppError) return []
          throw error
        }
      }),
    )
    return new Map(found.flat())
  }

  /** Adds the initial values of rows to their lines. */
  const withValues = async (
    projectId: string,
    list: readonly AuditEntry[],
    tables: ReadonlyMap<string, Table>,
  ): Promise<readonly AuditEntry[]> => {
    const made = Map.groupBy(
      list.filter((entry): entry is AuditEntry & { readonly made: MadeRow } => entry.made !== undefined),
      (entry) => entry.table ?? '',
    )
    const details = new Map<AuditEntry, string>()
    for (const [name, entries] of made) {
      const found = tables.get(name)
      if (found === undefined) continue
      const rowsMade = entries.map((entry) => entry.made)
      const values = await madeValues({ store, rows, report }, { projectId, table: found }, rowsMade)
      for (const [at, entry] of entries.entries()) details.set(entry, JSON.stringify(values[at]))
    }
    return list.map((entry) => ({ ...entry, details: details.get(entry) ?? entry.details }))
  }

  return {
    rowHistory: (context, input) => history(context, input, () => undefined),

    cellHistory: (context, input) => history(context, input, (found) => columnNamed(found, input.column)),

    auditList: async (context, { limit, offset, user, type, table: name, from, until, perChange }) => {
      const { projectId } = inProject(context)
      await stored()
      const times = { from: time(from), until: time(until) }
      const filter = { projectId, email: user, type, table: name, ...times, perChange }
      const { list, count } = await readAudit(store, filter, { limit, offset })
      const tables = await tablesNamed(context, projectId, list)
      const lines = await withValues(projectId, list, tables)
      return { list: lines.map((entry) => auditLine(entry, { table: tables.get(entry.table ?? '') })), count }
    },

    auditInstallationList: async (_context, { limit, offset, user, type, from, until }) => {
      await stored()
      const filter = { projectId: null, email: user, type, from: time(from), until: time(until) }
      const { list, count } = await readAudit(store, filter, { limit, offset })
      return { list: list.map((entry) => auditLine(entry)), count }
    },

    auditLineCreate: async (context, { table: name, column, rowId, before, after }) => {
      const { projectId, actor } = inProject(context)
      const found = await table(context.principal, projectId, name)
      const { promise, resolve } = Promise.withResolvers<string>()
      recorder.line({
        projectId,
        operation: 'DATA/UPDATE',
        who: actor,
        when: clock.now().toISOString(),
        table: found.name,
        ...(rowId === undefined ? {} : { row: rowId.slice(0, 1_000) }),
        description: message('auditLines.valueChanged', {
          table: found.title,
          column,
          before: shown(before),
          after: shown(after),
        }),
        details: [{ column, before: shown(before), after: shown(after) }],
        stored: resolve,
      })
      await recorder.flush()
      return { id: await promise }
    },

    rowAuditList: async (context, { table: name, rowId, onlyComments, limit, offset }) => {
      const { projectId } = inProject(context)
      const found = await table(context.principal, projectId, name)
      const row = rowKeyOf(found, rowId)
      await stored()
      const filter = { projectId, table: found.name, row, onlyComments }
      const { list, count } = await readAudit(store, filter, { limit, offset, oldestFirst: true })
      const lines = await withValues(projectId, list, new Map([[found.name, found]]))
      return { list: lines.map((entry) => auditLine(entry, { table: found, knownColumnsOnly: true })), count }
    },
  }
}

/** @throws AppError TABLE_WITHOUT_KEY, ROW_KEY_INVALID */
function rowKeyOf(table: Table, rowId: string): string {
  if (table.primaryKey.length === 0) throw new AppError('TABLE_WITHOUT_KEY', { table: table.title })
  const key = parseRowIdSegment(rowId, table.primaryKey.length)
  if (key === undefined) throw new AppError('ROW_KEY_INVALID', { key: rowId.slice(0, 100), table: table.title })
  return rowKeyOfPath(table, key)
}

/** @throws AppError COLUMN_NOT_FOUND */
function columnNamed(table: Table, name: string): Column {
  const found = findTitled(table.columns, name)
  if (found === undefined) throw new AppError('COLUMN_NOT_FOUND', { column: name, table: table.title })
  return found
}

function listedEntry({ email, ...entry }: HistoryEntry, table: Table): ListedHistoryEntry {
  const { id, kind, when, why } = entry
  const changes = entry.changes.map(({ column, before, after }) => {
    const title = table.columns.find(({ name }) => name === column)?.title ?? column
    return { column, title, before, after }
  })
  return { id, kind, when, user: email, why, changes }
}

const time = (text: string | undefined): number | undefined => (text === undefined ? undefined : Date.parse(text))

/** Returns a short form of a value for a line. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 1_000 ? `${text.slice(0, 1_000)}…` : text
}
