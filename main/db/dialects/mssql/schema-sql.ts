import { AppError } from '@common/errors'
import type { ColumnDefinition, ForeignKey } from '@common/model'
import type { Database } from '@main/db/database'
import type { OutboxPlan, SchemaSql } from '@main/db/dialect'
import type { SchemaPlan } from '@main/db/schema-plan'
import { changeColumns, planFor } from './change-columns'
import { foreignKeyPlans } from '../foreign-key-plans'
import { columnParts } from './column-parts'
import { lossOf } from './column-edit'
import { columnSql, commentSql, foreignKeySql, renameSql, step, tableName, uniqueIndexSql } from './column-sql'
import { quote } from './literals'
import { indexSql, lockSteps, readTableFacts } from './table-facts'

/**
 * Schema changes of SQL Server as statements. https://learn.microsoft.com/sql/t-sql/statements/alter-table-transact-sql
 */
export const schema: SchemaSql = {
  createTable,
  renameTable,
  createOutbox,
  dropTable,
  changeColumns,
  lostValues: async (database, name, change) => {
    const native = await database.dialect.introspect.describeTable(database, name)
    const column = native?.columns.find((each) => each.name === change.name)
    if (column === undefined) throw new AppError('COLUMN_NOT_FOUND', { column: change.name })
    return lossOf(column, change)
  },
  ...foreignKeyPlans({ planFor, dropTable, renameTable }),
  columnParts,
  putBack: renameTable,
  copyValues: copyValues,
  tableOf: (select, into) => step(`SELECT [~chosen].* INTO ${quote(into)} FROM (${select}) AS [~chosen]`),
}

function createOutbox(name: string, first: number): OutboxPlan {
  const seq = `seq bigint IDENTITY(${first}, 1) NOT NULL PRIMARY KEY`
  const table = `${quote(name)} (${seq}, head nvarchar(max) NOT NULL, body nvarchar(max) NOT NULL)`
  return { schema: [step(`IF OBJECT_ID(N'${name}') IS NULL CREATE TABLE ${table}`)] }
}

/** @throws AppError TABLE_NAME_INVALID, COLUMN_NAME_INVALID */
function createTable(
  name: string,
  columns: readonly ColumnDefinition[],
  foreignKeys: readonly ForeignKey[] = [],
): SchemaPlan {
  const keys = columns.filter((column) => column.primaryKey)
  const lines = columns.map((column) => columnSql(column, keys.length === 1 && column.primaryKey))
  if (keys.length > 1) lines.push(`PRIMARY KEY (${keys.map((column) => quote(column.name)).join(', ')})`)
  lines.push(...foreignKeys.map(foreignKeySql))
  const unique = columns.filter((column) => column.unique && !(keys.length === 1 && column.primaryKey))
  return {
    up: [
      step(`CREATE TABLE ${tableName(name)} (\n  ${lines.join(',\n  ')}\n)`),
      ...unique.map((column) => step(uniqueIndexSql(name, column.name))),
      ...columns.flatMap(({ name: column, options: { description } }) =>
        description === undefined ? [] : [step(commentSql(name, column, undefined, description))],
      ),
    ],
    down: [step(`DROP TABLE ${quote(name)}`)],
  }
}

/** Renames a table; views keep the old name in their text. @throws AppError TABLE_NAME_INVALID */
async function renameTable(_database: Database, name: string, newName: string): Promise<SchemaPlan> {
  tableName(newName)
  return { up: [step(renameSql([name], newName, 'OBJECT'))], down: [step(renameSql([newName], name, 'OBJECT'))] }
}

/** @throws AppError TABLE_NOT_FOUND, TABLE_READ_ONLY, TABLE_IN_USE */
async function dropTable(database: Database, wanted: string): Promise<SchemaPlan> {
  const facts = await readTableFacts(database, wanted)
  const { name, columns, foreignKeys } = facts.native
  const by = new Set([
    ...facts.referring.map((reference) => reference.name).filter((table) => table !== name),
    ...facts.views.map((view) => view.name),
  ])
  if (by.size > 0) throw new AppError('TABLE_IN_USE', { table: name, by: [...by].join(', ') })
  const lines = columns
    .filter(({ generated }) => !generated)
    .map((column) => {
      const value = column.autoIncrement
        ? ' IDENTITY(1,1)'
        : column.defaultValue === null
          ? ''
          : ` DEFAULT ${column.defaultValue}`
      return `${quote(column.name)} ${column.nativeType}${value} ${column.notNull ? 'NOT NULL' : 'NULL'}`
    })
  return {
    up: [...lockSteps(facts), step(`DROP TABLE ${quote(name)}`)],
    down: [
      step(`CREATE TABLE ${quote(name)} (\n  ${[...lines, ...foreignKeys.map(foreignKeySql)].join(',\n  ')}\n)`),
      ...facts.indexes.map((index) => step(indexSql(name, index))),
    ],
  }
}

function copyValues(from: string, columns: readonly { readonly name: string; readonly as: string }[], into: string) {
  const list = columns.map(({ name, as }) => `${quote(name)} AS ${quote(as)}`).join(', ')
  return step(`SELECT ${list} INTO ${quote(into)} FROM ${quote(from)}`)
}
