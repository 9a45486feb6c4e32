import { hasRole } from '@common/columns/questions'
import { AppError } from '@common/errors'
import type { ColumnDefinition, ForeignKey } from '@common/model'
import type { Database } from '@main/db/database'
import type { OutboxPlan, SchemaSql } from '@main/db/dialect'
import type { SchemaPlan } from '@main/db/schema-plan'
import type { Step } from '@main/db/statement'
import { columnParts } from './column-parts'
import { foreignKeyPlans } from '../foreign-key-plans'
import { copyValuesWith, tableOfWith } from '../set-aside'
import { changeColumns, planFor } from './change-columns'
import { columnSql } from './column-sql'
import { foreignKeySql } from './foreign-keys'
import { quote } from './literals'
import { readTableObjects, viewNeedsMore, withoutBrokenObjects } from './schema-objects'
import { sameName } from './sql-tokens'

/** Schema changes of SQLite as statements. https://sqlite.org/lang_altertable.html */
export const schema: SchemaSql = {
  columnParts,
  createTable,
  renameTable,
  createOutbox,
  dropTable,
  changeColumns,
  lostValues: async (database, name, change) => (await planFor(database, name)).lostValues(change),
  ...foreignKeyPlans({
    planFor,
    dropTable,
    renameTable: async (_database, name, newName) => plainRename(name, newName),
  }),
  putBack: (_database, aside, name) => Promise.resolve(plainRename(aside, name)),
  copyValues: copyValuesWith(quote),
  tableOf: tableOfWith(quote),
}

const step = (sql: string): Step => ({ sql, params: [] })

/** AUTOINCREMENT never uses a number again. https://sqlite.org/autoinc.html */
function createOutbox(name: string, first: number): OutboxPlan {
  return {
    schema: [
      step(
        `CREATE TABLE IF NOT EXISTS ${quote(name)} (seq INTEGER PRIMARY KEY AUTOINCREMENT, head TEXT NOT NULL, body TEXT NOT NULL)`,
      ),
    ],
    rows: [
      {
        sql: 'INSERT INTO sqlite_sequence (name, seq) SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?)',
        params: [name, first - 1, name],
      },
    ],
  }
}

function createTable(
  name: string,
  columns: readonly ColumnDefinition[],
  foreignKeys: readonly ForeignKey[] = [],
): SchemaPlan {
  const keys = columns.filter((column) => column.primaryKey)
  const countedKey = keys.length === 1 ? keys.find((column) => hasRole(column, 'key'))?.name : undefined
  const lines = columns.map((column) => createLine(column, keys.length === 1 && column.primaryKey, countedKey))
  if (keys.length > 1) lines.push(`PRIMARY KEY (${keys.map((column) => quote(column.name)).join(', ')})`)
  lines.push(...foreignKeys.map(foreignKeySql))
  return {
    up: [step(`CREATE TABLE ${quote(name)} (\n  ${lines.join(',\n  ')}\n)`)],
    down: [step(`DROP TABLE ${quote(name)}`)],
  }
}

function createLine(column: ColumnDefinition, isOnlyKey: boolean, countedKey: string | undefined): string {
  return `${columnSql(column, isOnlyKey, { countedKey })}${column.unique && !isOnlyKey ? ' UNIQUE' : ''}`
}

function renameTable(database: Database, name: string, newName: string): Promise<SchemaPlan> {
  return withoutBrokenObjects(database, name, { up: renameSteps(name, newName), down: renameSteps(newName, name) })
}

/** SQLite treats a name in another letter case as taken, so the rename uses a temporary name. */
function renameSteps(from: string, to: string): Step[] {
  const rename = (left: string, right: string): Step => step(`ALTER TABLE ${quote(left)} RENAME TO ${quote(right)}`)
  if (!sameName(from, to)) return [rename(from, to)]
  const between = `${to}~renamed`
  return [rename(from, between), rename(between, to)]
}

/** @throws AppError TABLE_NOT_FOUND, TABLE_READ_ONLY, TABLE_IN_USE */
async function dropTable(database: Database, wanted: string): Promise<SchemaPlan> {
  const table = await readTableObjects(database, wanted)
  const users = [...table.otherTriggers]
  for (const view of table.views) if (await viewNeedsMore(database, view, table.name, [])) users.push(view)
  const references = await database.dialect.introspect.listReferences(database)
  const referring = references
    .filter((reference) => sameName(reference.foreignKey.referencedTable, table.name))
    .map((reference) => reference.table)
    .filter((name) => !sameName(name, table.name))
  const by = [...new Set([...referring, ...users.map(({ name }) => name)])]
  if (by.length > 0) throw new AppError('TABLE_IN_USE', { table: table.name, by: by.join(', ') })
  return {
    up: [step(`DROP TABLE ${quote(table.name)}`)],
    down: [step(table.sql), ...[...table.indexes, ...table.triggers].map(({ sql }) => step(sql))],
  }
}

/**
 * Renames a table only. Its triggers still use the old name, which the table gets back, and broken views don't block
 * the rename.
 */
function plainRename(from: string, to: string): SchemaPlan {
  const legacy = step('PRAGMA legacy_alter_table = ON')
  const rename = (left: string, right: string): Step => step(`ALTER TABLE ${quote(left)} RENAME TO ${quote(right)}`)
  return { up: [legacy, rename(from, to)], down: [legacy, rename(to, from)] }
}
