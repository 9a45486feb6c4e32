import type { ColumnType } from '@common/columns/column-type'
import { virtualBase } from '@common/columns/values/virtual'

/** A value that a formula computes from the other columns of the row. */
export const formula: ColumnType = { ...virtualBase, name: 'Formula', icon: 'mathFunction' }
