import type { StoredValue } from '@common/columns/column-type'
import type { Step } from '@main/db/database'

/** What a column of the meta store holds. `?` marks those that may be null. Flags are whole numbers 0 and 1. */
export type MetaKind = 'text' | 'text?' | 'integer' | 'integer?' | 'number' | 'number?'

type ValueOf<K extends MetaKind> = K extends 'text'
  ? string
  : K extends 'text?'
    ? string | null
    : K extends 'integer' | 'number'
      ? number
      : number | null

export type MetaColumns = Readonly<Record<string, MetaKind>>

/** A table of the meta store as the code sees it: what is read and written is typed by this. */
export interface MetaTable<C extends MetaColumns = MetaColumns> {
  readonly name: string
  readonly columns: C
}

export type MetaRow<T extends MetaTable> = { -readonly [N in keyof T['columns']]: ValueOf<T['columns'][N]> }

type NullableName<C extends MetaColumns> = { [N in keyof C]: null extends ValueOf<C[N]> ? N : never }[keyof C]

/** A row to insert: columns that may be null may be left out. */
export type NewMetaRow<T extends MetaTable> = Omit<MetaRow<T>, NullableName<T['columns']>> & {
  [N in NullableName<T['columns']>]?: ValueOf<T['columns'][N]>
}

export function metaTable<const C extends MetaColumns>(name: string, columns: C): MetaTable<C> {
  return { name, columns }
}

/** Adds a row. */
export function insertInto<T extends MetaTable>(table: T, row: NewMetaRow<T>): Step {
  const entries = given(row)
  const names = entries.map(([name]) => knownColumn(table, name))
  return {
    sql: `INSERT INTO ${table.name} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    params: entries.map(([, value]) => value),
  }
}

/**
 * Adds a row, or changes the one with the same key. `key` names the columns of a unique index.
 * ON CONFLICT is put in other words where an engine has its own (`Dialect.sharedSql`).
 */
export function insertOrUpdate<T extends MetaTable>(
  table: T,
  key: readonly (keyof MetaRow<T>)[],
  row: NewMetaRow<T>,
): Step {
  const insert = insertInto(table, row)
  const keys = key.map(String)
  const sets = Object.keys(row)
    .filter((name) => !keys.includes(name) && row[name as keyof typeof row] !== undefined)
    .map((name) => `${name} = excluded.${name}`)
  const action = sets.length === 0 ? 'NOTHING' : `UPDATE SET ${sets.join(', ')}`
  return { ...insert, sql: `${insert.sql} ON CONFLICT (${keys.join(', ')}) DO ${action}` }
}

/** Changes rows. `where` is SQL of ours with `?` for each of `params`. */
export function updateIn<T extends MetaTable>(
  table: T,
  values: Partial<MetaRow<T>>,
  where: string,
  params: readonly StoredValue[],
  options: Pick<Step, 'expectRows'> = {},
): Step {
  const entries = given(values)
  const sets = entries.map(([name]) => `${knownColumn(table, name)} = ?`)
  return {
    sql: `UPDATE ${table.name} SET ${sets.join(', ')} WHERE ${where}`,
    params: [...entries.map(([, value]) => value), ...params],
    ...options,
  }
}

/** Removes rows. */
export function deleteFrom(table: MetaTable, where: string, params: readonly StoredValue[]): Step {
  return { sql: `DELETE FROM ${table.name} WHERE ${where}`, params }
}

function given(values: Readonly<Record<string, StoredValue | undefined>>): [string, StoredValue][] {
  return Object.entries(values).filter((entry): entry is [string, StoredValue] => entry[1] !== undefined)
}

function knownColumn(table: MetaTable, name: string): string {
  if (!Object.hasOwn(table.columns, name)) throw new Error(`The meta table ${table.name} has no column ${name}`)
  return name
}
