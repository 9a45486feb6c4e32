/** Commas of Latin, Chinese, Japanese and Arabic writing. */
export const typedCommas = ',，、،'

const comma = new RegExp(`[${typedCommas}]`)
const between = String.raw`[\s;；${typedCommas}]`
const wordEnds = new RegExp(`${between}+`)
const endOfWord = new RegExp(`${between}$`)

/**
 * Returns the items of a list that a person typed with commas of any keyboard: `music, 音楽、موسيقى`. Trims items and
 * leaves out empty ones.
 */
export const typedList = (text: string): string[] =>
  text
    .split(comma)
    .map((item) => item.trim())
    .filter((item) => item !== '')

/** Returns typed items that contain no blanks, such as e-mail addresses: blanks, lines and semicolons separate them too. */
export const typedWords = (text: string): string[] => text.split(wordEnds).filter((item) => item !== '')

/** True if the last typed sign completes an item of `typedWords`. */
export const endsWord = (text: string): boolean => endOfWord.test(text)
