import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import type { SightedTable } from '@common/principal/sight'
import type { CallContext } from '@main/operations/context'
import { columnByKey, tableIndex, writeIndex, type TableIndex } from '../plan/columns'
import type { DataApiPorts } from '../ports'
import { keyFromSegment, keyOfRow, knownKey } from '../parse/row-key'
import { exactValues } from './exact-values'
import { isPrevented } from './prevented'
import { valueJson } from '../shape/row-json'
import type { WriteCall } from './write-call'
import { selectRows } from './row-statements'
import { isSameValue } from './same-value'
import type { RowService } from './types'

/** New values of a row, with its expected current values. Keys are titles. */
export interface RowToWriteBack {
  /** As in a path. */
  readonly rowId: string
  readonly values: Readonly<Record<string, unknown>>
  readonly expected: Readonly<Record<string, unknown>>
}

/**
 * Writes values of many rows atomically, unless another client changed one of them. With `anyway`, overwrites them in
 * all rows that still exist.
 * @returns the number of rows changed; a trigger or row security may leave others unchanged
 * @throws AppError WRITE_PREVENTED if all rows stay unchanged; VALUE_CHANGED with the first column and row, and the
 *   number of rows; ROW_NOT_FOUND if none exists
 */
export type WriteBack = (
  call: { readonly projectId: string; readonly table: SightedTable; readonly context: CallContext },
  rows: readonly RowToWriteBack[],
  anyway: boolean,
) => Promise<number>

export function createWriteBack(
  rowService: RowService,
  ports: Pick<DataApiPorts, 'database' | 'heldValues'>,
): WriteBack {
  return async ({ projectId, table, context }, rows, anyway) => {
    const database = await ports.database(projectId)
    const sighted = tableIndex(table)
    const index = writeIndex(sighted)
    // The change log names all columns of a row, and a hidden one stays unnamed.
    const isVisible = (title: string): boolean => !index.byKey.has(title) || sighted.byKey.has(title)
    if (!rows.every(({ values, expected }) => [values, expected].every((each) => Object.keys(each).every(isVisible))))
      throw new AppError('NOT_ALLOWED')
    const keyed = rows.map((row) => ({ ...row, key: keyFromSegment(index, row.rowId) }))
    const [now] = await database.transact([
      selectRows(
        database.dialect,
        index,
        keyed.map(({ key }) => key),
      ),
    ])
    const present = new Map(
      (now?.rows ?? []).map((row): [string, readonly StoredValue[]] => [keyText(index, row), row]),
    )
    const found = keyed.flatMap((row) => {
      const key = knownKey(index, row.key, (spelled) => present.has(JSON.stringify(spelled)))
      const held = key && present.get(JSON.stringify(key))
      return key === undefined || held === undefined ? [] : [{ ...row, key, held }]
    })
    if (found.length === 0) throw new AppError('ROW_NOT_FOUND')
    if (!anyway) {
      const changed = found.flatMap(({ rowId, expected, held }) => {
        const column = Object.keys(expected)
          .map((title) => columnByKey(index, title))
          .find((each) => !isSame(each, held[index.position.get(each) ?? -1] ?? null, expected[each.title]))
        return column === undefined ? [] : [{ rowId, column: column.title }]
      })
      const [first] = changed
      const missing = keyed.length - found.length
      if (first !== undefined || missing > 0)
        throw new AppError('VALUE_CHANGED', {
          column: first?.column ?? index.key[0]?.title ?? '',
          rowId: first?.rowId ?? '',
          changed: changed.length,
          missing,
        })
    }
    const bodies = await exactValues(index, found, (keys) => ports.heldValues?.(projectId, table, keys))
    const call: WriteCall = { projectId, database, index: sighted, context, why: 'undo' }
    const [only] = found
    // Only a single row can get another key.
    if (only !== undefined && found.length === 1) {
      await rowService.update(call, only.key, bodies[0])
      return 1
    }
    const there = await rowService.updateMany(
      call,
      found.map(({ held }, at) => ({
        ...bodies[at],
        ...Object.fromEntries(
          index.key.map((column) => [
            column.title,
            JSON.parse(valueJson(held[index.position.get(column) ?? -1] ?? null)),
          ]),
        ),
      })),
    )
    const [after] = await database.transact([
      selectRows(
        database.dialect,
        index,
        found.map(({ key }) => key),
      ),
    ])
    const written = new Map((after?.rows ?? []).map((row) => [keyText(index, row), row]))
    const unchanged = found.filter(({ key, values, held }, at) => {
      const is = written.get(JSON.stringify(key))
      const sent = new Map(Object.entries(values).map(([title, value]) => [columnByKey(index, title), value]))
      return there[at] === false || (is !== undefined && isPrevented(index, storedValues(sent), held, is))
    })
    if (unchanged.length === found.length) throw new AppError('WRITE_PREVENTED', { table: table.title })
    return found.length - unchanged.length
  }
}

const keyText = (index: TableIndex, row: readonly StoredValue[]): string =>
  JSON.stringify(keyOfRow(index, (column) => row[index.position.get(column) ?? -1]))

/** Returns the sent values, for comparisons only. */
const storedValues = (sent: ReadonlyMap<Column, unknown>): ReadonlyMap<Column, StoredValue> =>
  new Map(
    [...sent].map(([column, value]) => [
      column,
      typeof value === 'object' ? JSON.stringify(value) : (value as StoredValue),
    ]),
  )

const isSame = (column: Column, held: StoredValue, expected: unknown): boolean =>
  isSameValue(column, JSON.parse(valueJson(held)), expected)
