import type { ColumnType } from '@common/columns/column-type'
import { wholeNumber } from '@common/columns/values/numbers'

/** A whole number of 64 bits. */
export const number: ColumnType = { ...wholeNumber, name: 'Number' }
