import type { Problem } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import type { Column, Table } from '@common/model'
import type { RowChange } from '@renderer/stores'
import type { DataGridColumn } from '@renderer/features/records/painter/data-grid'
import { updateOf } from '@renderer/features/records/rows/row-changes'
import { jsonValue, storedValue } from '@renderer/features/records/rows/row-key'
import type { Hit } from '@renderer/features/records/rows/hits'
import { replaced, type Needle } from './needle'

export interface RefusedReplacement {
  readonly offset: number
  readonly column: Column
  readonly text: string
  readonly problem: Problem
}

/** Result of a replace-all before it runs. */
export interface ReplacePlan {
  readonly rows: readonly RowChange[]
  readonly cells: number
  /** Invalid new values; their cells stay unchanged. */
  readonly refused: readonly RefusedReplacement[]
  /** Matches in read-only columns. */
  readonly skipped: number
}

/** Returns a value with the matches in its text replaced; undefined if its stored text has none. */
export function replacedValue(
  value: unknown,
  column: Column,
  needle: Needle,
  replacement: string,
): { readonly text: string; readonly parsed: ReturnType<ReturnType<typeof columnType>['parse']> } | undefined {
  const stored = storedValue(value)
  if (stored === null) return undefined
  const text = replaced(String(stored), needle, replacement)
  return text === undefined
    ? undefined
    : { text, parsed: columnType(column.uiType).parse(text === '' ? null : text, column) }
}

export function planReplace(
  table: Table,
  columns: readonly DataGridColumn[],
  hits: readonly Hit[],
  needle: Needle,
  replacement: string,
): ReplacePlan {
  const byTitle = new Map(columns.map((each) => [each.title, each]))
  const rows: RowChange[] = []
  const refused: RefusedReplacement[] = []
  let [cells, skipped] = [0, 0]
  for (const { offset, fields, values } of hits) {
    const changes: Record<string, unknown> = {}
    for (const field of fields) {
      const column = byTitle.get(field)
      // A key identifies its row, so it never changes.
      if (!column?.editable || column.column.primaryKey) {
        skipped += 1
        continue
      }
      const made = replacedValue(values[field], column.column, needle, replacement)
      if (!made) continue
      if (made.parsed.ok) {
        changes[field] = jsonValue(made.parsed.value)
        cells += 1
      } else refused.push({ offset, column: column.column, text: made.text, problem: made.parsed.problem })
    }
    const change = Object.keys(changes).length > 0 ? updateOf(table, values, changes) : undefined
    if (change) rows.push(change)
  }
  return { rows, cells, refused, skipped }
}
