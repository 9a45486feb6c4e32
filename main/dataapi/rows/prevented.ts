import type { StorageClass, StoredValue } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import type { Column } from '@common/model'
import type { TableIndex } from '../plan/columns'
import { valueJson } from '../shape/row-json'
import { isSameValue } from './same-value'

/**
 * True if an update found a row but set none of its values: a trigger or row security restored the old ones. Ignores
 * values that the database only rounds, trims or changes in letter case.
 *
 * @param was  the row before, in the order of the table's columns
 * @param is  the row after
 * @param changes  number of changed rows that the database reports; undefined if it doesn't report it
 */
export function isPrevented(
  index: TableIndex,
  values: ReadonlyMap<Column, StoredValue>,
  was: readonly StoredValue[],
  is: readonly StoredValue[],
  changes?: number,
): boolean {
  const held = (row: readonly StoredValue[], column: Column): string =>
    valueJson(row[index.position.get(column) ?? -1] ?? null)
  const sent = [...values].map(([column, value]) => ({ column, value: valueJson(value) }))
  if (sent.some(({ column }) => held(was, column) !== held(is, column))) return false
  const lost = sent.filter(({ column, value }) => !isSame(column, held(is, column), value))
  return changes === 0 ? lost.length > 0 : lost.some(({ column, value }) => !isClose(column, held(is, column), value))
}

const isSame = (column: Column, held: string, sent: string): boolean =>
  isSameValue(column, JSON.parse(held), JSON.parse(sent))

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

type IsClose = (left: string, right: string) => boolean

const closeText: IsClose = (left, right) =>
  left.trim().toLowerCase() === right.trim().toLowerCase() || right.startsWith(left)
const closeNumber: IsClose = (left, right) => Math.abs(Number(left) - Number(right)) < 1
const closeTime: IsClose = (left, right) => left.slice(0, 8) === right.slice(0, 8)
/** The database may rewrite JSON and values of its own types in any way. */
const anyForm: IsClose = () => true

const closeness: Readonly<Record<StorageClass, IsClose>> = {
  text: closeText,
  longText: closeText,
  boolean: () => false,
  autoIncrement: closeNumber,
  integer: closeNumber,
  decimal: closeNumber,
  float: closeNumber,
  year: closeNumber,
  date: closeTime,
  time: closeTime,
  dateTime: closeTime,
  json: anyForm,
  blob: anyForm,
}

/** True if the database may have coerced the sent value to the held one. */
function isClose(column: Column, held: string, sent: string): boolean {
  const [one, other] = [JSON.parse(held) as unknown, JSON.parse(sent) as unknown]
  if (one === null || other === null) return false
  const [left, right] = [textOf(one), textOf(other)]
  return closeness[columnType(column.uiType).storage](left, right)
}
