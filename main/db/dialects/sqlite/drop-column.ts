import { AppError } from '@common/errors'
import type { Database } from '@main/db/database'
import type { NativeColumn, NativeTable } from '@main/db/dialect'
import { viewNeedsMore, type SchemaObject, type TableObjects } from './schema-objects'
import { mentions, sameName } from './sql-tokens'
import { columnTextOf, usesColumn, type TableText } from './table-text'

export interface DroppedColumn {
  readonly text: TableText
  readonly indexes: readonly SchemaObject[]
  readonly droppedIndexes: readonly string[]
  /** True if ALTER TABLE DROP COLUMN works: the column isn't part of a key or constraint. */
  readonly natively: boolean
}

/**
 * Removes a column from the table's text, with its own checks, its foreign key and plain indexes. Constraints that
 * involve other columns block the removal.
 *
 * @throws AppError COLUMN_KEY_FIXED, COLUMN_IN_USE
 */
export async function droppedFromTable(
  database: Database,
  table: TableObjects,
  native: NativeTable,
  text: TableText,
  indexes: readonly SchemaObject[],
  column: NativeColumn,
): Promise<DroppedColumn> {
  const { name } = column
  if (column.keyPosition > 0) throw new AppError('COLUMN_KEY_FIXED', { column: name })
  const inUse = (by: string): AppError => new AppError('COLUMN_IN_USE', { column: name, by })
  const own = columnTextOf(text, name)

  for (const other of text.columns)
    if (other !== own && other.clauses.some((clause) => needs(clause.kind, clause.text, name))) throw inUse(other.name)
  const constraints = text.constraints.filter((constraint) => {
    const uses = constraint.columns.some((used) => sameName(used, name))
    if (uses && !constraint.columns.every((used) => sameName(used, name))) throw inUse(constraint.text)
    return !uses
  })
  const droppedIndexes = indexes.filter((index) => mentions(index.sql.slice(index.sql.indexOf('(')), name))
  for (const index of droppedIndexes) {
    const known = native.indexes.find((other) => other.name === index.name)
    const alone = known?.columns.length === 1 && known.columns.every((used) => sameName(used, name))
    if (/^CREATE\s+UNIQUE\b/i.test(index.sql) && !alone) throw inUse(index.name)
  }
  await refuseUsers(database, table, native, name, inUse)

  return {
    text: { ...text, columns: text.columns.filter((other) => other !== own), constraints },
    indexes: indexes.filter((index) => !droppedIndexes.includes(index)),
    droppedIndexes: droppedIndexes.map((index) => index.name),
    natively:
      constraints.length === text.constraints.length &&
      own.clauses.every(({ kind }) => !['unique', 'references', 'generated', 'check'].includes(kind)),
  }
}

function needs(kind: string, text: string, column: string): boolean {
  return (kind === 'check' || kind === 'generated') && usesColumn(text, column)
}

async function refuseUsers(
  database: Database,
  table: TableObjects,
  native: NativeTable,
  name: string,
  inUse: (by: string) => AppError,
): Promise<void> {
  const trigger = [...table.triggers, ...table.otherTriggers].find(({ sql }) => mentions(sql, name))
  if (trigger !== undefined) throw inUse(trigger.name)
  const references = await database.dialect.introspect.listReferences(database)
  const reference = references.find(
    ({ foreignKey }) =>
      sameName(foreignKey.referencedTable, table.name) &&
      foreignKey.referencedColumns.some((column) => sameName(column, name)),
  )
  if (reference !== undefined) throw inUse(reference.table)
  const others = native.columns.map((column) => column.name).filter((other) => !sameName(other, name))
  for (const view of table.views)
    if (mentions(view.sql, name) && (await viewNeedsMore(database, view, table.name, others))) throw inUse(view.name)
}
