import { message, type MessageParam } from '@common/messages'

/**
 * Parses a variable of the environment that says yes or no, in any letter case.
 *
 * @param usual  the meaning of an empty value
 * @throws the error that `wrongValue` makes
 */
export function yesOrNo(
  name: string,
  { [name]: given = '' }: NodeJS.ProcessEnv,
  usual: boolean,
  wrongValue: (name: string, expected: MessageParam, value: string) => Error,
): boolean {
  const text = given.trim().toLowerCase()
  if (text === '') return usual
  if (['1', 'true', 'yes'].includes(text)) return true
  if (['0', 'false', 'no'].includes(text)) return false
  throw wrongValue(name, message('errorWords.boolean'), text)
}
