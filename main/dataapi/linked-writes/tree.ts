import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import type { Database } from '@main/db/database'
import { message } from '@common/messages'
import { columnNamed, writeIndex, type TableIndex } from '../plan/columns'
import { compileByKey, compileCount } from '../compile/read'
import { valuesOf } from '../nested/linked-rows'
import { linkEnds, linksOf, type LinkColumn, type LinkEnds, type TableNamed } from '../nested/ends'
import { keyFromRow } from '../parse/row-key'
import { requireWritableColumns, requireWritableLink } from '../rows/row-rule'
import { heldRows } from '../rows/write-call'
import { fieldProblem, objectOf, readChanges, readNewRow, rowInvalid } from '../rows/row-input'
import type { Given, MadeRow, WriteBatch } from './batch'

/** Maximum number of nested rows in a body. */
export const nestedRowsMax = 1_000

/** A row of the tree: existing, or created by an earlier step. */
export type TreeRow = { readonly made: MadeRow } | { readonly key: readonly string[]; readonly index: TableIndex }

/** Context for parsing a body with nested rows. */
export interface TreeScope {
  readonly database: Database
  readonly tableNamed: TableNamed
  readonly signal: AbortSignal
  readonly now: Date
}

/**
 * Converts a row with linked rows into writes: parents, then the row, then children and pairs. A linked row with an
 * existing key is linked, and updated if it has further values; others are created. Nothing is unlinked.
 */
export class TreePlanner {
  private rows = 0

  constructor(
    private readonly scope: TreeScope,
    private readonly batch: WriteBatch,
  ) {}

  /** @throws AppError ROW_INVALID, INPUT_INVALID, ROWS_TOO_MANY */
  async create(
    index: TableIndex,
    body: unknown,
    linking: ReadonlyMap<Column, Given> = new Map(),
    path = '',
  ): Promise<MadeRow> {
    this.count(index)
    const { own, links } = await this.parts(index, body, path)
    const given = new Map([...linking, ...(await this.parents(links, path))])
    const place = { now: this.scope.now, given: new Set(given.keys()) }
    const { values } = within(path, () => {
      requireWritableColumns(writeIndex(index), given.keys())
      return readNewRow(writeIndex(index), own, place)
    })
    const made = this.batch.insert(index, new Map<Column, Given>([...values, ...given]), path)
    await this.children({ made }, new Map(), links, path)
    return made
  }

  /** @param key  of an existing row */
  async update(
    index: TableIndex,
    key: readonly string[],
    body: unknown,
    linking: ReadonlyMap<Column, Given> = new Map(),
    path = '',
  ): Promise<void> {
    this.count(index)
    const { own, links } = await this.parts(index, body, path)
    const given = new Map([...linking, ...(await this.parents(links, path))])
    const values = new Map<Column, Given>(saysMore(index, own, given) ? await this.changes(index, key, own, path) : [])
    for (const [column, value] of given) values.set(column, value)
    if (values.size > 0) this.batch.update(index, key, values, path)
    await this.children({ key, index }, values, links, path)
  }

  /** Links two rows, new or existing. Returns false if they are already linked. */
  async pair(ends: LinkEnds, row: TreeRow, other: TreeRow, path: string): Promise<boolean> {
    const { through } = ends
    if (!through) throw new Error('Only a many-to-many has pairs')
    const { create, visitor } = through.index.table.sight
    if (!create && !visitor) throw new AppError('NOT_ALLOWED')
    const sides = [
      { columns: through.from, values: await this.valuesIn(row, ends.from) },
      { columns: through.to, values: await this.valuesIn(other, ends.to) },
    ]
    const values = new Map<Column, Given>(
      sides.flatMap((side) => side.columns.map((column, at): [Column, Given] => [column, side.values[at] ?? null])),
    )
    if ('key' in row && 'key' in other && (await this.isPaired(through.index, values))) return false
    this.batch.insert(through.index, values, path)
    return true
  }

  /** Returns the existing row that an object identifies by key, or creates it. */
  async row(index: TableIndex, body: unknown, path: string, linking?: ReadonlyMap<Column, Given>): Promise<TreeRow> {
    const object = within(path, () => objectOf(body))
    const key = hasKey(index, object) ? within(path, () => keyFromRow(index, object)) : undefined
    if (key === undefined) return { made: await this.create(index, object, linking, path) }
    if (await this.isThere(index, key)) {
      await this.update(index, key, object, linking, path)
      return { key, index }
    }
    // Callers can't invent generated keys.
    if (index.key.some(({ autoIncrement }) => autoIncrement)) throw new AppError('ROW_NOT_FOUND', { path })
    return { made: await this.create(index, object, linking, path) }
  }

  private async changes(
    index: TableIndex,
    key: readonly string[],
    own: Readonly<Record<string, unknown>>,
    path: string,
  ): Promise<ReadonlyMap<Column, StoredValue>> {
    const whole = writeIndex(index)
    const [held] = (await heldRows(this.scope.database, whole, [key], this.scope.signal)).values()
    return within(path, () => {
      const { values, unchanged } = readChanges(whole, own, key, { now: this.scope.now }, held)
      if (unchanged.length > 0) throw rowInvalid(unchanged.map(fieldProblem), {})
      return values
    })
  }

  /** Returns the foreign key values of the row's parents. */
  private async parents(links: readonly BodyLink[], path: string): Promise<Map<Column, Given>> {
    const given = new Map<Column, Given>()
    for (const { column, ends, value, key } of links) {
      if (column.link.kind !== 'belongsTo') continue
      const place = placeIn(path, key)
      const parent = value === null ? undefined : await this.row(ends.index, value, place)
      const values = parent && (await this.valuesIn(parent, ends.to))
      ends.from.forEach((from, at) => given.set(from, values?.[at] ?? null))
    }
    return given
  }

  private async children(
    row: TreeRow,
    changed: ReadonlyMap<Column, Given>,
    links: readonly BodyLink[],
    path: string,
  ): Promise<void> {
    for (const { column, ends, value, key } of links) {
      if (column.link.kind === 'belongsTo') continue
      const place = placeIn(path, key)
      const list = within(place, () => requireList(value, key))
      const own = await this.valuesIn(row, ends.from, changed)
      const linking = new Map(ends.to.map((to, at): [Column, Given] => [to, own[at] ?? null]))
      const seen = new Set<string>()
      for (const [at, item] of list.entries()) {
        const where = `${place}.${at}`
        if (column.link.kind === 'hasMany') {
          await this.row(ends.index, item, where, linking)
          continue
        }
        const other = await this.row(ends.index, item, where)
        const name = 'key' in other ? JSON.stringify(other.key) : `made ${other.made.step}`
        if (!seen.has(name)) await this.pair(ends, row, other, where)
        seen.add(name)
      }
    }
  }

  private async valuesIn(
    row: TreeRow,
    columns: readonly Column[],
    changed: ReadonlyMap<Column, Given> = new Map(),
  ): Promise<Given[]> {
    if ('made' in row) return columns.map((column) => ({ of: row.made, column }))
    const stored = await valuesOf({ ...this.scope, index: row.index }, row.key, columns)
    return columns.map((column, at) => (changed.has(column) ? (changed.get(column) ?? null) : (stored[at] ?? null)))
  }

  private async isThere(index: TableIndex, key: readonly string[]): Promise<boolean> {
    const { sql, params } = compileByKey(this.scope.database.dialect, index, key)
    const rows = await this.scope.database.read({ sql, params }, { signal: this.scope.signal, lane: 'short' })
    return rows.length > 0
  }

  private async isPaired(index: TableIndex, values: ReadonlyMap<Column, Given>): Promise<boolean> {
    const filters = [...values].map(([{ title }, value]) => ({
      kind: 'condition' as const,
      column: title,
      operator: 'eq' as const,
      value: null,
      stored: value as StoredValue,
    }))
    const statement = compileCount(this.scope.database.dialect, index, { kind: 'and', filters }, undefined)
    const [row] = await this.scope.database.read(statement, { signal: this.scope.signal, lane: 'short' })
    return Number(row?.[0] ?? 0) > 0
  }

  /** Separates values of the row from linked rows. */
  private async parts(
    index: TableIndex,
    body: unknown,
    path: string,
  ): Promise<{ readonly own: Readonly<Record<string, unknown>>; readonly links: readonly BodyLink[] }> {
    // A column may be called `__proto__`.
    const own = Object.create(null) as Record<string, unknown>
    const links: BodyLink[] = []
    const object = within(path, () => objectOf(body === undefined ? {} : body))
    for (const [key, value] of Object.entries(object)) {
      if (typeof value !== 'object' || columnNamed(index, key) !== undefined) {
        own[key] = value
        continue
      }
      const column = linksOf(index).find(({ id, title, key: rowKey }) => [id, title, rowKey].includes(key))
      const ends = column && (await linkEnds(index, column.link, this.scope.tableNamed))
      if (column && ends) within(path, () => requireWritableLink(index, column))
      if (column && ends) links.push({ column, ends, value, key })
      else if (index.readOnly.has(key)) own[key] = value
      else within(path, () => refuseUnknown(key))
    }
    return { own, links }
  }

  private count({ table }: TableIndex): void {
    if (!table.sight.create || !table.sight.change || table.sight.visitor) throw new AppError('NOT_ALLOWED')
    if (table.type === 'view') throw new AppError('VIEW_READ_ONLY', { table: table.title })
    this.rows += 1
    if (this.rows > nestedRowsMax) throw new AppError('ROWS_TOO_MANY', { limit: nestedRowsMax })
  }
}

interface BodyLink {
  readonly column: LinkColumn
  readonly ends: LinkEnds
  readonly value: unknown
  /** As in the body. */
  readonly key: string
}

const placeIn = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)

function refuseUnknown(key: string): never {
  throw rowInvalid([{ column: key.slice(0, 200), problem: 'unknownColumn' }], {})
}

function requireList(value: unknown, field: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw new AppError('INPUT_INVALID', {
    problems: [message('inputProblems.wrongType', { field, expected: message('errorWords.list') })],
  })
}

function hasKey(index: TableIndex, object: Readonly<Record<string, unknown>>): boolean {
  const given = new Set(
    Object.entries(object).flatMap(([name, value]) => (value === null ? [] : (columnNamed(index, name) ?? []))),
  )
  return index.key.length > 0 && index.key.every((column) => given.has(column))
}

/** True if a row has values beyond its key and its link. */
function saysMore(
  index: TableIndex,
  own: Readonly<Record<string, unknown>>,
  given: ReadonlyMap<Column, Given>,
): boolean {
  return Object.keys(own).some((name) => {
    const column = columnNamed(index, name)
    return column === undefined || !(index.key.includes(column) || given.has(column))
  })
}

/** Adds the position in the body to errors. */
function within<T>(path: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof AppError && path !== '')
      throw new AppError(error.code, { ...error.details, path }, { cause: error })
    throw error
  }
}
