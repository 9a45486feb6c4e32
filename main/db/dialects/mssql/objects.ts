import { AppError } from '@common/errors'
import type { Database } from '@main/db/database'
import {
  checksByAlter,
  indexSql,
  viewSql,
  withoutOuterBrackets,
  type RoutineKind,
  type SchemaObjects,
} from '@main/db/schema-objects'
import type { Step } from '@main/db/statement'
import { quote } from './literals'
import { routines } from './routines'

const step = (sql: string): Step => ({ sql, params: [] })
const objectId = "OBJECT_ID(QUOTENAME(SCHEMA_NAME()) + '.' + QUOTENAME(@p1))"

/** Indexes, views, triggers and routines of SQL Server. */
export const objects: SchemaObjects = {
  createIndex: (table, index) => ({
    up: [step(indexSql(quote, table.name, index))],
    down: [step(`DROP INDEX ${quote(index.name)} ON ${quote(table.name)}`)],
  }),

  dropIndex: async (database, table, wanted) => {
    const rows = await database.read({
      sql: `SELECT i.name, i.is_unique, CASE WHEN i.is_primary_key = 1 OR i.is_unique_constraint = 1 THEN 1 ELSE 0 END, c.name,
              x.is_included_column, i.filter_definition, x.is_descending_key
            FROM sys.indexes AS i
            JOIN sys.index_columns AS x ON x.object_id = i.object_id AND x.index_id = i.index_id
            JOIN sys.columns AS c ON c.object_id = x.object_id AND c.column_id = x.column_id
            WHERE i.object_id = ${objectId} AND i.name = @p2 ORDER BY x.is_included_column, x.key_ordinal`,
      params: [table, wanted],
    })
    const [first] = rows
    if (first === undefined) throw new AppError('INDEX_NOT_FOUND', { index: wanted })
    if (Number(first[2]) === 1) throw new AppError('INDEX_FIXED', { index: wanted })
    const [name, unique, , , , filter] = first
    const columns = rows
      .filter((row) => row[4] !== true)
      .map((row) => quote(String(row[3])) + (row[6] === true ? ' DESC' : ''))
    const included = rows.filter((row) => row[4] === true).map((row) => quote(String(row[3])))
    const again =
      `CREATE ${unique === true ? 'UNIQUE ' : ''}INDEX ${quote(String(name))} ON ${quote(table)} (${columns.join(', ')})` +
      (included.length === 0 ? '' : ` INCLUDE (${included.join(', ')})`) +
      (typeof filter === 'string' ? ` WHERE ${filter}` : '')
    return { up: [step(`DROP INDEX ${quote(String(name))} ON ${quote(table)}`)], down: [step(again)] }
  },

  createView: (name, query) => ({
    up: [step(viewSql(quote, name, query))],
    down: [step(`DROP VIEW ${quote(name)}`)],
  }),

  replaceView: async (database, name, query) => ({
    up: [step(viewSql(quote, name, query).replace(/^CREATE /, 'CREATE OR ALTER '))],
    down: [step((await definitionOf(database, name)).replace(/^\s*CREATE\s+(?!OR\b)/i, 'CREATE OR ALTER '))],
  }),

  dropView: async (database, name) => ({
    up: [step(`DROP VIEW ${quote(name)}`)],
    down: [step(await definitionOf(database, name))],
  }),

  viewDefinition: findDefinition,

  // A query with WITH can't be a subquery here, so creating the view checks it.
  viewCheck: () => undefined,

  listTriggers: async (database, table) => {
    const rows = await database.read({
      sql: `SELECT t.name, t.is_instead_of_trigger, m.definition,
              (SELECT STRING_AGG(e.type_desc, ', ') WITHIN GROUP (ORDER BY e.type) FROM sys.trigger_events AS e WHERE e.object_id = t.object_id)
            FROM sys.triggers AS t JOIN sys.sql_modules AS m ON m.object_id = t.object_id
            WHERE t.parent_id = ${objectId} ORDER BY t.name`,
      params: [table],
    })
    return rows.map(([name, insteadOf, statement, event]) => ({
      name: String(name),
      timing: insteadOf === true ? 'INSTEAD OF' : 'AFTER',
      event: String(event ?? ''),
      statement: String(statement),
    }))
  },

  listChecks: async (database, table) => {
    const rows = await database.read({
      sql: `SELECT k.name, k.definition FROM sys.check_constraints AS k WHERE k.parent_object_id = ${objectId} ORDER BY k.name`,
      params: [table],
    })
    return rows.map(([name, text]) => ({ name: String(name), condition: withoutOuterBrackets(String(text)) }))
  },
  ...checksByAlter(quote),

  listRoutines: async (database, kind) => {
    const rows = await database.read({
      sql: `SELECT o.name FROM sys.objects AS o WHERE o.schema_id = SCHEMA_ID() AND o.is_ms_shipped = 0 AND o.type IN (${types[kind]}) ORDER BY o.name`,
      params: [],
    })
    return rows.map(([name]) => String(name))
  },

  createTrigger: (_table, { name, rest }) => ({
    up: [step(`CREATE TRIGGER ${quote(name)}${rest}`)],
    down: [step(`DROP TRIGGER ${quote(name)}`)],
  }),

  dropTrigger: async (database, table, wanted) => {
    const found = (await objects.listTriggers(database, table)).find(({ name }) => name === wanted)
    if (found === undefined) throw new AppError('TRIGGER_NOT_FOUND', { trigger: wanted })
    return { up: [step(`DROP TRIGGER ${quote(wanted)}`)], down: [step(found.statement)] }
  },

  routines,
}

const types: Readonly<Record<RoutineKind, string>> = {
  // Aggregates (AF) take rows, which a call can't provide.
  function: `'FN', 'IF', 'TF', 'FS', 'FT'`,
  procedure: `'P', 'PC'`,
  sequence: `'SO'`,
}

async function findDefinition(database: Database, name: string): Promise<string | undefined> {
  const [row] = await database.read({
    sql: `SELECT m.definition FROM sys.views AS v JOIN sys.sql_modules AS m ON m.object_id = v.object_id WHERE v.object_id = ${objectId}`,
    params: [name],
  })
  return row === undefined ? undefined : String(row[0])
}

/** @throws AppError TABLE_NOT_FOUND */
async function definitionOf(database: Database, name: string): Promise<string> {
  const found = await findDefinition(database, name)
  if (found === undefined) throw new AppError('TABLE_NOT_FOUND', { table: name })
  return found
}
