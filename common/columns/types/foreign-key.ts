import type { ColumnType } from '@common/columns/column-type'
import { keyBase } from '@common/columns/values/keys'

/** The key of a row of another table, in that key's storage. Made by making a relation. */
export const foreignKey: ColumnType = {
  ...keyBase,
  name: 'ForeignKey',
  icon: 'link',
  role: 'reference',
  converts: 'trimmed',
  family: 'text',
}
