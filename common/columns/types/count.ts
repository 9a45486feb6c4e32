import type { ColumnType } from '@common/columns/column-type'
import { virtualBase } from '@common/columns/values/virtual'

/** The number of linked records. */
export const count: ColumnType = { ...virtualBase, name: 'Count', icon: 'tallymarks' }
