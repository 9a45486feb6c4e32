import type { SelectOption } from '@common/model'

/** Returns the option with this title. `loosely` ignores letter case if only one option matches. */
export function findOption(
  options: readonly SelectOption[],
  title: string,
  loosely: boolean,
): SelectOption | undefined {
  const exact = options.find((option) => option.title === title)
  if (exact !== undefined || !loosely) return exact
  const lower = title.toLowerCase()
  const alike = options.filter((option) => option.title.toLowerCase() === lower)
  return alike.length === 1 ? alike[0] : undefined
}

/** Returns the titles of a stored list of options, in order. */
export function splitOptions(text: string): string[] {
  return text
    .split(',')
    .map((title) => title.trim())
    .filter((title) => title !== '')
}

/** Shortens a value so that it fits into a sentence. */
export function shortened(text: string): string {
  return text.length > 60 ? `${Array.from(text.slice(0, 120)).slice(0, 59).join('')}…` : text
}

/** True if texts look like choices from a list: few different ones, short, each used several times. */
export function repeats(texts: readonly string[]): boolean {
  const titles = new Set(texts.map((text) => text.trim()))
  const short = [...titles].every((title) => title.length > 0 && title.length <= 40 && !title.includes('\n'))
  return short && texts.length >= 8 && titles.size <= 30 && titles.size * 4 <= texts.length
}
