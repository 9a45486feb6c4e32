import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { Column, Table } from '@common/model'
import type { Principal } from '@common/principal'
import { rowIdSegment } from '@common/query/row-id'
import { tableOfSelect } from '@common/sql'
import type { SqlSyntax } from '@common/dialects'
import type { SqlColumn, SqlEdit, SqlStatementView, SqlValue } from '@common/sql/shapes'
import type { Changes } from '@main/features/rows'
import { exactKeyPart } from '@main/lib/key-part'
import type { ProjectContext } from '@main/operations/context'
import { shownValue } from './values'
import type { Spool, StoredResult } from './types'

/** Returns a table by its name in the database, as a principal sees it. */
export type TableNamed = (principal: Principal, projectId: string, name: string) => Promise<Table | undefined>

/** Returns the table and key of a result whose rows are rows of one table; null if it isn't editable. */
export async function editableOf(
  sql: string,
  syntax: SqlSyntax,
  columns: readonly SqlColumn[],
  tableNamed: (name: string) => Promise<Table | undefined>,
): Promise<SqlStatementView['editable']> {
  const names = new Set(columns.flatMap(({ origin }) => origin?.table ?? []))
  const [name] = names
  if (name === undefined || names.size > 1) return null
  // A view shows the columns of its tables, but its rows can be others.
  if (tableOfSelect(sql, syntax)?.toLowerCase() !== name.toLowerCase()) return null
  const table = await tableNamed(name)
  if (table === undefined || table.type !== 'table' || table.primaryKey.length === 0) return null
  const key = table.primaryKey.map((part) => columns.findIndex(({ origin }) => origin?.column === part))
  return key.includes(-1) ? null : { table: table.name, key }
}

export interface EditingOptions {
  readonly changes: Changes
  readonly spool: Spool
  readonly tableNamed: TableNamed
}

export interface EditsCall {
  readonly context: ProjectContext
  readonly result: StoredResult
  readonly editable: NonNullable<SqlStatementView['editable']>
  readonly edits: readonly SqlEdit[]
  readonly preview: boolean
}

type RowChange = Parameters<Changes['apply']>[0]['changes'][number]

/** Applies staged edits of a result through the row service, all or nothing. */
export async function applyEdits(
  { changes: engine, spool, tableNamed }: EditingOptions,
  { context, result, editable, edits, preview }: EditsCall,
): Promise<{ readonly statements: string[]; readonly isApplied: boolean }> {
  const { projectId, principal } = context
  const table = await tableNamed(principal, projectId, editable.table)
  if (table === undefined) throw new AppError('SQL_RESULT_NOT_EDITABLE')
  const columnAt = (at: number): Column => {
    const name = result.columns[at]?.origin?.column
    const column = table.columns.find((each) => each.name === name)
    if (column === undefined) throw new AppError('SQL_RESULT_NOT_EDITABLE')
    return column
  }
  const valuesOf = (values: Readonly<Record<string, SqlValue>>): Record<string, SqlValue> =>
    Object.fromEntries(Object.entries(values).map(([at, value]) => [columnAt(Number(at)).title, value]))

  const changes: RowChange[] = []
  for (const edit of edits) {
    if (edit.kind === 'insert') {
      changes.push({ kind: 'create', table: table.name, values: valuesOf(edit.values) })
      continue
    }
    const row = await spool.row(result, edit.row)
    if (row === undefined) throw new AppError('SQL_ROW_NOT_FOUND')
    const parts = editable.key.map((at) => exactKeyPart(columnAt(at), row[at]))
    const rowId = rowIdSegment(parts)
    const places = edit.kind === 'update' ? Object.keys(edit.values).map(Number) : result.columns.map((_, at) => at)
    const expected = guardOf(result.columns, row, places, columnAt)
    changes.push(
      edit.kind === 'delete'
        ? { kind: 'delete', table: table.name, rowId, expected }
        : { kind: 'update', table: table.name, rowId, values: valuesOf(edit.values), expected },
    )
  }
  const call = { projectId, context, changes, anyway: false, why: 'sql' }
  const statements = (await engine.preview(call)).map(({ sql }) => sql)
  if (preview) return { statements, isApplied: false }
  await engine.apply(call)
  await spool.update(result, edits.flatMap(stored))
  return { statements, isApplied: true }
}

type StoredEdit = Parameters<Spool['update']>[1][number]

/** The shown values must still be stored. Dates and JSON are written in other ways by the API, so they don't count. */
function guardOf(
  columns: readonly SqlColumn[],
  row: readonly StoredValue[],
  places: readonly number[],
  columnAt: (at: number) => Column,
): Record<string, SqlValue> {
  const guarded = places.filter((at) => {
    const { kind, origin } = columns[at] ?? {}
    return origin !== null && (kind === 'text' || kind === 'number') && !(row[at] instanceof Uint8Array)
  })
  return Object.fromEntries(
    guarded.map((at) => [columnAt(at).title, shownValue(row[at] ?? null, columns[at]?.kind ?? 'text')]),
  )
}

function stored(edit: SqlEdit): StoredEdit[] {
  if (edit.kind === 'insert') return []
  if (edit.kind === 'delete') return [{ position: edit.row, values: undefined }]
  const values = new Map(Object.entries(edit.values).map(([at, value]): [number, StoredValue] => [Number(at), value]))
  return [{ position: edit.row, values }]
}
