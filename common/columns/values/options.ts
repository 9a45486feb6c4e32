import type { SelectOption } from '@common/model'

/** The option of this title; loosely: letter case ignored, when that leaves no doubt. */
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

/** Titles of a stored MultiSelect value, in order. */
export function splitOptions(text: string): string[] {
  return text
    .split(',')
    .map((title) => title.trim())
    .filter((title) => title !== '')
}

/** A value as it fits into a sentence. */
export function shortened(text: string): string {
  return text.length > 60 ? `${Array.from(text.slice(0, 120)).slice(0, 59).join('')}…` : text
}

/** Whether texts look as if they were chosen from a short list: few, short, and each used again and again. */
export function repeats(texts: readonly string[]): boolean {
  const titles = new Set(texts.map((text) => text.trim()))
  const short = [...titles].every((title) => title.length > 0 && title.length <= 40 && !title.includes('\n'))
  return short && texts.length >= 8 && titles.size <= 30 && titles.size * 4 <= texts.length
}
