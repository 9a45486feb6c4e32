import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import type { Filter } from '@common/query/tree'
import { findNamed } from '@common/wire/named'
import { tableSource } from '../compile/filter'
import { compileCount, compileList, withPage } from '../compile/read'
import { linkEnds, linksOf, requireLink, type LinkColumn, type LinkEnds } from './ends'
import { planList } from '../plan/plan'
import type { Reads } from '../run/reads'
import { linkedTo } from '../plan/related'
import { boundKey, keyFilter, requireKey } from '../parse/row-key'
import { SqlText } from '../compile/sql-text'
import type { ReadCall } from '../run/read-call'

type QueryText = Iterable<readonly [string, string]>
type Json = Promise<Uint8Array | string>

/** The rows linked to one row (wire §9.1): children, the parent, or those of a many-to-many link. */
export interface LinkedRowsCall {
  readonly read: ReadCall
  readonly key: readonly string[]
  readonly column: LinkColumn
  readonly ends: LinkEnds
  /** A read of the related table, restricted to linked rows. */
  readonly linked: ReadCall
}

export interface LinkedRows {
  /** @throws AppError RELATION_NOT_FOUND, TABLE_WITHOUT_KEY */
  readonly find: (read: ReadCall, key: readonly string[], name: string) => Promise<LinkedRowsCall>
  readonly list: (call: LinkedRowsCall, query: QueryText) => Json
  readonly findOne: (call: LinkedRowsCall, query: QueryText) => Json
  readonly count: (call: LinkedRowsCall, query: QueryText) => Promise<Uint8Array>
  /** Returns a list of at most one row, with database column names (wire §9.1). */
  readonly read: (call: LinkedRowsCall, linkedKey: readonly string[]) => Json
  readonly exists: (call: LinkedRowsCall, linkedKey: readonly string[]) => Promise<boolean>
  /** Lists and counts the rows of a many-to-many's other table that aren't linked to this row (wire §9.1). */
  readonly notLinked: (read: ReadCall, association: string, key: readonly string[], query: QueryText) => Promise<string>
}

export function createLinkedRows(reads: Reads): LinkedRows {
  return {
    async find(read, key, name) {
      requireKey(read.index)
      const { column, ends } = await requireLink(read.index, name, read.tableNamed)
      const linked = { ...read, index: ends.index, within: linkedTo(read.index, ends, key) }
      return { read, key, column, ends, linked }
    },
    list: ({ linked }, query) => reads.list(linked, plainQuery(query)),
    findOne: ({ linked }, query) => reads.findOne(linked, plainQuery(query)),
    count: ({ linked }, query) => reads.count(linked, query),

    async read({ linked }, linkedKey) {
      const { database, index, signal } = linked
      const filter = bothOf(linked, linkedKey)
      const page = { limit: 1, offset: 0 }
      const plan = planList(index, { filter, sort: [], page }, database.dialect.comparison)
      const compiled = compileList(database.dialect, plan)
      return database.readJson(
        withPage(compiled, page),
        { keys: index.table.columns.map(({ name }) => name) },
        { signal },
      )
    },

    async exists({ linked }, linkedKey) {
      const { database, index, signal } = linked
      const statement = compileCount(database.dialect, index, bothOf(linked, linkedKey), undefined)
      const [row] = await database.read(statement, { signal })
      return Number(row?.[0] ?? 0) > 0
    },

    async notLinked(read, association, key, query) {
      const { index } = read
      requireKey(index)
      const ends = await endsThrough(read, association)
      if (!ends)
        throw new AppError('RELATION_NOT_FOUND', { child: index.table.title, parent: association.slice(0, 200) })
      // Through a link, a principal sees linked rows only.
      if (!ends.index.table.sight.read) throw new AppError('NOT_ALLOWED')
      const within: Filter = { kind: 'not', filter: linkedTo(index, ends, key) }
      const parameters = [...query]
      const [list, count] = await Promise.all([
        reads.list({ ...read, index: ends.index, within }, plainQuery(parameters)),
        reads.count({ ...read, index: ends.index, within }, parameters),
      ])
      return `{"list":${textOf(list)},"info":${textOf(count)}}`
    },
  }
}

const utf8 = new TextDecoder()
const textOf = (json: Uint8Array | string): string => (typeof json === 'string' ? json : utf8.decode(json))

/** Finds the many-to-many link over a junction table, by its name or title. */
async function endsThrough({ index, tableNamed }: ReadCall, association: string): Promise<LinkEnds | undefined> {
  const links = linksOf(index).filter(({ link }) => link.through !== undefined)
  const all = await Promise.all(links.map(({ link }) => linkEnds(index, link, tableNamed)))
  const through = all.flatMap((ends) =>
    ends?.through === undefined ? [] : [{ ends, table: ends.through.index.table }],
  )
  // A table linked to itself has two links over one junction table: the first one wins.
  const tables = new Map(through.toReversed().map((each) => [each.table.name, each]))
  return findNamed(tables.values(), association, ({ table }) => table)?.ends
}

/** Linked rows contain no further linked rows unless requested. */
export function plainQuery(query: QueryText): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const [name, value] of query) parameters.append(name, value)
  for (const name of ['hm', 'bt', 'mm']) if (!parameters.has(name)) parameters.set(name, '')
  return parameters
}

function bothOf({ index, within }: ReadCall, key: readonly string[]): Filter {
  return { kind: 'and', filters: [...(within ? [within] : []), keyFilter(index, key)] }
}

/**
 * Returns values of some columns of a row.
 * @throws AppError ROW_NOT_FOUND
 */
export async function valuesOf(
  { database, index, signal }: Pick<ReadCall, 'database' | 'index' | 'signal'>,
  key: readonly string[],
  columns: readonly Column[],
): Promise<StoredValue[]> {
  const sql = new SqlText(database.dialect)
  const names = columns.map((column) => sql.name(column)).join(', ')
  const { params, sql: text } = sql.statement(
    `SELECT ${names} FROM ${tableSource(sql, index)} WHERE ${boundKey(sql, index, key)}`,
  )
  const [row] = await database.read({ sql: text, params }, { signal, lane: 'short' })
  if (!row) throw new AppError('ROW_NOT_FOUND')
  return row
}
