import { undoRowsMax } from '@common/constants'
import { AppError } from '@common/errors'
import type { Table } from '@common/model'
import type { RowChangeToApply } from '@common/model/row-change'
import { operationByName } from '@common/operations'
import type { UndoneChange } from '@common/operations/changes'
import { permits, systemPrincipal } from '@common/principal'
import { isLimited } from '@common/principal/rules'
import { wholeOf } from '@common/principal/sight'
import { rowIdSegment } from '@common/query/row-id'
import type { LoggedInverse, LoggedPart, LoggedValue } from '@main/features/audit'
import { keyPart } from '@main/lib/key-part'
import type { CallContext, ProjectContext } from '@main/operations/context'
import type { UndoOptions } from './types'

type Values = Readonly<Record<string, unknown>>

/** Row ids that a response names, of each table. */
const namedMax = 1_000

/** Reverses one part of a change: by writing rows, by restoring trash entries, or by calling an operation. */
export type Reverse =
  | {
      readonly kind: 'write'
      readonly table: Table
      readonly changes: readonly RowChangeToApply[]
      /** Names the rows that exist afterwards. */
      readonly written?: UndoneChange['written'][number]
    }
  | { readonly kind: 'restore'; readonly entry: string; readonly written?: UndoneChange['written'][number] }
  | { readonly kind: 'call'; readonly inverse: LoggedInverse; readonly written?: undefined }

/**
 * Plans how to reverse a change: returns the steps, newest part first.
 *
 * @throws AppError CHANGE_NOT_FOUND, CHANGE_NOT_UNDOABLE, TRASH_ENTRY_NOT_FOUND, TABLE_NOT_FOUND, NOT_ALLOWED
 */
export type PlanReverses = (context: ProjectContext, change: string) => Promise<readonly Reverse[]>

/** Returns a table of the log. @throws AppError TABLE_NOT_FOUND */
export async function loggedTable(tables: UndoOptions['tables'], projectId: string, name: string): Promise<Table> {
  // The log holds whole rows. The writes check the rights of the principal.
  const table = await tables(systemPrincipal).named(projectId, name)
  if (table === undefined) throw new AppError('TABLE_NOT_FOUND', { table: name })
  return table
}

export function createReversePlanner({
  log,
  trash,
  rows,
  tables,
}: Pick<UndoOptions, 'log' | 'trash' | 'rows' | 'tables'>): PlanReverses {
  const reverseOf = async (
    projectId: string,
    part: LoggedPart,
    entries: readonly { readonly id: string; readonly kind: string; readonly table: string }[],
  ): Promise<readonly Reverse[]> => {
    const table = await loggedTable(tables, projectId, part.table)
    const rowIds = part.rows.map((row) => {
      const key = row.rowId(table)
      return key === undefined || key.length === 0 ? undefined : rowIdSegment(key)
    })
    if (part.kind === 'delete') {
      const deleted = entries.filter((entry) => entry.kind === 'rows' && entry.table === table.name)
      const named = rowIds.filter((rowId) => rowId !== undefined).slice(0, namedMax)
      const written = { table: table.name, rowIds: named, columns: [] }
      if (deleted.length > 0) return deleted.map(({ id }) => ({ kind: 'restore', entry: id, written }))
      // Pairs of a relation aren't in the trash.
      if (table.association !== true) throw new AppError('TRASH_ENTRY_NOT_FOUND')
      const values = await log.values(projectId, table, part.rows)
      const changes = values.map((row): RowChangeToApply => ({
        kind: 'create',
        table: table.name,
        values: sides(row).before,
      }))
      return [{ kind: 'write', table, changes }]
    }
    if (rowIds.includes(undefined)) throw new AppError('CHANGE_NOT_UNDOABLE')
    if (part.kind === 'insert') {
      const changes = rowIds.map((rowId = ''): RowChangeToApply => ({
        kind: 'delete',
        table: table.name,
        rowId,
        expected: {},
      }))
      return [{ kind: 'write', table, changes }]
    }
    const values = await log.values(projectId, table, part.rows)
    const updates = values.flatMap((row, at) => {
      const { before, after } = sides(row)
      const rowId = rowIds[at] ?? ''
      const change: RowChangeToApply = { kind: 'update', table: table.name, rowId, values: before, expected: after }
      return row.length === 0 ? [] : [{ change, rowId: rowIdBefore(table, part.rows[at]?.rowId(table) ?? [], row) }]
    })
    const columns = [...new Set(values.flat().map(({ column }) => column.title))]
    const written = { table: table.name, rowIds: updates.map(({ rowId }) => rowId).slice(0, namedMax), columns }
    return [{ kind: 'write', table, changes: updates.map(({ change }) => change), written }]
  }

  /** A change that touched something hidden can't be undone: its values would come out. @throws AppError NOT_ALLOWED */
  const requireShown = async ({ principal, projectId }: ProjectContext, part: LoggedPart): Promise<void> => {
    const table = await tables(principal).named(projectId, part.table)
    if (table === undefined || !table.sight.read) throw new AppError('NOT_ALLOWED')
    if (part.kind === 'delete' && table.sight.restricted) throw new AppError('NOT_ALLOWED')
    if (part.kind !== 'update') return
    const values = await log.values(projectId, wholeOf(table), part.rows)
    const isVisible = (name: string): boolean => table.columns.some((column) => column.name === name)
    if (!values.flat().every(({ column }) => isVisible(column.name))) throw new AppError('NOT_ALLOWED')
  }

  /** Returns what to write back, and what the row must hold. */
  const sides = (values: readonly LoggedValue[]): { readonly before: Values; readonly after: Values } => {
    const before: Record<string, unknown> = {}
    const after: Record<string, unknown> = {}
    for (const { column, ...value } of values) {
      if (column.generated) continue
      // A part of a value can't be written back, nor compared.
      if (value.before === undefined) throw new AppError('CHANGE_NOT_UNDOABLE')
      before[column.title] = rows.exact(value.before)
      if (value.after !== undefined) after[column.title] = rows.shown(value.after)
    }
    return { before, after }
  }

  return async (context, change) => {
    const { projectId } = context
    const [parts, inverses, entries] = await Promise.all([
      log.parts(projectId, change),
      log.inverses(projectId, change),
      trash.ofChange(projectId, change),
    ])
    if (parts === undefined && inverses.length === 0) throw new AppError('CHANGE_NOT_FOUND')
    const written = parts ?? []
    if (written.length === 0 && inverses.length === 0) throw new AppError('CHANGE_NOT_UNDOABLE')
    if (written.reduce((sum, part) => sum + part.rows.length, 0) > undoRowsMax)
      throw new AppError('CHANGE_NOT_UNDOABLE')
    if (written.length > 0 && !permits(context.principal, 'row.update')) throw new AppError('NOT_ALLOWED')
    // At the same moment, a command comes before the rows: a form adds options, then its record.
    const all = [...inverses, ...written].toSorted((one, other) =>
      one.when < other.when ? -1 : Number(one.when > other.when),
    )
    if (isLimited(context.principal)) for (const part of written) await requireShown(context, part)
    const reverses: Reverse[] = []
    for (const each of all.toReversed()) {
      const found = 'operation' in each ? [inverseCall(context, each)] : await reverseOf(projectId, each, entries)
      for (const reverse of found) {
        const isKnown = (known: Reverse): boolean =>
          known.kind === 'restore' && reverse.kind === 'restore' && known.entry === reverse.entry
        if (!reverses.some(isKnown)) reverses.push(reverse)
      }
    }
    return reverses
  }
}

/** Writes of neighbouring parts run in one transaction. */
export function joined(parts: readonly Reverse[]): readonly Reverse[] {
  const all: Reverse[] = []
  for (const part of parts) {
    const last = all.at(-1)
    if (part.kind === 'write' && last?.kind === 'write')
      all[all.length - 1] = { ...last, changes: [...last.changes, ...part.changes] }
    else all.push(part)
  }
  return all
}

/** @throws AppError CHANGE_NOT_UNDOABLE for a call that this version doesn't know, NOT_ALLOWED */
function inverseCall({ actor }: CallContext, inverse: LoggedInverse): Reverse {
  const declared = operationByName(inverse.operation)
  if (declared === undefined) throw new AppError('CHANGE_NOT_UNDOABLE')
  // Other people have personal settings of their own.
  if (declared.permission === 'view.personal' && inverse.userId !== actor.userId) throw new AppError('NOT_ALLOWED')
  return { kind: 'call', inverse }
}

/** Returns the key that a row gets back, as in a path. */
function rowIdBefore(table: Table, key: readonly string[], values: readonly LoggedValue[]): string {
  return rowIdSegment(
    table.primaryKey.map((name, at) => {
      const changed = values.find(({ column }) => column.name === name)
      return changed?.before === undefined ? (key[at] ?? '') : keyPart(changed.before)
    }),
  )
}
