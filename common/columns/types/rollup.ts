import type { ColumnType } from '@common/columns/column-type'
import { virtualBase } from '@common/columns/values/virtual'

/** A sum or another aggregate of a column in the linked records. */
export const rollup: ColumnType = { ...virtualBase, name: 'Rollup', icon: 'sum' }
