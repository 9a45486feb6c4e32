import { typeFor } from '@common/columns/new-types'
import { columnType } from '@common/columns/registry'
import { blankColumn } from '@common/columns/values/blank-column'
import type { FormatOptions, StoredValue } from '@common/columns/column-type'
import type { Column, Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'
import { serverText } from '@renderer/i18n'

/** Details of a computed column. */
export interface ComputedInfo {
  readonly kind: VirtualColumn['kind']
  /** Column of a single value, if each cell holds a list. */
  readonly item: Column | undefined
  /** Why it has no values. */
  readonly problem: string | undefined
}

/** Shown in cells of a column that can't be computed. */
export const problemMark = '#ERROR!'

const infos = new WeakMap<Column, ComputedInfo>()
const columnsOf = new WeakMap<Table, readonly Column[]>()

/** Returns the columns of a table that hold values: stored ones, then lookups, rollups, counts and formulas. */
export function valueColumns(table: Table): readonly Column[] {
  const known = columnsOf.get(table)
  if (known) return known
  const computed = table.virtualColumns.filter(({ kind }) => kind !== 'link').map(computedColumn)
  const all = computed.length === 0 ? table.columns : [...table.columns, ...computed]
  columnsOf.set(table, all)
  return all
}

/** Undefined for a stored column. */
export function computedInfo(column: Column): ComputedInfo | undefined {
  return infos.get(column)
}

/** Returns a read-only column with the type of the computed values. */
function computedColumn({ kind, id, title, result, problem, problemText }: VirtualColumn): Column {
  const uiType = result?.uiType ?? typeFor.text
  const item: Column = { ...blankColumn, name: id, title, uiType, options: result?.options ?? {}, generated: true }
  // Lists are drawn as chips, regardless of the type of their values.
  const column: Column = result?.many === true ? { ...item, uiType: typeFor.lookup, options: {} } : item
  infos.set(column, {
    kind,
    item: result?.many === true ? item : undefined,
    get problem() {
      return problem && serverText(problemText, problem)
    },
  })
  return column
}

/** Returns the formatted values of a list cell. */
export function listTexts(value: StoredValue, item: Column, reader: FormatOptions): string[] {
  const list = listOf(value)
  return list.map((one) => columnType(item.uiType).format(storedOf(one), item, reader))
}

/** Rounds to 15 digits: sums of decimals end in meaningless digits. */
export function sureValue(value: StoredValue): StoredValue {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(15)) : value
}

function listOf(value: StoredValue): readonly unknown[] {
  if (value === null) return []
  try {
    const list: unknown = JSON.parse(String(value))
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

const storedOf = (value: unknown): StoredValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
