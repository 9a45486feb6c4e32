import type { Principal } from '@common/principal'
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
import { actorSeenBy } from './actor-columns'
import { readAudit } from './audit-list'
import type { AuditReader } from './audit-reader'
import { auditScope, type TableLookups } from './audit-scope'
import type { LogReach } from './log-reach'
import type { ReadRows } from './made-values'
import { readMarks } from './marks'
import type { Recorder } from './recorder'
import { rowKeyOfPath } from './row-entries'
import { readRowHistory } from './row-history'

export interface AuditHandlerOptions {
  readonly store: MetaStore
  readonly clock: Clock
  readonly recorder: Recorder
  /** A table or view by title or name. @throws AppError TABLE_NOT_FOUND */
  readonly table: GetTable
  readonly tables: TableLookups
  readonly reader: AuditReader
  readonly rows: ReadRows
  /** Returns the keys of rows that the principal sees. */
  readonly visible: <K extends readonly string[]>(
    principal: Principal,
    projectId: string,
    table: Table,
    keys: readonly K[],
  ) => Promise<readonly K[]>
  readonly reach: (projectId: string) => Promise<LogReach>
  readonly report: (error: unknown) => void
}

/** Handlers of `common/operations/audit.ts`. */
export function createAuditHandlers(options: AuditHandlerOptions): Handlers<typeof auditOperations> {
  const { store, clock, recorder, table, tables, reader, rows, visible, reach, report } = options

  /** Waits until recent changes are stored. */
  const stored = async (): Promise<void> => {
    await recorder.flush().catch(report)
  }

  /** @throws AppError ROW_NOT_FOUND for a row that rules hide */
  const requireVisible = async ({ principal, ...context }: CallContext, found: Table, rowId: string): Promise<void> => {
    const { projectId } = inProject({ principal, ...context })
    const key = parseRowIdSegment(rowId, found.primaryKey.length) ?? []
    if ((await visible(principal, projectId, found, [key])).length === 0)
      throw new AppError('ROW_NOT_FOUND', { table: found.title, key: rowId.slice(0, 100) })
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
    await requireVisible(context, found, input.rowId)
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
    return { list: page.list.map((entry) => listedEntry(entry, found, context.principal)), more: page.more }
  }

  return {
    rowHistory: (context, input) => history(context, input, () => undefined),

    cellHistory: (context, input) => history(context, input, (found) => columnNamed(found, input.column)),

    auditList: reader.page,
    auditCount: reader.count,
    auditTimeline: async (context, input) => {
      const [counts, { from }] = await Promise.all([
        reader.timeline(context, input),
        reach(inProject(context).projectId),
      ])
      return { counts, reachesTo: from }
    },
    auditInstallationList: reader.installationPage,
    auditInstallationCount: (_, input) => reader.installationCount(input),

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
      await requireVisible(context, found, rowId)
      await stored()
      const scope = await auditScope(store, tables, context.principal, projectId)
      const filter = { projectId, table: found.name, row, onlyComments, scope }
      const { list, count } = await readAudit(store, filter, { limit, offset, oldestFirst: true })
      // Without columns that are gone or hidden, and under their current names.
      const limited = [{ table: found, marks: await readMarks(store, projectId, found.name) }]
      const about = { tables: new Map([[found.name, found]]), scope: { open: [], limited } }
      return { list: await reader.lines(projectId, list, about), count }
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

function listedEntry({ email, ...entry }: HistoryEntry, table: Table, principal: Principal): ListedHistoryEntry {
  const { id, kind, when, origin, why } = entry
  const actor = actorSeenBy(principal, entry.actor)
  const changes = entry.changes.map(({ column, before, after }) => {
    const title = table.columns.find(({ name }) => name === column)?.title ?? column
    return { column, title, before, after }
  })
  return { id, kind, when, user: email, actor, origin, why, changes }
}

/** Returns a short form of a value for a line. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 1_000 ? `${text.slice(0, 1_000)}…` : text
}
