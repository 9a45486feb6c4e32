import { AppError } from '@common/errors'
import type { Database } from '@main/db/database'
import { emptyViewCheck, indexSql, viewSql, type SchemaObjects, type TriggerFacts } from '@main/db/schema-objects'
import type { Step } from '@main/db/statement'
import { planFor } from './change-columns'
import { checksOf } from './checks'
import { quote } from './literals'
import { readTableObjects } from './schema-objects'
import { sameName, tokensOf } from './sql-tokens'

const step = (sql: string): Step => ({ sql, params: [] })

/** Indexes, views and triggers of SQLite, which has no routines. https://sqlite.org/schematab.html */
export const objects: SchemaObjects = {
  createIndex: (table, index) => ({
    up: [step(indexSql(quote, table.name, index))],
    down: [step(`DROP INDEX ${quote(index.name)}`)],
  }),

  dropIndex: async (database, table, wanted) => {
    const rows = await database.read({
      sql: `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? COLLATE NOCASE`,
      params: [table],
    })
    const found = rows.find(([name]) => sameName(String(name), wanted))
    if (found === undefined) throw new AppError('INDEX_NOT_FOUND', { index: wanted })
    const [name, sql] = found
    // Indexes of constraints have no SQL text.
    if (typeof sql !== 'string') throw new AppError('INDEX_FIXED', { index: wanted })
    return { up: [step(`DROP INDEX ${quote(String(name))}`)], down: [step(sql)] }
  },

  // SQLite resolves a view at its first read, so the transaction reads it before the commit.
  createView: (name, query) => ({
    up: [step(viewSql(quote, name, query)), readable(name)],
    down: [step(`DROP VIEW ${quote(name)}`)],
  }),

  replaceView: async (database, name, query) => {
    const { sql, triggers } = await viewText(database, name)
    const again = triggers.map(step)
    return {
      up: [step(`DROP VIEW ${quote(name)}`), step(viewSql(quote, name, query)), readable(name), ...again],
      down: [step(`DROP VIEW ${quote(name)}`), step(sql), ...again],
    }
  },

  dropView: async (database, name) => {
    const { sql, triggers } = await viewText(database, name)
    return { up: [step(`DROP VIEW ${quote(name)}`)], down: [step(sql), ...triggers.map(step)] }
  },

  viewDefinition: async (database, name) => (await findView(database, name))?.sql,

  viewCheck: emptyViewCheck,

  listTriggers: async (database, table) => {
    const rows = await database.read({
      sql: `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE ORDER BY name`,
      params: [table],
    })
    return rows.map(([name, sql]) => triggerFacts(String(name), String(sql)))
  },

  listChecks: async (database, table) => checksOf((await readTableObjects(database, table)).sql),

  createCheck: async (database, table, check) => {
    const planned = await planFor(database, table)
    planned.addCheck(check)
    return planned.plan()
  },

  dropCheck: async (database, table, check) => {
    const planned = await planFor(database, table)
    planned.dropCheck(check)
    return planned.plan()
  },

  listRoutines: () => Promise.resolve([]),

  createTrigger: (_table, { name, rest }) => ({
    up: [step(`CREATE TRIGGER ${quote(name)}${rest}`)],
    down: [step(`DROP TRIGGER ${quote(name)}`)],
  }),

  dropTrigger: async (database, table, wanted) => {
    const found = (await objects.listTriggers(database, table)).find(({ name }) => sameName(name, wanted))
    if (found === undefined) throw new AppError('TRIGGER_NOT_FOUND', { trigger: wanted })
    return { up: [step(`DROP TRIGGER ${quote(found.name)}`)], down: [step(found.statement)] }
  },
}

const readable = (name: string): Step => ({
  sql: `SELECT * FROM ${quote(name)} WHERE 1 = 0`,
  params: [],
  returns: true,
  expectRows: 0,
})

async function findView(
  database: Database,
  wanted: string,
): Promise<{ readonly sql: string; readonly triggers: readonly string[] } | undefined> {
  const rows = await database.read({
    sql: `SELECT type, sql FROM sqlite_schema WHERE type IN ('view', 'trigger') AND tbl_name = ? COLLATE NOCASE`,
    params: [wanted],
  })
  const view = rows.find(([type]) => type === 'view')
  if (view === undefined) return undefined
  return { sql: String(view[1]), triggers: rows.filter(([type]) => type === 'trigger').map(([, sql]) => String(sql)) }
}

async function viewText(database: Database, name: string): Promise<{ sql: string; triggers: readonly string[] }> {
  const found = await findView(database, name)
  if (found === undefined) throw new AppError('TABLE_NOT_FOUND', { table: name })
  return found
}

/** Parses `CREATE TRIGGER name BEFORE UPDATE OF a ON t`: the words between the name and ON. */
function triggerFacts(name: string, statement: string): TriggerFacts {
  const tokens = tokensOf(statement)
  const words = tokens.filter(({ kind }) => kind === 'word').map(({ value }) => value)
  const timing = words.find((word) => ['BEFORE', 'AFTER', 'INSTEAD'].includes(word)) ?? 'BEFORE'
  const event = words.find((word) => ['INSERT', 'UPDATE', 'DELETE'].includes(word)) ?? ''
  return { name, timing: timing === 'INSTEAD' ? 'INSTEAD OF' : timing, event, statement }
}
