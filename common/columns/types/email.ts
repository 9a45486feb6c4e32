import type { ColumnType } from '@common/columns/column-type'
import { guessBy } from '@common/columns/values/guesses'
import { accept, refuse } from '@common/columns/values/outcome'
import { checkedText, textBase } from '@common/columns/values/text'

/** RFC 5321 mailboxes without quotes and comments: dot-separated atoms, and a host with a domain. */
const form =
  /^(?=.{1,64}@)[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)\.)+(?!-)[\p{L}\p{M}\p{N}-]{2,63}(?<!-)$/u

/** True if a text has the form of an e-mail address. */
export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && form.test(text) && !/\.\d+$/.test(text)
}

/** An e-mail address. */
export const email: ColumnType = {
  ...textBase,
  ...checkedText((text) => (isEmailAddress(text) ? accept(text) : refuse('notEmail'))),
  name: 'Email',
  icon: 'mail',
  keyboard: 'email',
  reverses: 'form',
  opens: 'mail',
  quick: 'email',
  display: 'link',
  jsonSchema: { type: 'string', format: 'email' },
  guess: (texts) => guessBy(0.97, texts, (text) => isEmailAddress(text.trim())),
}
