import type { StoredValue } from '@common/columns/column-type'
import type { Database, Statement, Step, StepResult } from '@main/db/database'
import type { MetaKind, MetaRow, MetaTable } from './meta-table'

/**
 * Accounts, projects and metadata. Repositories of the features speak to it in the SQL that all our databases
 * share, with `?` for every value; the store writes the placeholders of the database at hand.
 */
export interface MetaStore {
  /**
   * True when this process alone writes here, so that what was read may be kept until `version` changes.
   * A store on a database server is shared with other servers: read each time.
   */
  readonly exclusive: boolean
  /** Name of the engine, for facts shown to people. */
  readonly engine: string
  /**
   * Rows of one table as typed objects.
   *
   * @param tail  what follows the table's name: `WHERE id = ? ORDER BY title`
   */
  readonly select: <T extends MetaTable>(
    table: T,
    tail: string,
    params?: readonly StoredValue[],
  ) => Promise<MetaRow<T>[]>
  /** The only row of `select`, or undefined. */
  readonly find: <T extends MetaTable>(
    table: T,
    tail: string,
    params?: readonly StoredValue[],
  ) => Promise<MetaRow<T> | undefined>
  /** Rows of any query as arrays, in the order of the columns selected. */
  readonly read: (sql: string, params?: readonly StoredValue[]) => Promise<StoredValue[][]>
  /** Runs the steps in one transaction, whole or not at all; answers when they are durable. */
  readonly transact: (steps: readonly Step[]) => Promise<StepResult[]>
  /**
   * A number that grows with every write to any of the tables. Take it before reading; what was read may be kept
   * while it stays the same.
   */
  readonly version: (...tables: readonly MetaTable[]) => number
  readonly close: () => Promise<void>
}

/** A meta store over an open database whose migrations have run. */
export function createMetaStore(database: Database, options: { readonly exclusive: boolean }): MetaStore {
  const versions = new Map<string, number>()
  const withPlaceholders = placeholderWriter(database)

  const touch = (steps: readonly Step[]): void => {
    for (const step of steps) {
      const name = writtenTable(step.sql)
      if (name !== undefined) versions.set(name, (versions.get(name) ?? 0) + 1)
    }
  }

  const read = (sql: string, params: readonly StoredValue[] = []): Promise<StoredValue[][]> =>
    database.read({ sql: withPlaceholders(sql), params }, { lane: 'short' })

  const select = async <T extends MetaTable>(
    table: T,
    tail: string,
    params: readonly StoredValue[] = [],
  ): Promise<MetaRow<T>[]> => {
    const names = Object.keys(table.columns)
    const rows = await read(`SELECT ${names.join(', ')} FROM ${table.name} ${tail}`, params)
    return rows.map((row) => rowObject(table, names, row))
  }

  return {
    exclusive: options.exclusive,
    engine: database.dialect.name,
    read,
    select,
    find: async (table, tail, params) => (await select(table, tail, params))[0],
    transact: async (steps) => {
      // Before: what is read from now on may already be old. After: what was read meanwhile may be.
      touch(steps)
      try {
        return await database.transact(
          steps.map((step): Step & Statement => ({ ...step, sql: withPlaceholders(step.sql) })),
        )
      } finally {
        touch(steps)
      }
    },
    version: (...tables) => {
      // Asked several times for each request.
      let sum = 0
      for (const { name } of tables) sum += versions.get(name) ?? 0
      return sum
    },
    close: () => database.close(),
  }
}

/** Statements of ours hold no text in quotes with a question mark: every `?` is a value. */
function placeholderWriter(database: Database): (sql: string) => string {
  const written = new Map<string, string>()
  return (sql) => {
    const known = written.get(sql)
    if (known !== undefined) return known
    let n = 0
    const { placeholder, sharedSql } = database.dialect
    const text = (sharedSql?.(sql) ?? sql).replaceAll('?', () => placeholder(++n))
    // Statements are few and fixed; the limit only guards against one that is built from data by mistake.
    if (written.size < 2_000) written.set(sql, text)
    return text
  }
}

function writtenTable(sql: string): string | undefined {
  return /^\s*(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM)\s+(\w+)/i.exec(sql)?.[1]?.toLowerCase()
}

function rowObject<T extends MetaTable>(table: T, names: readonly string[], row: readonly StoredValue[]): MetaRow<T> {
  const kinds: Readonly<Record<string, MetaKind>> = table.columns
  const entries = names.map((name, at) => [name, valueOf(kinds[name] ?? 'text?', row[at] ?? null)])
  return Object.fromEntries(entries) as MetaRow<T>
}

/** Some drivers hand out large or exact numbers as text or bigint; the meta store has neither. */
function valueOf(kind: MetaKind, value: StoredValue): string | number | null {
  if (value === null) return null
  return kind.startsWith('text') ? String(value) : Number(value)
}
