import { createHash } from 'node:crypto'
import type { StoredValue } from '@common/columns/column-type'
import { hasRole } from '@common/columns/questions'
import { keepsNumberTypes } from '@common/columns/value-kind'
import type { Actor, Table } from '@common/model'
import type { HistoryKind, HistoryValue } from '@common/model/history'
import { isExactNumber, parseJson } from '@common/util/parse-json'
import { rowIdSegment } from '@common/query/row-id'
import type { RowHistoryRow } from '@main/db/meta'
import { exactKeyPart, keyPart, plainKeyPart } from '@main/lib/key-part'
import { isSameStored } from '@main/lib/same-stored'
import { rowsText } from '@main/lib/rows-text'
import { HistoryValues } from './history-values'

type Row = Readonly<Record<string, StoredValue>>

/** An acknowledged write, from the change event. */
export interface RowChange {
  readonly kind: 'create' | 'update' | 'delete'
  readonly projectId: string
  readonly table: Table
  readonly keys: readonly (readonly string[])[]
  readonly before: readonly Row[]
  readonly after: readonly Row[]
  /** True if integers are bigint in columns that tell 1 from 1.0. */
  readonly typed?: true
  readonly who: Actor
  readonly when: string
  readonly why: string
  /** Id of the change in the change log. */
  readonly change?: string
  /** Columns that the update set. Absent: all changed columns. */
  readonly set?: readonly string[]
}

/** A row of a change, ready to be stored. */
export interface RowEntry {
  readonly rowKey: string
  /** Its key before this change, when that was another one. */
  readonly movedFrom?: string
  readonly kind: HistoryKind
  /** JSON text of `StoredChanges`. */
  readonly changes: string
  /** `rowsText` of `ExactChanges`, where `changes` shortens a value of an update. */
  readonly exact?: string
}

/** Values before and after an update in full. */
export type ExactChanges = readonly (readonly [column: string, before: StoredValue, after: StoredValue])[]

/** Content of an entry: the source, and for each changed column its name and the values before and after. */
export interface StoredChanges {
  readonly why: string
  readonly values: readonly (readonly [column: string, before: HistoryValue, after: HistoryValue])[]
  /** Columns that the update changed indirectly, for example by a trigger. */
  readonly auto?: readonly string[]
  /** The key as in a path, if the row key is a digest of it, or doesn't tell texts from numbers. */
  readonly key?: readonly string[]
}

/** Row key of tables without a key: their changes appear in the audit only. */
export const keylessRow = '-'

/** Letters that the meta store has for a row's key. */
const keyCharacters = 255

/** Returns the key of a row in the history: as in its path, or a digest if it is very long. */
export function rowKeyText(key: readonly string[]): string {
  if (key.length === 0) return keylessRow
  const segment = rowIdSegment(key)
  return segment.length <= keyCharacters ? segment : `#${createHash('sha256').update(segment).digest('hex')}`
}

/** Returns the same for a key as the data API writes it. */
export const rowKeyOfPath = ({ columns, primaryKey }: Table, key: readonly string[]): string =>
  rowKeyText(
    key.map((part, at) =>
      plainKeyPart(
        columns.find(({ name }) => name === primaryKey[at]),
        part,
      ),
    ),
  )

/** True if history identifies the row by a digest instead of its key. */
export const isKeyDigest = (rowKey: string): boolean => rowKey.startsWith('#')

/** How many rows a change is about. */
export const rowCountOf = ({ before, after, keys }: RowChange): number =>
  Math.max(keys.length, before.length, after.length)

/**
 * Returns entries for some rows of a change by position; none for unchanged rows. Works in steps, so that a large
 * change doesn't block the thread that serves HTTP.
 */
export function rowEntries(change: RowChange, from: number, count: number): RowEntry[] {
  if (change.kind !== 'update') {
    const rows = change.kind === 'create' ? change.after : change.before
    return rows.slice(from, from + count).map((row) => wholeRow(change, row))
  }
  const after = afterByKey(change)
  return change.before.slice(from, from + count).flatMap((was, at) => {
    // A key alone may have changed; a list of updates names every row by a key that stays.
    const is = change.before.length === 1 ? change.after[0] : after.get(keyOf(change.table, was))
    if (is === undefined || isSeenBefore(change, was, from + at)) return []
    return changedRow(change, was, is)
  })
}

/** True if a row gets another key. Only an update of a single row does that. */
export function movesKey({ kind, table, before, after }: RowChange): boolean {
  const [was] = before
  const [is] = after
  if (kind !== 'update' || before.length !== 1 || was === undefined || is === undefined) return false
  return keyOf(table, was) !== keyOf(table, is)
}

const rowsByKey = new WeakMap<RowChange, ReadonlyMap<string, Row>>()
const firstByKey = new WeakMap<RowChange, ReadonlyMap<string, number>>()

function afterByKey(change: RowChange): ReadonlyMap<string, Row> {
  const known = rowsByKey.get(change)
  if (known !== undefined) return known
  const rows = new Map(change.after.map((row) => [keyOf(change.table, row), row]))
  rowsByKey.set(change, rows)
  return rows
}

/** A row that was sent twice in one list went from the first state to the last one once. */
function isSeenBefore(change: RowChange, row: Row, at: number): boolean {
  let first = firstByKey.get(change)
  if (first === undefined) {
    const positions = new Map<string, number>()
    for (const [position, other] of change.before.entries()) {
      const key = keyOf(change.table, other)
      if (!positions.has(key)) positions.set(key, position)
    }
    first = positions
    firstByKey.set(change, first)
  }
  return first.get(keyOf(change.table, row)) !== at
}

function wholeRow({ kind, table, why, typed }: RowChange, row: Row): RowEntry {
  const history = new HistoryValues()
  const values = table.columns.flatMap((column): StoredChanges['values'][number][] => {
    const { name } = column
    if ((row[name] ?? null) === null) return []
    const value = history.keep(row[name], typed === true && keepsNumberTypes(column))
    return [kind === 'create' ? [name, null, value] : [name, value, null]]
  })
  const rowKey = keyOf(table, row)
  const changes = textOf({ why, values, ...keyUnlessPlain(table, rowKey, row) })
  return { rowKey, kind: kind === 'create' ? 'insert' : 'delete', changes }
}

function changedRow({ table, why, typed, set }: RowChange, was: Row, is: Row): RowEntry[] {
  const changed = table.columns.filter(({ name }) => !isSameStored(was[name], is[name]))
  // The entry has its own time.
  if (changed.every((column) => hasRole(column, 'changedAt'))) return []
  const history = new HistoryValues()
  const values = changed
    .filter((column) => !hasRole(column, 'changedAt'))
    .map((column) => {
      const { name } = column
      const isTyped = typed === true && keepsNumberTypes(column)
      return [name, history.keep(was[name], isTyped), history.keep(is[name], isTyped)] as const
    })
  const before = keyOf(table, was)
  const rowKey = keyOf(table, is)
  const moved = before === rowKey ? {} : { movedFrom: before }
  const auto = set === undefined ? [] : values.flatMap(([name]) => (set.includes(name) ? [] : [name]))
  const exact = values.flatMap(([name, ...texts]): ExactChanges[number][] =>
    texts.some(isShortened) || [was[name], is[name]].some(isInfinite)
      ? [[name, was[name] ?? null, is[name] ?? null]]
      : [],
  )
  return [
    {
      rowKey,
      ...moved,
      kind: 'update',
      changes: textOf({ why, values, ...(auto.length > 0 && { auto }), ...keyUnlessPlain(table, rowKey, is) }),
      ...(exact.length > 0 && { exact: rowsText(exact) }),
    },
  ]
}

function keyOf(table: Table, row: Row): string {
  return rowKeyText(table.primaryKey.map((name) => keyPart(row[name])))
}

/** The key as in a path, if the row key alone doesn't tell it. */
function keyUnlessPlain(table: Table, rowKey: string, row: Row): Pick<StoredChanges, 'key'> {
  const key = table.primaryKey.map((name) =>
    exactKeyPart(
      table.columns.find((column) => column.name === name),
      row[name],
    ),
  )
  return key.length > 0 && rowIdSegment(key) !== rowKey ? { key } : {}
}

/** True if history holds less than the value. */
const isShortened = (value: HistoryValue): boolean =>
  typeof value === 'object' && value !== null && !isExactNumber(value)

const isInfinite = (value: StoredValue | undefined): boolean => typeof value === 'number' && !Number.isFinite(value)

/** Returns the content of a stored entry. */
export const parseChanges = ({ changes }: Pick<RowHistoryRow, 'changes'>): StoredChanges =>
  parseJson(changes) as StoredChanges

const textOf = (changes: StoredChanges): string => JSON.stringify(changes)
