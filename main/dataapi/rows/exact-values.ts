import { columnType } from '@common/columns/registry'
import type { StoredValue } from '@common/columns/column-type'
import { keepsNumberTypes } from '@common/columns/value-kind'
import type { Column } from '@common/model'
import type { HistoryValue } from '@common/model/history'
import { isExactNumber, type ExactNumber } from '@common/util/parse-json'
import { bytesOf, isBytes } from '../parse/coerce'
import { columnNamed, type TableIndex } from '../plan/columns'
import { valueJson } from '../shape/row-json'

/** A stored value to write back unchanged: the column's type neither checks nor rewrites it. */
export class ExactValue {
  constructor(readonly stored: StoredValue) {}
}

interface RowToWrite {
  readonly key: readonly string[]
  readonly values: Readonly<Record<string, unknown>>
}

/** Value from the history. Integers beyond 2^53 are exact, so that they differ from texts. */
export type HeldValue = HistoryValue | ExactNumber

/** Looks up the values that rows had, by key and column name. */
type HeldValues = (
  keys: readonly (readonly string[])[],
) => Promise<ReadonlyMap<readonly string[], ReadonlyMap<string, readonly HeldValue[]>>> | undefined

/**
 * Returns the bodies of rows to write back. A value that its type would refuse or rewrite (`12:00`, bytes, a zero date)
 * becomes an `ExactValue` if the row's history holds it: then the database had it, and takes it again. Reads the history
 * only if there is such a value.
 */
export async function exactValues(
  index: TableIndex,
  rows: readonly RowToWrite[],
  heldValues: HeldValues,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const odd = rows.map(({ values }) =>
    Object.entries(values).flatMap(([title, value]) => {
      const column = columnNamed(index, title)
      return column === undefined || isPlain(column, value) ? [] : [{ title, column, value }]
    }),
  )
  const asked = rows.filter((_, at) => (odd[at]?.length ?? 0) > 0)
  const held = asked.length === 0 ? undefined : await heldValues(asked.map(({ key }) => key))
  if (held === undefined) return rows.map(({ values }) => values)
  return rows.map(({ key, values }, at) => {
    const exact = (odd[at] ?? []).flatMap(({ title, column, value }): [string, ExactValue][] => {
      const stored = heldAs(column, held.get(key)?.get(column.name) ?? [], value)
      return stored === undefined ? [] : [[title, new ExactValue(stored)]]
    })
    return exact.length === 0 ? values : Object.fromEntries([...Object.entries(values), ...exact])
  })
}

/** True if the column's type accepts a value unchanged. False for texts that may encode bytes or a long number. */
function isPlain(column: Column, value: unknown): boolean {
  if (value === null) return true
  if (keepsNumberTypes(column)) return false
  if (typeof value === 'string' && (isBytes(column) || bytesOf(value) !== undefined)) return false
  const parsed = columnType(column.uiType).parse(isExactNumber(value) ? value.rawJSON : value, column)
  if (!parsed.ok) return false
  const { value: stored } = parsed
  return valueJson(typeof stored === 'boolean' && typeof value === 'number' ? Number(stored) : stored) === textOf(value)
}

/** Returns the stored value behind a value from a response; undefined if the row never had it. */
function heldAs(column: Column, held: readonly HeldValue[], value: unknown): StoredValue | undefined {
  const text = textOf(value)
  for (const each of held) {
    if (each === null) continue
    if (isExactNumber(each)) {
      // With `.0` it is floating point.
      const whole = each.rawJSON.replace(/\.0$/, '')
      if (whole !== each.rawJSON && (whole === value || whole === text)) return Number(whole)
      if (each.rawJSON === value || each.rawJSON === text)
        return /^-?\d+$/.test(each.rawJSON) ? BigInt(each.rawJSON) : Number(each.rawJSON)
    } else if (typeof each !== 'object') {
      if (JSON.stringify(each) === text)
        return typeof each === 'number' && Number.isSafeInteger(each) && keepsNumberTypes(column) ? BigInt(each) : each
      // Responses contain large numbers as text, which the body returns.
      if (typeof each === 'number' && !Number.isSafeInteger(each) && String(each) === value) return each
    } else if ('bytes' in each) {
      const bytes = bytesOf(value)
      if (bytes?.length === each.bytes) return bytes
    }
  }
  return undefined
}

const textOf = (value: unknown): string => (isExactNumber(value) ? value.rawJSON : JSON.stringify(value))
