import type { ColumnType } from '@common/columns/column-type'
import { decimalNumber } from '@common/columns/values/numbers'

/** A number with digits after the point. `precision` says how many are always shown. */
export const decimal: ColumnType = { ...decimalNumber, name: 'Decimal' }
