import type { ColumnType } from '@common/columns/column-type'
import { textBase } from '@common/columns/values/text'

/** Text of several lines. */
export const longText: ColumnType = {
  ...textBase,
  name: 'LongText',
  icon: 'alignLeft',
  reverses: 'text',
  quick: 'text',
  storage: 'longText',
  display: 'longText',
  editor: 'longText',
  guess: (texts) => (texts.some((text) => text.includes('\n') || text.length > 255) ? 0.3 : 0),
}
