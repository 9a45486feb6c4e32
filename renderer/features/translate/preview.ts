import { formatMessage, tagOfLanguage, type MessageParams } from '@common/messages'

/** A sentence as readers see it. */
export interface Preview {
  /** The number of a plural, for which this is the sentence. */
  readonly count: number | undefined
  readonly text: string
}

/** Numbers of which each language has one in each of its categories. French has `many` from a million on. */
const numbers = [0, 1, 2, 3, 5, 11, 21, 100, 1_000_000]

/**
 * Returns a text as readers see it: with the values that the page showed, and with a number of each category where it
 * counts. Values that the page hasn't shown yet stand as `{name}`. A text that is no ICU message has no preview.
 */
export function previewsOf(text: string, params: MessageParams, language: string): readonly Preview[] {
  const named = Object.fromEntries(
    [...text.matchAll(/\{\s*(\w+)\s*([,}])\s*(\w*)/g)].map(([, name = '', , kind = '']) => [
      name,
      ['plural', 'number', 'selectordinal'].includes(kind) ? 5 : `{${name}}`,
    ]),
  )
  const given = { ...named, ...params }
  const counted = /\{\s*(\w+)\s*,\s*plural\s*,/.exec(text)?.[1]
  try {
    if (counted === undefined) return [{ count: undefined, text: formatMessage(text, given, language) }]
    const rules = new Intl.PluralRules(tagOfLanguage(language))
    const chosen = numbers.filter((number, at) => {
      const before = numbers.slice(0, at)
      const category = rules.select(number)
      return number === 0 ? text.includes('=0') : !before.some((each) => each > 0 && rules.select(each) === category)
    })
    return chosen.map((count) => ({ count, text: formatMessage(text, { ...given, [counted]: count }, language) }))
  } catch {
    return []
  }
}
