import { AppError } from '@common/errors'
import type { Database } from '@main/db/database'
import type { SchemaPlan } from '@main/db/schema-plan'
import type { Step } from '@main/db/statement'
import { foldName, mentions, names, sameName, tokensOf } from './sql-tokens'
import { quote } from './literals'

/** Entries of sqlite_schema about a table and everything that mentions it. */
export interface TableObjects {
  readonly name: string
  readonly sql: string
  /** All names in the schema. */
  readonly names: readonly string[]
  readonly indexes: readonly SchemaObject[]
  readonly triggers: readonly SchemaObject[]
  /** Views whose text mentions the table. */
  readonly views: readonly SchemaObject[]
  /** Triggers of other tables and views whose text mentions the table. */
  readonly otherTriggers: readonly SchemaObject[]
}

export interface SchemaObject {
  readonly name: string
  readonly sql: string
}

/** @throws AppError TABLE_NOT_FOUND; TABLE_READ_ONLY for a view */
export async function readTableObjects(database: Database, wanted: string): Promise<TableObjects> {
  const rows = await database.read({
    sql: 'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid',
    params: [],
  })
  const objects = rows.map(([type, name, table, sql]) => ({
    type: String(type),
    name: String(name),
    table: String(table),
    // Indexes of constraints have no SQL text.
    sql: sql === null || sql === undefined ? null : String(sql),
  }))
  if (objects.some(({ type, name }) => type === 'view' && sameName(name, wanted)))
    throw new AppError('TABLE_READ_ONLY', { table: wanted })
  const found = objects.find(({ type, name }) => type === 'table' && sameName(name, wanted))
  if (found === undefined || found.sql === null) throw new AppError('TABLE_NOT_FOUND', { table: wanted })
  const { name } = found
  const withText = objects.filter((object): object is typeof object & SchemaObject => object.sql !== null)
  const own = (type: string): SchemaObject[] =>
    withText.filter((object) => object.type === type && sameName(object.table, name))
  return {
    name,
    sql: found.sql,
    names: objects.map((object) => object.name),
    indexes: own('index'),
    triggers: own('trigger'),
    views: withText.filter(({ type, sql }) => type === 'view' && mentions(sql, name)),
    otherTriggers: withText.filter(
      ({ type, table, sql }) => type === 'trigger' && !sameName(table, name) && mentions(sql, name),
    ),
  }
}

/**
 * True if a view needs more of a table than some of its columns. Prepares its query over a WITH clause of the table's
 * name with only these columns, which changes nothing in the database.
 */
export async function viewNeedsMore(
  database: Database,
  view: SchemaObject,
  table: string,
  columns: readonly string[],
): Promise<boolean> {
  const query = viewQuery(view.sql)
  // A WITH clause doesn't hide `main.table`.
  if (query === undefined || namesSchema(view.sql, table)) return true
  const selected = columns.length === 0 ? 'NULL AS "~"' : columns.map(quote).join(', ')
  const withTable = `WITH ${quote(table)} AS (SELECT ${selected} FROM main.${quote(table)})`
  if (!(await works(database, `${withTable} SELECT * FROM (${query}) LIMIT 0`)))
    // The change doesn't break a view that was broken before.
    return works(database, `SELECT * FROM (${query}) LIMIT 0`)
  return columns.length === 0 && readsFrom(view.sql, table)
}

/**
 * Returns a plan that drops broken views and triggers first and creates them again as they were. ALTER TABLE reads every
 * view and trigger and fails at one that was broken before, whatever table it is about. A broken trigger that mentions
 * the changed table stays: the change would have to rewrite it.
 */
export async function withoutBrokenObjects(database: Database, table: string, plan: SchemaPlan): Promise<SchemaPlan> {
  if (![...plan.up, ...plan.down].some(({ sql }) => sql.startsWith('ALTER TABLE'))) return plan
  const objects = await database.read({
    sql: `SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE type IN ('view', 'trigger') ORDER BY rowid`,
    params: [],
  })
  const views = objects.filter(([type]) => type === 'view')
  const broken = new Set<string>()
  for (const [, name] of views)
    if (!(await works(database, `SELECT * FROM main.${quote(String(name))} LIMIT 0`))) broken.add(String(name))
  const triggers: SchemaObject[] = []
  for (const [type, name, on, sql] of objects) {
    if (type !== 'trigger' || broken.has(String(on)) || mentions(String(sql), table)) continue
    if (!(await compiles(database, String(on)))) triggers.push({ name: String(name), sql: String(sql) })
  }
  if (broken.size === 0 && triggers.length === 0) return plan
  const step = (sql: string): Step => ({ sql, params: [] })
  const away = [
    ...triggers.map(({ name }) => step(`DROP TRIGGER main.${quote(name)}`)),
    ...[...broken].map((name) => step(`DROP VIEW main.${quote(name)}`)),
  ]
  const back = [
    ...objects.flatMap(([, , on, sql]) => (broken.has(String(on)) ? [step(String(sql))] : [])),
    ...triggers.map(({ sql }) => step(sql)),
  ]
  return { up: [...away, ...plan.up, ...back], down: [...away, ...plan.down, ...back] }
}

/** True if writes to a table or view compile with all of its triggers. Writes nothing. */
async function compiles(database: Database, table: string): Promise<boolean> {
  const columns = await database.read({ sql: 'SELECT name FROM pragma_table_info(?)', params: [table] })
  const set = columns.map(([name]) => `${quote(String(name))} = ${quote(String(name))}`).join(', ')
  const name = `main.${quote(table)}`
  for (const sql of [`INSERT INTO ${name} DEFAULT VALUES`, `UPDATE ${name} SET ${set}`, `DELETE FROM ${name}`])
    if (!(await works(database, `EXPLAIN ${sql}`))) return false
  return true
}

async function works(database: Database, sql: string): Promise<boolean> {
  try {
    await database.read({ sql, params: [] })
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** True for a table used without any of its columns, as in `SELECT count(*) FROM table`. */
function readsFrom(sql: string, table: string): boolean {
  return tokensOf(sql).some(
    (token, at, tokens) => names(token, table) && ['FROM', 'JOIN'].includes(tokens[at - 1]?.value ?? ''),
  )
}

function viewQuery(sql: string): string | undefined {
  const as = tokensOf(sql).find((token) => token.kind === 'word' && token.value === 'AS')
  return as === undefined ? undefined : sql.slice(as.end)
}

function namesSchema(sql: string, table: string): boolean {
  const tokens = tokensOf(sql)
  return tokens.some(
    (token, at) =>
      token.text === '.' &&
      foldName(tokens[at - 1]?.value ?? '') === 'main' &&
      tokens.slice(at + 1, at + 2).some((next) => names(next, table)),
  )
}
