import { AppError } from '@common/errors'
import type { Index, Table } from '@common/model'
import type { Database } from '@main/db/database'
import {
  checksByAlter,
  emptyViewCheck,
  indexSql,
  viewSql,
  withoutOuterBrackets,
  type RoutineKind,
  type SchemaObjects,
  type ViewQuery,
} from '@main/db/schema-objects'
import type { Step } from '@main/db/statement'
import type { ServerVersion } from './flavour'
import { plainLiterals, quote } from './literals'
import { routinesOf as routineObjectsOf, withoutDefiner } from './routines'
import { readTableState, sameName, type StoredIndex } from './table-state'

const step = (sql: string): Step => ({ sql, params: [] })

/** Prefix length for unlimited texts: the server indexes 3072 bytes, four per character. */
const prefixLength = 191

/** Indexes, views, triggers and routines of MySQL and MariaDB. https://mariadb.com/kb/en/information-schema-tables/ */
export function objectsOf(version: ServerVersion): SchemaObjects {
  return {
    createIndex: (table, index) => ({
      up: [step(createIndexSql(table, index))],
      down: [step(`DROP INDEX ${quote(index.name)} ON ${quote(table.name)}`)],
    }),

    dropIndex: async (database, table, wanted) => {
      const { indexes, native, keys } = await readTableState(database, version, table)
      const found = indexes.find(({ name }) => sameName(name, wanted))
      if (found === undefined) throw new AppError('INDEX_NOT_FOUND', { index: wanted })
      const isNeeded = keys.some((key) => begins(found, key.columns) && !others(indexes, found, key.columns))
      if (found.name === 'PRIMARY' || isNeeded) throw new AppError('INDEX_FIXED', { index: wanted })
      return {
        up: [step(`DROP INDEX ${quote(found.name)} ON ${quote(native.name)}`)],
        down: [step(storedIndexSql(native.name, found))],
      }
    },

    createView: (name, query) => ({
      up: [step(viewSql(quote, name, query))],
      down: [step(`DROP VIEW ${quote(name)}`)],
    }),

    replaceView: async (database, name, query) => ({
      up: [step(replaceSql(name, query))],
      down: [step((await definitionOf(database, name)).replace(/^CREATE /, 'CREATE OR REPLACE '))],
    }),

    dropView: async (database, name) => ({
      up: [step(`DROP VIEW ${quote(name)}`)],
      down: [step(await definitionOf(database, name))],
    }),

    viewDefinition: findDefinition,

    viewCheck: emptyViewCheck,

    listTriggers: async (database, table) => {
      const rows = await database.read({
        sql: `SELECT TRIGGER_NAME, ACTION_TIMING, EVENT_MANIPULATION, ACTION_STATEMENT FROM information_schema.TRIGGERS
              WHERE TRIGGER_SCHEMA = database() AND EVENT_OBJECT_TABLE = ? ORDER BY TRIGGER_NAME`,
        params: [table],
      })
      return rows.map(([name, timing, event, statement]) => ({
        name: String(name),
        timing: String(timing),
        event: String(event),
        statement: String(statement),
      }))
    },

    listChecks: async (database, table) => {
      const { checks } = await readTableState(database, version, table)
      return checks.map(({ name, text }) => ({ name, condition: withoutOuterBrackets(plainLiterals(text)) }))
    },
    ...checksByAlter(quote),

    listRoutines: async (database, kind) => {
      const rows = await database.read({ sql: routineSql[kind], params: [] })
      return rows.map(([name]) => String(name))
    },

    createTrigger: (_table, { name, rest }) => ({
      up: [step(`CREATE TRIGGER ${quote(name)}${rest}`)],
      down: [step(`DROP TRIGGER ${quote(name)}`)],
    }),

    dropTrigger: async (database, table, wanted) => {
      const [found] = await database.read({
        sql: `SELECT TRIGGER_NAME FROM information_schema.TRIGGERS
              WHERE TRIGGER_SCHEMA = database() AND EVENT_OBJECT_TABLE = ? AND TRIGGER_NAME = ?`,
        params: [table, wanted],
      })
      if (found === undefined) throw new AppError('TRIGGER_NOT_FOUND', { trigger: wanted })
      const name = String(found[0])
      const [row] = await database.read({ sql: `SHOW CREATE TRIGGER ${quote(name)}`, params: [] })
      return { up: [step(`DROP TRIGGER ${quote(name)}`)], down: [step(withoutDefiner(String(row?.[2] ?? '')))] }
    },

    routines: routineObjectsOf(version),
  }
}

const routinesOf = (type: string): string =>
  `SELECT ROUTINE_NAME FROM information_schema.ROUTINES
   WHERE ROUTINE_SCHEMA = database() AND ROUTINE_TYPE = '${type}' ORDER BY ROUTINE_NAME`

const routineSql: Readonly<Record<RoutineKind, string>> = {
  function: routinesOf('FUNCTION'),
  procedure: routinesOf('PROCEDURE'),
  // MariaDB only.
  sequence: `SELECT TABLE_NAME FROM information_schema.TABLES
    WHERE TABLE_SCHEMA = database() AND TABLE_TYPE = 'SEQUENCE' ORDER BY TABLE_NAME`,
}

function createIndexSql(table: Table, index: Index): string {
  return indexSql(quote, table.name, index, (name) => {
    const type = table.columns.find((column) => column.name === name)?.nativeType ?? ''
    return /^(tiny|medium|long)?(text|blob)|^json/i.test(type) ? `${quote(name)}(${prefixLength})` : quote(name)
  })
}

function storedIndexSql(table: string, { name, unique, type, parts }: StoredIndex): string {
  const kind = unique ? 'UNIQUE ' : /^(FULLTEXT|SPATIAL)$/.test(type) ? `${type} ` : ''
  const columns = parts.map(
    ({ column, length }) => quote(column ?? '') + (length === null ? '' : `(${String(length)})`),
  )
  return `CREATE ${kind}INDEX ${quote(name)} ON ${quote(table)} (${columns.join(', ')})`
}

const begins = ({ parts }: StoredIndex, columns: readonly string[]): boolean =>
  columns.every((column, at) => sameName(parts[at]?.column ?? '', column))

const others = (indexes: readonly StoredIndex[], but: StoredIndex, columns: readonly string[]): boolean =>
  indexes.some((index) => index !== but && begins(index, columns))

/** Atomic: readers see the old or the new view. */
const replaceSql = (name: string, query: ViewQuery): string =>
  viewSql(quote, name, query).replace(/^CREATE /, 'CREATE OR REPLACE ')

async function findDefinition(database: Database, name: string): Promise<string | undefined> {
  const [found] = await database.read({
    sql: 'SELECT TABLE_NAME FROM information_schema.VIEWS WHERE TABLE_SCHEMA = database() AND TABLE_NAME = ?',
    params: [name],
  })
  if (found === undefined) return undefined
  const [row] = await database.read({ sql: `SHOW CREATE VIEW ${quote(String(found[0]))}`, params: [] })
  // Omits the definer and the execution mode.
  return plainLiterals(String(row?.[1] ?? '')).replace(/^CREATE .*? VIEW /s, 'CREATE VIEW ')
}

/** @throws AppError TABLE_NOT_FOUND */
async function definitionOf(database: Database, name: string): Promise<string> {
  const found = await findDefinition(database, name)
  if (found === undefined) throw new AppError('TABLE_NOT_FOUND', { table: name })
  return found
}
