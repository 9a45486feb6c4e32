import type { Index, Table } from '@common/model'
import type { Database } from './database'
import type { SchemaPlan } from './dialect'

/** The objects of a schema beside its tables, as one kind of database has them. */
export interface SchemaObjects {
  /** @param table  the columns of the index are among its own */
  readonly createIndex: (table: Table, index: Index) => SchemaPlan
  /** @throws AppError INDEX_NOT_FOUND; INDEX_FIXED when a key or another rule of the table is made of it */
  readonly dropIndex: (database: Database, table: string, index: string) => Promise<SchemaPlan>
  readonly createView: (name: string, query: ViewQuery) => SchemaPlan
  /** @throws AppError TABLE_NOT_FOUND */
  readonly replaceView: (database: Database, name: string, query: ViewQuery) => Promise<SchemaPlan>
  /** @throws AppError TABLE_NOT_FOUND */
  readonly dropView: (database: Database, name: string) => Promise<SchemaPlan>
  /** The statement that makes the view; undefined when there is none of this name. */
  readonly viewDefinition: (database: Database, name: string) => Promise<string | undefined>
  /** A statement that fails when a query cannot be a view's, without running it; undefined where only making it tells. */
  readonly viewCheck: (query: ViewQuery) => string | undefined
  readonly listTriggers: (database: Database, table: string) => Promise<readonly TriggerFacts[]>
  /** Rules that every row of a table keeps to; those that have a name of their own can be deleted. */
  readonly listChecks: (database: Database, table: string) => Promise<readonly CheckFacts[]>
  readonly createCheck: (database: Database, table: string, check: CheckFacts) => Promise<SchemaPlan>
  /** @param check  one of `listChecks` */
  readonly dropCheck: (database: Database, table: string, check: CheckFacts) => Promise<SchemaPlan>
  /** Names, without those that belong to an extension or to the engine. */
  readonly listRoutines: (database: Database, kind: RoutineKind) => Promise<readonly string[]>
}

/** What a view selects: SQL of the owner of the database, one statement, checked by `parseView`. */
export interface ViewQuery {
  /** Names of its columns where they are given. */
  readonly columns: readonly string[]
  readonly select: string
}

/** A CHECK constraint. */
export interface CheckFacts {
  /** Empty where nobody gave it one. */
  readonly name: string
  /** SQL of the owner of the database; one that is new was checked by `parseCondition`. */
  readonly condition: string
}

export interface TriggerFacts {
  readonly name: string
  /** BEFORE, AFTER, INSTEAD OF. */
  readonly timing: string
  /** INSERT, UPDATE, DELETE; several with a comma. */
  readonly event: string
  readonly statement: string
}

export const routineKinds = ['function', 'procedure', 'sequence'] as const
export type RoutineKind = (typeof routineKinds)[number]

/** The statement that makes a view of a query that was checked. The line end closes a comment at its end. */
export function viewSql(quote: (name: string) => string, name: string, { columns, select }: ViewQuery): string {
  const list = columns.length === 0 ? '' : ` (${columns.map(quote).join(', ')})`
  return `CREATE VIEW ${quote(name)}${list} AS ${select}\n`
}

/** A query in brackets, asked for no row. */
export function emptyViewCheck({ select }: ViewQuery): string {
  return `SELECT * FROM (${select}\n) AS basalt_view WHERE 1 = 0`
}

/** CREATE INDEX of whole columns. */
export function indexSql(
  quote: (name: string) => string,
  table: string,
  { name, unique, columns }: Index,
  columnOf: (column: string) => string = quote,
): string {
  return `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${quote(name)} ON ${quote(table)} (${columns.map(columnOf).join(', ')})`
}

/** Rules made and deleted by ALTER TABLE, which the standard has and most engines know. */
export function checksByAlter(quote: (name: string) => string): Pick<SchemaObjects, 'createCheck' | 'dropCheck'> {
  const plan = (table: string, { name, condition }: CheckFacts): SchemaPlan => ({
    up: [{ sql: `ALTER TABLE ${quote(table)} ADD CONSTRAINT ${quote(name)} CHECK (${condition})`, params: [] }],
    down: [{ sql: `ALTER TABLE ${quote(table)} DROP CONSTRAINT ${quote(name)}`, params: [] }],
  })
  return {
    createCheck: (_database, table, check) => Promise.resolve(plan(table, check)),
    dropCheck: (_database, table, check) => {
      const { up, down } = plan(table, check)
      return Promise.resolve({ up: down, down: up })
    },
  }
}

/** `((amount > 0))` without the brackets that stand around all of it. */
export function withoutOuterBrackets(text: string): string {
  const inner = text.trim()
  if (!inner.startsWith('(') || !inner.endsWith(')')) return inner
  let depth = 0
  let quoted = ''
  for (const [at, sign] of [...inner].entries()) {
    if (quoted !== '') quoted = sign === quoted ? '' : quoted
    else if (sign === "'" || sign === '"' || sign === '`') quoted = sign
    else if (sign === '(') depth += 1
    else if (sign === ')') depth -= 1
    if (depth === 0 && at < [...inner].length - 1) return inner
  }
  return withoutOuterBrackets(inner.slice(1, -1))
}
