import type { Index, Table } from '@common/model'
import type { Routine } from '@common/model/routine'
import type { Database } from './database'
import type { SchemaPlan } from './schema-plan'

/** Schema objects other than tables, for one kind of database. */
export interface SchemaObjects {
  /** @param table  contains the columns of the index */
  readonly createIndex: (table: Table, index: Index) => SchemaPlan
  /** @throws AppError INDEX_NOT_FOUND; INDEX_FIXED for an index of a key or constraint */
  readonly dropIndex: (database: Database, table: string, index: string) => Promise<SchemaPlan>
  readonly createView: (name: string, query: ViewQuery) => SchemaPlan
  /** @throws AppError TABLE_NOT_FOUND */
  readonly replaceView: (database: Database, name: string, query: ViewQuery) => Promise<SchemaPlan>
  /** @throws AppError TABLE_NOT_FOUND */
  readonly dropView: (database: Database, name: string) => Promise<SchemaPlan>
  /** Returns the statement of a view; undefined if it doesn't exist. */
  readonly viewDefinition: (database: Database, name: string) => Promise<string | undefined>
  /**
   * Returns a statement that fails for an invalid view query without running it; undefined if only creating the view
   * can tell.
   */
  readonly viewCheck: (query: ViewQuery) => string | undefined
  readonly listTriggers: (database: Database, table: string) => Promise<readonly TriggerFacts[]>
  /** Lists the CHECK rules of a table. Named rules can be deleted. */
  readonly listChecks: (database: Database, table: string) => Promise<readonly CheckFacts[]>
  readonly createCheck: (database: Database, table: string, check: CheckFacts) => Promise<SchemaPlan>
  /** @param check  an entry of `listChecks` */
  readonly dropCheck: (database: Database, table: string, check: CheckFacts) => Promise<SchemaPlan>
  /** Names, without those of extensions and of the engine. */
  readonly listRoutines: (database: Database, kind: RoutineKind) => Promise<readonly string[]>
  readonly createTrigger: (table: string, trigger: CreatedObject) => SchemaPlan
  /** @throws AppError TRIGGER_NOT_FOUND */
  readonly dropTrigger: (database: Database, table: string, name: string) => Promise<SchemaPlan>
  /** True if a text is more than one statement. Absent if the driver or the engine rejects these. */
  readonly isSeveral?: (statement: string) => boolean
  /** Absent if the engine has no routines. */
  readonly routines?: RoutineObjects
}

/** Functions, procedures and sequences of one kind of database. */
export interface RoutineObjects {
  /** Returns the name that an unquoted word means. */
  readonly fold: (word: string) => string
  /** Returns all routines of a name; an empty list without any. */
  readonly read: (database: Database, kind: RoutineKind, name: string) => Promise<readonly Routine[]>
  /** @param name  the folded name */
  readonly create: (kind: RoutineKind, name: string, created: CreatedObject) => SchemaPlan
  readonly replace: (kind: RoutineKind, name: string, created: CreatedObject, before: Routine) => SchemaPlan
  readonly drop: (kind: RoutineKind, name: string, before: Routine) => SchemaPlan
}

/** A CREATE statement of the database owner: its name, and the text after it. */
export interface CreatedObject {
  readonly name: string
  readonly isQuoted: boolean
  readonly rest: string
}

/** The SELECT of a view: a single statement of the database owner, checked by `parseView`. */
export interface ViewQuery {
  /** Explicit column names, if any. */
  readonly columns: readonly string[]
  readonly select: string
}

/** A CHECK constraint. */
export interface CheckFacts {
  /** Empty for an unnamed rule. */
  readonly name: string
  /** SQL of the database owner. New conditions are checked by `parseCondition`. */
  readonly condition: string
}

export interface TriggerFacts {
  readonly name: string
  /** BEFORE, AFTER, INSTEAD OF. */
  readonly timing: string
  /** INSERT, UPDATE, DELETE, separated by commas. */
  readonly event: string
  readonly statement: string
}

export const routineKinds = ['function', 'procedure', 'sequence'] as const
export type RoutineKind = (typeof routineKinds)[number]

/** Returns the statement that creates a view from a checked query. The line break ends a trailing comment. */
export function viewSql(quote: (name: string) => string, name: string, { columns, select }: ViewQuery): string {
  const list = columns.length === 0 ? '' : ` (${columns.map(quote).join(', ')})`
  return `CREATE VIEW ${quote(name)}${list} AS ${select}\n`
}

/** Returns the query as a subquery without rows. */
export function emptyViewCheck({ select }: ViewQuery): string {
  return `SELECT * FROM (${select}\n) AS basalt_view WHERE 1 = 0`
}

/** Returns CREATE INDEX for whole columns. */
export function indexSql(
  quote: (name: string) => string,
  table: string,
  { name, unique, columns }: Index,
  columnOf: (column: string) => string = quote,
): string {
  return `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${quote(name)} ON ${quote(table)} (${columns.map(columnOf).join(', ')})`
}

/** CHECK rules by ALTER TABLE, the standard syntax of most engines. */
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

/** Removes the outer brackets of `((amount > 0))`. */
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
