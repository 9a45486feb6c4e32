import type { StoredValue } from '@common/columns/column-type'
import { typeFor } from '@common/columns/new-types'
import { blankColumn } from '@common/columns/values/blank-column'
import type { UiType } from '@common/columns/ui-types'
import type { SqlColumn } from '@common/sql/shapes'
import { exportOptions } from './options'
import { workbookChunks } from './workbook'

/** Generates a workbook of a result of SQL, lazily. Numbers, days, times and booleans keep their types. */
export function resultWorkbook(
  title: string,
  columns: readonly SqlColumn[],
  batches: () => AsyncGenerator<readonly (readonly StoredValue[])[]>,
): AsyncGenerator<Uint8Array> {
  const fields = columns.map((column, at) => ({
    title: column.name,
    column: { ...blankColumn, name: `${at}`, title: column.name, uiType: typeOf(column) },
    kind: 'stored' as const,
  }))
  return workbookChunks(title, { fields, batches }, exportOptions(new URLSearchParams({ format: 'xlsx' })))
}

function typeOf({ kind, type }: SqlColumn): UiType {
  if (kind === 'number') return typeFor.decimal
  if (kind === 'boolean') return typeFor.flag
  if (kind !== 'date') return typeFor.longText
  if (/^date$/i.test(type)) return typeFor.day
  // Workbooks have no time zones, so other moments stay text.
  return /^(?:datetime|timestamp)(?:\(\d\))?(?: without time zone)?$/i.test(type) ? typeFor.moment : typeFor.longText
}
