import type { ColumnType } from '@common/columns/column-type'
import { neverGuessed } from '@common/columns/values/guesses'
import { choiceOperators, countAggregates } from '@common/columns/values/operators'
import { accept, refuse } from '@common/columns/values/outcome'
import { checkedText, textBase } from '@common/columns/values/text'
import { isEmailAddress } from './email'

/**
 * A member of the team, stored as the lower-case e-mail address of their sign-in. The address means the same person in
 * another Basalt, and stays readable after they leave.
 */
export const collaborator: ColumnType = {
  ...textBase,
  ...checkedText((text) => (isEmailAddress(text) ? accept(text.toLowerCase()) : refuse('notEmail'))),
  name: 'Collaborator',
  icon: 'user',
  content: 'person',
  filterOperators: choiceOperators,
  aggregates: countAggregates,
  display: 'person',
  editor: 'person',
  jsonSchema: { type: 'string', format: 'email' },
  guess: neverGuessed,
}
