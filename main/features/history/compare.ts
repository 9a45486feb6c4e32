import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { Column, Table } from '@common/model'
import type { historyGaps, HistoryMoment } from '@common/operations/history'
import { isLimited } from '@common/principal/rules'
import type { SightedTable } from '@common/principal/sight'
import type { Database } from '@main/db/database'
import type { ChangeLog } from '@main/features/audit'
import { authorize } from '@main/features/auth'
import type { CopyService } from '@main/features/copies'
import type { SnapshotFiles, StoredSnapshot } from '@main/features/snapshots'
import { countMax, logId, timeOfId } from '@main/lib/log-id'
import { inProject, type CallContext } from '@main/operations/context'
import { differencesOf, type Differences, type Row } from './differences'
import { differencesFromLog } from './from-log'
import { differencesFromSnapshot, isReplayable, replayed, tableOf, type ThenTable } from './from-snapshot'

export interface CompareOptions {
  readonly log: Pick<ChangeLog, 'touched' | 'entryCount' | 'reach' | 'gaps'>
  /** @throws AppError TABLE_NOT_FOUND */
  readonly table: (principal: CallContext['principal'], projectId: string, name: string) => Promise<SightedTable>
  readonly database: (projectId: string) => Promise<Database>
  readonly rows: (projectId: string, table: Table, keys: readonly (readonly string[])[]) => Promise<readonly Row[]>
  readonly isSame: (column: Column, left: StoredValue, right: StoredValue) => boolean
  readonly snapshots: Pick<SnapshotFiles, 'stored' | 'open'>
  readonly copies: Pick<CopyService, 'readNow'>
}

/** A table then and now. */
export interface Comparison extends Differences {
  readonly table: SightedTable
  readonly at: string
  readonly snapshot: StoredSnapshot | undefined
  readonly was: number
  readonly now: number
  readonly gaps: readonly (typeof historyGaps)[number][]
  /** False if more records differ than can be listed. */
  readonly isHeld: boolean
}

export type CompareTable = (
  context: CallContext,
  input: { readonly table: string; readonly moment: HistoryMoment },
) => Promise<Comparison>

/** Entries since the moment up to which the log is taken without looking at snapshots. */
const cheapEntries = 5_000

/** Rebuilds tables from the log and the present records, or from the nearest snapshot and the log if that is cheaper. */
export function createCompare(options: CompareOptions): CompareTable {
  const { log, snapshots } = options

  const comparableTable = async (context: CallContext, name: string): Promise<SightedTable> => {
    const { projectId } = inProject(context)
    const table = await options.table(context.principal, projectId, name)
    if (table.type === 'view') throw new AppError('VIEW_READ_ONLY', { table: table.title })
    // The log doesn't say which of the deleted records a rule would hide.
    if (!table.sight.read || table.sight.rows !== undefined) throw new AppError('NOT_ALLOWED')
    if (table.primaryKey.length === 0) throw new AppError('TABLE_WITHOUT_KEY', { table: table.title })
    return table
  }

  const fromLog = async (projectId: string, table: SightedTable, since: string) => {
    const { whole } = table.sight
    const query = { projectId, table: whole, since }
    const touched = await log.touched(query)
    const { list, isOutside } = await differencesFromLog(
      { rows: (keys) => options.rows(projectId, whole, keys), isSame: options.isSame },
      whole,
      table.columns,
      touched.rows,
    )
    const database = await options.database(projectId)
    const [row] = await database.read({ sql: `SELECT count(*) FROM ${database.dialect.quote(table.name)}`, params: [] })
    const now = Number(row?.[0] ?? 0)
    const differences = differencesOf(list)
    const was = now - differences.added + differences.deleted
    const gaps = [...(isOutside ? ['outside' as const] : []), ...(touched.isNew ? ['created' as const] : [])]
    return { ...differences, was, now, gaps, isHeld: true }
  }

  const fromSnapshot = async (
    context: CallContext,
    table: SightedTable,
    snapshot: StoredSnapshot,
    change: (was: ThenTable) => ThenTable = (was) => was,
  ) => {
    const { projectId, signal } = inProject(context)
    const stored = tableOf(await snapshots.open(projectId, snapshot.id), table.name)
    if (stored === undefined) throw new AppError('HISTORY_TABLE_MISSING', { table: table.title })
    const { whole } = table.sight
    const differences = await options.copies.readNow(projectId, signal, (_tables, rowsNow) =>
      differencesFromSnapshot(change(stored), whole, table.columns, rowsNow(whole)),
    )
    const isOther = whole.columns.some(({ name }) => !stored.columns.includes(name))
    return { ...differences, gaps: isOther ? ['columns' as const] : [] }
  }

  /** Returns the latest snapshot before a moment with the changes between them, if that costs less than the log since. */
  const cheaper = async (projectId: string, table: SightedTable, since: string) => {
    const entries = await log.entryCount({ projectId, table: table.name, since })
    if (entries <= cheapEntries) return undefined
    const at = new Date(timeOfId(since)).toISOString()
    const snapshot = (await snapshots.stored(projectId)).findLast(({ when }) => when <= at)
    if (snapshot === undefined) return undefined
    const span = { projectId, since: logId(Date.parse(snapshot.when), 0, ''), until: since }
    const between = await log.entryCount({ ...span, table: table.name })
    if (between + snapshot.rows >= entries) return undefined
    const { whole } = table.sight
    const gaps = await log.gaps({ ...span, table: table.name })
    const { rows, isNew } = await log.touched({ ...span, table: whole })
    if (isNew || gaps.length > 0 || !isReplayable(rows)) return undefined
    return { snapshot, change: (was: ThenTable) => replayed(was, whole, rows) }
  }

  return async (context, { table: name, moment }) => {
    const { projectId, principal } = inProject(context)
    const table = await comparableTable(context, name)
    if ('snapshot' in moment) {
      authorize(context, 'project.configure')
      if (isLimited(principal)) throw new AppError('NOT_ALLOWED')
      const snapshot = (await snapshots.stored(projectId)).find(({ id }) => id === moment.snapshot)
      if (snapshot === undefined) throw new AppError('SNAPSHOT_NOT_FOUND')
      return { table, at: snapshot.when, snapshot, ...(await fromSnapshot(context, table, snapshot)) }
    }
    // Entries of the same millisecond count as before the moment.
    const since = 'at' in moment ? logId(Date.parse(moment.at), countMax, '~') : (moment.entry.split('.', 1)[0] ?? '')
    const at = new Date(timeOfId(since)).toISOString()
    const { from, thinnedUntil } = await log.reach(projectId)
    if (at < from) throw new AppError('HISTORY_NOT_REACHED', { from })
    const way = await cheaper(projectId, table, since)
    if (way !== undefined)
      return { table, at, snapshot: way.snapshot, ...(await fromSnapshot(context, table, way.snapshot, way.change)) }
    const [done, gaps] = await Promise.all([
      fromLog(projectId, table, since),
      log.gaps({ projectId, table: table.name, since }),
    ])
    const thinned = thinnedUntil !== null && at < thinnedUntil ? ['thinned' as const] : []
    return { table, at, snapshot: undefined, ...done, gaps: [...new Set([...gaps, ...done.gaps, ...thinned])] }
  }
}
