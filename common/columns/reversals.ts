import type { Reversal } from './facets'
import { columnType } from './registry'
import type { UiType } from './ui-types'

/** Types that restore every value of a type unchanged. */
const reversedBy: Readonly<Record<Reversal, readonly Reversal[]>> = {
  text: ['text', 'form', 'choice'],
  form: ['text', 'form', 'choice'],
  choice: ['text'],
  whole: ['text', 'whole', 'decimal'],
  counted: ['text', 'whole', 'decimal'],
  decimal: ['text', 'decimal'],
  none: ['text'],
}

/** True if converting a column and converting it back leaves its values as they were. */
export function isLossless(from: UiType, to: UiType): boolean {
  return from === to || reversedBy[columnType(from).reverses].includes(columnType(to).reverses)
}
