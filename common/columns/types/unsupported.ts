import type { ColumnType } from '@common/columns/column-type'
import type { UiType } from '@common/columns/ui-types'
import { specificDbType } from './specific-db-type'

/** A type whose behaviour comes later: what is stored is shown as text and cannot be changed. */
export function unsupported(name: UiType): ColumnType {
  return { ...specificDbType, name, display: 'text', editor: 'none', defaults: { value: false }, writable: false }
}
