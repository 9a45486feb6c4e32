import { AppError } from '@common/errors'
import type { Database } from '@main/db/database'
import {
  checksByAlter,
  emptyViewCheck,
  indexSql,
  viewSql,
  withoutOuterBrackets,
  type RoutineKind,
  type SchemaObjects,
} from '@main/db/schema-objects'
import type { Step } from '@main/db/statement'
import { schemaOid } from './introspect'
import { quote } from './literals'
import { isSeveral, routines } from './routines'
import { readTableFacts } from './table-facts'

const step = (sql: string): Step => ({ sql, params: [] })

/** Indexes, views, triggers and routines of PostgreSQL. https://www.postgresql.org/docs/current/catalogs.html */
export const objects: SchemaObjects = {
  createIndex: (table, index) => ({
    up: [step(indexSql(quote, table.name, index))],
    down: [step(`DROP INDEX ${quote(index.name)}`)],
  }),

  dropIndex: async (database, table, wanted) => {
    const { indexes } = await readTableFacts(database, table)
    const found = indexes.find(({ name }) => name === wanted)
    if (found === undefined) throw new AppError('INDEX_NOT_FOUND', { index: wanted })
    if (found.constraint !== null || found.needed) throw new AppError('INDEX_FIXED', { index: wanted })
    return { up: [step(`DROP INDEX ${quote(wanted)}`)], down: [step(found.definition)] }
  },

  createView: (name, query) => ({
    up: [step(viewSql(quote, name, query))],
    down: [step(`DROP VIEW ${quote(name)}`)],
  }),

  replaceView: async (database, name, query) => {
    const before = await definitionOf(database, name)
    const drop = step(`DROP VIEW ${quote(name)}`)
    return { up: [drop, step(viewSql(quote, name, query))], down: [drop, step(before)] }
  },

  dropView: async (database, name) => ({
    up: [step(`DROP VIEW ${quote(name)}`)],
    down: [step(await definitionOf(database, name))],
  }),

  viewDefinition: findDefinition,

  viewCheck: emptyViewCheck,

  listTriggers: async (database, table) => {
    const rows = await database.read({
      sql: `SELECT t.tgname, t.tgtype::integer, pg_catalog.pg_get_triggerdef(t.oid)
            FROM pg_catalog.pg_trigger AS t JOIN pg_catalog.pg_class AS c ON c.oid = t.tgrelid
            WHERE c.relnamespace = ${schemaOid} AND c.relname = $1 AND NOT t.tgisinternal ORDER BY t.tgname`,
      params: [table],
    })
    return rows.map(([name, type, statement]) => ({
      name: String(name),
      ...kindOfTrigger(Number(type)),
      statement: String(statement),
    }))
  },

  listChecks: async (database, table) => {
    const { constraints } = await readTableFacts(database, table)
    return constraints
      .filter(({ type }) => type === 'c')
      .map(({ name, definition }) => ({
        name,
        condition: withoutOuterBrackets(definition.replace(/^CHECK /, '').replace(/ NOT VALID$/, '')),
      }))
  },
  ...checksByAlter(quote),

  listRoutines: async (database, kind) => {
    const rows = await database.read({ sql: routineSql[kind], params: [] })
    return rows.map(([name]) => String(name))
  },

  createTrigger: (table, { name, isQuoted, rest }) => {
    const own = quote(isQuoted ? name : routines.fold(name))
    return {
      up: [step(`CREATE TRIGGER ${own}${rest}`)],
      down: [step(`DROP TRIGGER ${own} ON ${quote(table)}`)],
    }
  },

  dropTrigger: async (database, table, name) => {
    const found = (await objects.listTriggers(database, table)).find((trigger) => trigger.name === name)
    if (found === undefined) throw new AppError('TRIGGER_NOT_FOUND', { trigger: name })
    return { up: [step(`DROP TRIGGER ${quote(name)} ON ${quote(table)}`)], down: [step(found.statement)] }
  },

  isSeveral,
  routines,
}

/** Excludes objects of extensions. */
const notOfExtension = (table: string, oid: string): string =>
  `NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend AS x WHERE x.classid = '${table}'::regclass AND x.objid = ${oid} AND x.deptype IN ('e', 'i'))`

const routinesOf = (kinds: string): string =>
  `SELECT DISTINCT p.proname FROM pg_catalog.pg_proc AS p
   WHERE p.pronamespace = ${schemaOid} AND p.prokind IN (${kinds}) AND ${notOfExtension('pg_catalog.pg_proc', 'p.oid')}
   ORDER BY p.proname`

const routineSql: Readonly<Record<RoutineKind, string>> = {
  function: routinesOf(`'f', 'a', 'w'`),
  procedure: routinesOf(`'p'`),
  // Sequences of identity columns belong to their column.
  sequence: `SELECT c.relname FROM pg_catalog.pg_class AS c
    WHERE c.relnamespace = ${schemaOid} AND c.relkind = 'S' AND ${notOfExtension('pg_catalog.pg_class', 'c.oid')}
    ORDER BY c.relname`,
}

/** https://www.postgresql.org/docs/current/catalog-pg-trigger.html; bits as in trigger.h. */
function kindOfTrigger(type: number): { timing: string; event: string } {
  const events = [
    [4, 'INSERT'],
    [16, 'UPDATE'],
    [8, 'DELETE'],
    [32, 'TRUNCATE'],
  ] as const
  return {
    timing: (type & 64) !== 0 ? 'INSTEAD OF' : (type & 2) !== 0 ? 'BEFORE' : 'AFTER',
    event: events.flatMap(([bit, name]) => ((type & bit) === 0 ? [] : [name])).join(', '),
  }
}

async function findDefinition(database: Database, name: string): Promise<string | undefined> {
  const [row] = await database.read({
    sql: `SELECT pg_catalog.pg_get_viewdef(c.oid), (
            SELECT pg_catalog.json_agg(a.attname ORDER BY a.attnum) FROM pg_catalog.pg_attribute AS a
            WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)::text
          FROM pg_catalog.pg_class AS c WHERE c.relnamespace = ${schemaOid} AND c.relname = $1 AND c.relkind = 'v'`,
    params: [name],
  })
  if (row === undefined) return undefined
  const columns = JSON.parse(String(row[1])) as string[]
  return `CREATE VIEW ${quote(name)} (${columns.map(quote).join(', ')}) AS${String(row[0]).trimEnd().replace(/;$/, '').replace(/^/, '\n')}`
}

/** @throws AppError TABLE_NOT_FOUND */
async function definitionOf(database: Database, name: string): Promise<string> {
  const found = await findDefinition(database, name)
  if (found === undefined) throw new AppError('TABLE_NOT_FOUND', { table: name })
  return found
}
