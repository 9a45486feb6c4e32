import type { ColumnType } from '@common/columns/column-type'
import { specificDbType } from '@common/columns/types/specific-db-type'

/**
 * Base of the types that store nothing: the server computes their values, which have the type of the result. Lists and
 * menus use these types for the column itself. A stored value under one of them is shown as text.
 */
export const virtualBase = {
  ...specificDbType,
  role: 'computed',
  display: 'text',
  editor: 'none',
  defaults: { value: false },
  writable: false,
} satisfies ColumnType
