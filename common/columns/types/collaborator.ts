import type { ColumnType } from '@common/columns/column-type'
import { neverGuessed } from '@common/columns/values/guesses'
import { choiceOperators, countAggregates } from '@common/columns/values/operators'
import { accept, refuse } from '@common/columns/values/outcome'
import { checkedText, textBase } from '@common/columns/values/text'
import { isEmailAddress } from './email'

/**
 * Somebody of the team, kept as the e-mail address that they sign in with, in small letters: it means the same person
 * when the database is opened elsewhere, and stays readable when they have left.
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
