import type { ColumnType } from '@common/columns/column-type'
import { keyBase } from '@common/columns/values/keys'

/** The key of a row of another table, stored like that key. Relations create it. */
export const foreignKey: ColumnType = {
  ...keyBase,
  name: 'ForeignKey',
  icon: 'link',
  role: 'reference',
  converts: 'trimmed',
  family: 'text',
}
