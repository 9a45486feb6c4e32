import type { ColumnType } from '@common/columns/column-type'
import { virtualBase } from '@common/columns/values/virtual'

/** Links to records of another table, or of the same one. The keys are in `ForeignKey` columns. */
export const linkToAnotherRecord: ColumnType = {
  ...virtualBase,
  name: 'LinkToAnotherRecord',
  icon: 'link',
  role: 'link',
  family: 'link',
  groups: false,
}
