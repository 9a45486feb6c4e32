import type { ColumnType } from '@common/columns/column-type'
import { neverGuessed } from '@common/columns/values/guesses'
import { choiceOperators } from '@common/columns/values/operators'
import { url } from './url'

/**
 * Opens an address: the column's, filled with values of the row, or the row's own stored value. Most rows store
 * nothing.
 */
export const button: ColumnType = {
  ...url,
  name: 'Button',
  icon: 'handClick',
  keyboard: 'text',
  reverses: 'none',
  family: 'list',
  covers: 'none',
  groups: false,
  filterOperators: choiceOperators,
  aggregates: ['count'],
  searchable: false,
  display: 'button',
  settings: ['label', 'address'],
  defaults: { value: false },
  guess: neverGuessed,
}
