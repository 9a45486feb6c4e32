import { columnParts } from './column-parts'
import { AppError } from '@common/errors'
import type { ColumnDefinition, ForeignKey } from '@common/model'
import type { Database, Step } from '@main/db/database'
import type { SchemaPlan, SchemaSql } from '@main/db/dialect'
import { copyValuesWith, joinPlans, onceEach, tableOfWith } from '../set-aside'
import { changeColumns, planFor } from './change-columns'
import { lossOf } from './column-edit'
import { columnSql, commentSql, tableName } from './column-sql'
import { foreignKeySql } from './foreign-keys'
import { quote } from './literals'
import { lockSteps, readTableFacts } from './table-facts'
import { makeAgainSteps } from './table-text'

/** Schema changes of PostgreSQL as statements. https://www.postgresql.org/docs/current/sql-altertable.html */
export const schema: SchemaSql = {
  columnParts,
  createTable,
  renameTable,
  dropTable,
  changeColumns,
  lostValues: async (database, name, change) => {
    const native = await database.dialect.introspect.describeTable(database, name)
    const column = native?.columns.find((each) => each.name === change.name)
    if (column === undefined) throw new AppError('COLUMN_NOT_FOUND', { column: change.name })
    return lossOf(database, column, change)
  },
  addForeignKey,
  dropForeignKey,
  setAside,
  putBack: renameTable,
  copyValues: copyValuesWith(quote),
  tableOf: tableOfWith(quote),
}

const step = (sql: string): Step => ({ sql, params: [] })

/** @throws AppError TABLE_NAME_INVALID, COLUMN_NAME_INVALID */
function createTable(
  name: string,
  columns: readonly ColumnDefinition[],
  foreignKeys: readonly ForeignKey[] = [],
): SchemaPlan {
  const keys = columns.filter((column) => column.primaryKey)
  const lines = columns.map((column) => {
    const isOnlyKey = keys.length === 1 && column.primaryKey
    return `${columnSql(column, isOnlyKey)}${column.unique && !isOnlyKey ? ' UNIQUE' : ''}`
  })
  if (keys.length > 1) lines.push(`PRIMARY KEY (${keys.map((column) => quote(column.name)).join(', ')})`)
  lines.push(...foreignKeys.map(foreignKeySql))
  return {
    up: [
      step(`CREATE TABLE ${tableName(name)} (\n  ${lines.join(',\n  ')}\n)`),
      ...columns.flatMap(({ name: column, options: { description } }) =>
        description === undefined ? [] : [step(commentSql(name, column, description))],
      ),
    ],
    down: [step(`DROP TABLE ${quote(name)}`)],
  }
}

/** @throws AppError TABLE_NAME_INVALID */
async function renameTable(_database: Database, name: string, newName: string): Promise<SchemaPlan> {
  return {
    up: [step(`ALTER TABLE ${quote(name)} RENAME TO ${tableName(newName)}`)],
    down: [step(`ALTER TABLE ${quote(newName)} RENAME TO ${quote(name)}`)],
  }
}

/** @throws AppError TABLE_NOT_FOUND, TABLE_READ_ONLY, TABLE_IN_USE */
async function dropTable(database: Database, name: string): Promise<SchemaPlan> {
  const facts = await readTableFacts(database, name)
  const own = new Set([...facts.columns, ...facts.triggers].map((object) => object.name))
  const by = new Set([
    ...facts.referring.filter((reference) => !reference.own).map(({ table }) => table),
    ...facts.users.filter((user) => !own.has(user.name)).map((user) => user.name),
  ])
  if (by.size > 0) throw new AppError('TABLE_IN_USE', { table: name, by: [...by].join(', ') })
  return { up: [...lockSteps(facts), step(`DROP TABLE ${quote(name)}`)], down: makeAgainSteps(facts) }
}

/** @throws AppError TABLE_NOT_FOUND, TABLE_READ_ONLY, COLUMN_NEEDS_DEFAULT */
async function addForeignKey(
  database: Database,
  name: string,
  key: ForeignKey,
  newColumns: readonly ColumnDefinition[],
): Promise<SchemaPlan> {
  const plan = await planFor(database, name)
  for (const column of newColumns) await plan.add({ kind: 'add', column })
  plan.addReference(key)
  return plan.plan()
}

/** @throws AppError TABLE_NOT_FOUND, TABLE_READ_ONLY, RELATION_NOT_FOUND, COLUMN_IN_USE, COLUMN_KEY_FIXED */
async function dropForeignKey(
  database: Database,
  name: string,
  key: ForeignKey,
  dropColumns: readonly string[],
): Promise<SchemaPlan> {
  const plan = await planFor(database, name)
  plan.dropReference(key)
  for (const column of dropColumns) plan.drop(column)
  return plan.plan()
}

/** @throws AppError TABLE_NOT_FOUND, TABLE_READ_ONLY, TABLE_IN_USE */
async function setAside(database: Database, wanted: string, newName: string): Promise<SchemaPlan> {
  // A table that can't be dropped can't be renamed away either.
  await dropTable(database, wanted)
  const native = await database.dialect.introspect.describeTable(database, wanted)
  const name = native?.name ?? wanted
  const renamed = await renameTable(database, name, newName)
  const keys = onceEach(native?.foreignKeys ?? [])
  if (keys.length === 0) return renamed
  const plan = await planFor(database, name)
  for (const key of keys) plan.dropReference(key)
  return joinPlans(plan.plan(), renamed)
}
