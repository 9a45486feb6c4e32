import { AppError } from '@common/errors'
import type { ColumnDefinition, ForeignKey } from '@common/model'
import type { Database } from '@main/db/database'
import type { OutboxPlan, SchemaSql } from '@main/db/dialect'
import type { SchemaPlan } from '@main/db/schema-plan'
import type { Step } from '@main/db/statement'
import { columnParts } from './column-parts'
import { foreignKeyPlans } from '../foreign-key-plans'
import { copyValuesWith, joinPlans, tableOfWith } from '../set-aside'
import { changeColumns, planFor } from './change-columns'
import { lossOf } from './column-edit'
import { checkName, columnSql, foreignKeySql, freeName } from './column-sql'
import { exactCollation, type ServerVersion } from './flavour'
import { plainLiterals, quote } from './literals'
import { mentions, readTableState, sameName, tableNameKey } from './table-state'

const step = (sql: string): Step => ({ sql, params: [] })

/** utf8mb4 holds every text, whatever the database has. */
function createOutbox(name: string, first: number): OutboxPlan {
  const columns = 'seq bigint NOT NULL AUTO_INCREMENT PRIMARY KEY, head longtext NOT NULL, body longtext NOT NULL'
  const options = `ENGINE = InnoDB AUTO_INCREMENT = ${first} DEFAULT CHARACTER SET utf8mb4`
  return { schema: [step(`CREATE TABLE IF NOT EXISTS ${quote(name)} (${columns}) ${options}`)] }
}

/** Schema changes of MySQL and MariaDB as statements. https://mariadb.com/kb/en/alter-table/ */
export function schemaOf(version: ServerVersion): SchemaSql {
  return {
    columnParts,
    // ON UPDATE CURRENT_TIMESTAMP
    setsOnUpdate: ({ nativeType, generated }) => !generated && /^(?:timestamp|datetime)/i.test(nativeType),
    createTable: (name, columns, foreignKeys = []) => createTable(version, name, columns, foreignKeys),
    renameTable,
    createOutbox,
    dropTable: (database, name) => dropTable(database, version, name),
    changeColumns: (database, name, changes) => changeColumns(database, version, name, changes),

    lostValues: async (database, name, change) => {
      const { columns } = await readTableState(database, version, name)
      const column = columns.find((each) => sameName(each.name, change.name))
      if (column === undefined) throw new AppError('COLUMN_NOT_FOUND', { column: change.name })
      return lossOf(column, change)
    },

    ...foreignKeyPlans({
      planFor: (database, name) => planFor(database, version, name),
      dropTable: (database, name) => dropTable(database, version, name),
      renameTable,
      joined: inOneStatement,
    }),
    addForeignKey: async (database, name, key, newColumns) => {
      const plan = await planFor(database, version, name)
      for (const column of newColumns)
        await plan.add({ kind: 'add', column }, await referringColumnSql(database, column, key))
      plan.addReference(key)
      return plan.plan()
    },

    putBack: renameTable,
    copyValues: copyValuesWith(quote),
    tableOf: tableOfWith(quote),
  }
}

/** @throws AppError TABLE_NAME_INVALID, COLUMN_NAME_INVALID */
function createTable(
  version: ServerVersion,
  name: string,
  columns: readonly ColumnDefinition[],
  foreignKeys: readonly ForeignKey[],
): SchemaPlan {
  checkName('table', name)
  for (const column of columns) checkName('column', column.name)
  const keys = columns.filter((column) => column.primaryKey)
  const isOnlyKey = (column: ColumnDefinition): boolean => keys.length === 1 && column.primaryKey
  const taken: string[] = []
  const lines = [
    ...columns.map((column) => columnSql(column, isOnlyKey(column))),
    ...(keys.length === 0 ? [] : [`PRIMARY KEY (${keys.map((column) => quote(column.name)).join(', ')})`]),
    ...columns
      .filter((column) => column.unique && !isOnlyKey(column))
      .map((column) => {
        const index = freeName(`${name}_${column.name}_unique`, taken)
        taken.push(index)
        return `UNIQUE INDEX ${quote(index)} (${quote(column.name)})`
      }),
    ...foreignKeys.map((key, at) =>
      foreignKeySql(freeName(`fk_${Date.now().toString(36)}_${at}_${key.columns.join('_')}`, []), key),
    ),
  ]
  return {
    up: [
      step(
        `CREATE TABLE ${quote(name)} (\n  ${lines.join(',\n  ')}\n) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE ${exactCollation(version)}`,
      ),
    ],
    down: [step(`DROP TABLE ${quote(name)}`)],
  }
}

/**
 * Renames a table. Views would still use the old name, so they are recreated.
 *
 * @throws AppError TABLE_NAME_INVALID; TABLE_IN_USE if another user's view would have to be recreated
 */
async function renameTable(database: Database, name: string, newName: string): Promise<SchemaPlan> {
  checkName('table', newName)
  const rows = await database.read({
    sql: `SELECT TABLE_NAME, VIEW_DEFINITION, SECURITY_TYPE, CHECK_OPTION, DEFINER = current_user(), database()
          FROM information_schema.VIEWS WHERE TABLE_SCHEMA = database() ORDER BY TABLE_NAME`,
    params: [],
  })
  const key = await tableNameKey(database)
  const inText = (schema: string, table: string): string => `${backticked(schema)}.${backticked(table)}`
  const all = rows
    .map(([view, text, security, check, isOurs, schema]) => ({
      view: String(view),
      text: plainLiterals(String(text)),
      security: String(security),
      check: String(check),
      isOurs: Number(isOurs) === 1,
      schema: String(schema),
    }))
    .filter(({ text, schema }) => key(text).includes(key(inText(schema, name))))
  // A broken view can't be recreated, so it stays untouched.
  const isWorking = await Promise.all(all.map(({ view }) => works(database, view)))
  const views = all.filter((_, at) => isWorking[at])
  const others = views.filter(({ isOurs }) => !isOurs).map(({ view }) => view)
  if (others.length > 0) throw new AppError('TABLE_IN_USE', { table: name, by: others.join(', ') })
  const plan = (from: string, to: string): Step[] => [
    step(`RENAME TABLE ${quote(from)} TO ${quote(to)}`),
    ...views.map(({ view, text, security, check, schema }) => {
      const named = text.replace(new RegExp(escaped(inText(schema, name)), key('A') === 'A' ? 'g' : 'gi'), () =>
        inText(schema, to),
      )
      const option = check === 'NONE' ? '' : ` WITH ${check} CHECK OPTION`
      return step(`CREATE OR REPLACE SQL SECURITY ${security} VIEW ${quote(view)} AS ${named}${option}`)
    }),
  ]
  return { up: plan(name, newName), down: plan(newName, name) }
}

async function works(database: Database, view: string): Promise<boolean> {
  try {
    await database.read({ sql: `SELECT * FROM ${quote(view)} LIMIT 0`, params: [] })
    return true
  } catch (error) {
    // A view that this user may not read may work for other users.
    if (error instanceof AppError && error.code !== 'DATABASE_UNAVAILABLE') return error.code !== 'VIEW_INVALID'
    throw error
  }
}

/** A name as the server quotes it in the text of a view. */
const backticked = (name: string): string => `\`${name.replaceAll('`', '``')}\``
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** @throws AppError TABLE_NOT_FOUND, TABLE_READ_ONLY, TABLE_IN_USE */
async function dropTable(database: Database, version: ServerVersion, wanted: string): Promise<SchemaPlan> {
  const table = await readTableState(database, version, wanted)
  const { name } = table.native
  const key = await tableNameKey(database)
  const references = await database.dialect.introspect.listReferences(database)
  const referring = references
    .filter(({ foreignKey }) => key(foreignKey.referencedTable) === key(name))
    .map((reference) => reference.table)
    .filter((other) => key(other) !== key(name))
  const users = [...table.views, ...table.otherTriggers].filter(({ text }) => mentions(text, name, key))
  const by = [...new Set([...referring, ...users.map((user) => user.name)])]
  if (by.length > 0) throw new AppError('TABLE_IN_USE', { table: name, by: by.join(', ') })
  const ask = async (sql: string, at: number): Promise<Step> => {
    const [row] = await database.read({ sql, params: [] })
    return step(plainLiterals(String(row?.[at] ?? '')))
  }
  return {
    up: [step(`DROP TABLE ${quote(name)}`)],
    down: [
      await ask(`SHOW CREATE TABLE ${quote(name)}`, 1),
      ...(await Promise.all(table.triggers.map((trigger) => ask(`SHOW CREATE TRIGGER ${quote(trigger.name)}`, 2)))),
    ],
  }
}

/** The server rejects a text reference with another character set or collation. */
async function referringColumnSql(database: Database, column: ColumnDefinition, key: ForeignKey): Promise<string> {
  const text = columnSql(column, false)
  const at = key.columns.findIndex((name) => sameName(name, column.name))
  const [row] = await database.read({
    sql: `SELECT COLUMN_TYPE, CHARACTER_SET_NAME, COLLATION_NAME FROM information_schema.COLUMNS
          WHERE TABLE_SCHEMA = database() AND TABLE_NAME = ? AND COLUMN_NAME = ?`,
    params: [key.referencedTable, key.referencedColumns[at] ?? ''],
  })
  const [type, characterSet, collation] = row ?? []
  if (typeof type !== 'string' || typeof characterSet !== 'string') return text
  const prefix = `${quote(column.name)} ${column.nativeType ?? type}`
  return text.startsWith(prefix)
    ? `${prefix} CHARACTER SET ${characterSet} COLLATE ${String(collation)}${text.slice(prefix.length)}`
    : text
}

/** Drops the keys and renames the table in one atomic statement, where one is enough. */
function inOneStatement({ up, down }: SchemaPlan, renamed: SchemaPlan, newName: string): SchemaPlan {
  const last = up.at(-1)
  if (last?.sql.startsWith('ALTER TABLE ') !== true || renamed.up.length > 1) return joinPlans({ up, down }, renamed)
  const together = { ...last, sql: `${last.sql}, RENAME TO ${quote(newName)}` }
  return { up: [...up.slice(0, -1), together], down: [...renamed.down, ...down] }
}
