import type { ColumnType } from '@common/columns/column-type'
import { textBase } from '@common/columns/values/text'

/** Text of any kind, stored unchanged. */
export const singleLineText: ColumnType = {
  ...textBase,
  name: 'SingleLineText',
  reverses: 'text',
  quick: 'text',
  guess: () => 0.2,
}
