import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import { message } from '@common/messages'
import type { Column } from '@common/model'
import type { RowChangeToApply } from '@common/model/row-change'
import type { SightedTable } from '@common/principal/sight'
import type { CallContext } from '@main/operations/context'
import type { Database } from '@main/db/database'
import { columnByKey, seenIndex, tableIndex, writeIndex, type TableIndex } from '../plan/columns'
import { keyFromSegment, knownKey, partOf } from '../parse/row-key'
import { ExactValue } from './exact-values'
import { expectedValues, type Expected } from './expected'
import { atRow, eachRow } from './row-lists'
import { readChanges, readNewRow } from './row-input'
import { valueJson } from '../shape/row-json'
import { heldRows, type RowValues } from './write-call'
import { isSameValue } from './same-value'

type Values = Readonly<Record<string, unknown>>

/** A validated change that differs from the stored row. */
export interface PlannedChange {
  /** Its position in the list. */
  readonly at: number
  readonly kind: RowChangeToApply['kind']
  readonly index: TableIndex
  /** Empty for a new row. */
  readonly key: readonly string[]
  /** Its key after the write. */
  readonly newKey: readonly string[]
  /** Values to set, in column order. */
  readonly values: ReadonlyMap<Column, StoredValue>
  /** Guard: values that the row must hold in the writing statement. */
  readonly guard: ReadonlyMap<Column, StoredValue>
}

/** A row that holds other values than the caller's guard. */
export interface ChangeConflict {
  readonly at: number
  readonly rowId: string
  /** The first column that differs, by title; absent if the row is deleted. */
  readonly column?: string
  readonly value?: unknown
}

export interface PlannedChanges {
  /** Changes that have an effect. */
  readonly changes: readonly PlannedChange[]
  readonly conflicts: readonly ChangeConflict[]
  /** Positions of updates whose row is deleted. */
  readonly gone: readonly number[]
}

export interface ChangesCall {
  readonly projectId: string
  readonly database: Database
  readonly table: (nameOrTitle: string) => Promise<SightedTable>
  readonly context: CallContext
  readonly now: Date
}

interface ReadChange {
  readonly at: number
  readonly change: RowChangeToApply
  readonly index: TableIndex
  readonly key: readonly string[]
}

/**
 * Validates changes against their tables and the current rows.
 *
 * @throws AppError INPUT_INVALID if a row is in the list twice; ROW_INVALID, ROW_KEY_INVALID, TABLE_WITHOUT_KEY and
 *   others with `row`, the position of the change
 */
export async function planChanges(call: ChangesCall, list: readonly RowChangeToApply[]): Promise<PlannedChanges> {
  const sent = await readList(call, list)
  const held = await heldByTable(call, sent)
  const read = sent.map((each) => {
    const rows = held.get(each.index)
    const known = rows && knownKey(each.index, each.key, (key) => rows.has(JSON.stringify(key)))
    return known === undefined ? each : { ...each, key: known }
  })
  const conflicts: ChangeConflict[] = []
  const gone: number[] = []
  const planned = await eachRow(read, (each): PlannedChange | undefined =>
    atRow(each.at, () => {
      const { at, change, index, key } = each
      requireRight(index, change.kind)
      if (change.kind === 'create') {
        const { values } = readNewRow(index, change.values, {
          row: at,
          now: call.now,
          ...(change.bringsKey && { bringsKey: true as const }),
        })
        return { at, kind: 'create', index, key, newKey: [], values, guard: new Map() }
      }
      const row = held.get(index)?.get(JSON.stringify(key))
      if (row === undefined) {
        if (change.kind === 'update') {
          conflicts.push({ at, rowId: change.rowId })
          gone.push(at)
        }
        return undefined
      }
      // An earlier attempt may have succeeded.
      if (change.kind === 'update' && isHeld(index, row, change.values)) return undefined
      const expected = expectedValues(seenIndex(index), change.expected)
      const conflict = differentColumn(index, row, expected)
      if (conflict !== undefined) conflicts.push({ at, rowId: change.rowId, ...conflict })
      return change.kind === 'delete'
        ? { at, kind: 'delete', index, key, newKey: key, values: new Map(), guard: withoutKey(index, expected.guard) }
        : plannedUpdate(call, each, change.values, row, expected)
    }),
  )
  return { changes: planned.filter((each) => each !== undefined), conflicts, gone }
}

const rights = { create: 'create', update: 'change', delete: 'delete' } as const

/** @throws AppError NOT_ALLOWED if rules forbid this kind of change in the table */
function requireRight({ seen, table }: TableIndex, kind: RowChangeToApply['kind']): void {
  const { sight } = seen?.table ?? table
  if (!sight[rights[kind]]) throw new AppError('NOT_ALLOWED')
}

/** The statement finds the row by its key already. */
const withoutKey = (index: TableIndex, guard: PlannedChange['guard']): PlannedChange['guard'] =>
  new Map([...guard].filter(([column]) => !index.key.includes(column)))

async function readList(call: ChangesCall, list: readonly RowChangeToApply[]): Promise<readonly ReadChange[]> {
  const indexes = new Map<string, TableIndex>()
  for (const { table } of list) if (!indexes.has(table)) indexes.set(table, await writableTable(call, table))
  const seen = new Map<TableIndex, Set<string>>()
  return eachRow(list, (change, at) => {
    const index = indexes.get(change.table)
    if (index === undefined) throw new AppError('TABLE_NOT_FOUND', { table: change.table })
    if (change.kind === 'create') return { at, change, index, key: [] }
    const key = atRow(at, () => keyFromSegment(index, change.rowId))
    const keys = seen.get(index) ?? new Set()
    const text = JSON.stringify(key)
    if (keys.has(text))
      throw new AppError('INPUT_INVALID', {
        problems: [message('inputProblems.twice', { field: change.rowId })],
        row: at,
      })
    seen.set(index, keys.add(text))
    return { at, change, index, key }
  })
}

async function writableTable(call: ChangesCall, name: string): Promise<TableIndex> {
  const table = await call.table(name)
  if (table.type === 'view') throw new AppError('VIEW_READ_ONLY', { table: table.title })
  if (table.sight.visitor) throw new AppError('NOT_ALLOWED')
  return writeIndex(tableIndex(table))
}

async function heldByTable(
  { database, context }: ChangesCall,
  read: readonly ReadChange[],
): Promise<ReadonlyMap<TableIndex, ReadonlyMap<string, RowValues>>> {
  const keys = new Map<TableIndex, (readonly string[])[]>()
  for (const { change, index, key } of read)
    if (change.kind !== 'create') {
      const list = keys.get(index) ?? []
      list.push(key)
      keys.set(index, list)
    }
  const found = [...keys].map(
    async ([index, list]) => [index, await heldRows(database, index, list, context.signal)] as const,
  )
  return new Map(await Promise.all(found))
}

function plannedUpdate(
  { now }: ChangesCall,
  { at, index, key }: ReadChange,
  sent: Values,
  row: RowValues,
  { guard }: Expected,
): PlannedChange | undefined {
  const { values } = readChanges(index, sent, key, { row: at, now }, row)
  if (values.size === 0) return undefined
  const newKey = index.key.map((column, part) => {
    const value = values.get(column)
    return value === undefined || value === null ? (key[part] ?? '') : partOf(column, value)
  })
  return { at, kind: 'update', index, key, newKey, values, guard }
}

const shown = (index: TableIndex, row: RowValues, column: Column): unknown =>
  JSON.parse(valueJson(row[index.position.get(column) ?? -1] ?? null))

function differentColumn(
  index: TableIndex,
  row: RowValues,
  { texts }: Expected,
): Pick<ChangeConflict, 'column' | 'value'> | undefined {
  for (const [column, text] of texts) {
    const value = shown(index, row, column)
    if (!isSameValue(column, value, JSON.parse(text))) return { column: column.title, value }
  }
  return undefined
}

const isHeld = (index: TableIndex, row: RowValues, values: Values): boolean =>
  Object.entries(values).every(([name, value]) => {
    const column = columnByKey(seenIndex(index), name)
    const held = shown(index, row, column)
    return value instanceof ExactValue
      ? JSON.stringify(held) === valueJson(value.stored)
      : isSameValue(column, held, value)
  })
