import type { StoredValue } from '@common/columns/column-type'
import { perLocale } from '@common/columns/values/locale'

/** Names that repeat in a cycle: days of the week, months. */
type Circle = readonly string[]

const circlesOf = perLocale((locale): readonly Circle[] =>
  [...new Set([locale, 'en'])].flatMap((language) =>
    (['long', 'short'] as const).flatMap((width) => [
      ...variants(
        Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 15)),
        language,
        { month: width },
      ),
      // 4 January 2026 was a Sunday.
      ...variants(
        Array.from({ length: 7 }, (_, day) => Date.UTC(2026, 0, 4 + day)),
        language,
        { weekday: width },
      ),
    ]),
  ),
)

/** Returns names in their stand-alone form, and without the dot that some languages add to short ones. */
function variants(times: readonly number[], language: string, part: Intl.DateTimeFormatOptions): Circle[] {
  const format = new Intl.DateTimeFormat(language, { ...part, timeZone: 'UTC' })
  const names = times.map((time) => format.format(time))
  const bare = names.map((name) => name.replace(/\.$/, ''))
  const all = names.some((name, at) => name !== bare[at]) ? [names, bare] : [names]
  // Some languages abbreviate two months alike; such names define no step.
  return all.filter((circle) => new Set(circle).size === circle.length && circle.every((name) => /\p{L}/u.test(name)))
}

type Case = 'lower' | 'upper' | 'title' | 'own'

function caseOf(text: string, name: string): Case {
  if (text === name) return 'own'
  if (text === text.toLocaleUpperCase() && text.length > 1) return 'upper'
  return text === text.toLocaleLowerCase() ? 'lower' : 'title'
}

function inCase(name: string, letters: Case): string {
  if (letters === 'upper') return name.toLocaleUpperCase()
  if (letters === 'lower') return name.toLocaleLowerCase()
  return letters === 'title' ? name.charAt(0).toLocaleUpperCase() + name.slice(1) : name
}

/** Returns the series of names of weekdays or months, in the user's language or English; undefined for other texts. */
export function nameSeries(
  given: readonly string[],
  locale: string,
): { readonly valueAt: (place: number) => StoredValue; readonly single: true } | undefined {
  for (const circle of circlesOf(locale)) {
    const lower = circle.map((name) => name.toLocaleLowerCase())
    const places = given.map((text) => lower.indexOf(text.trim().toLocaleLowerCase()))
    const [first] = places
    if (first === undefined || places.includes(-1)) continue
    const size = circle.length
    const step = places.length === 1 ? 1 : ((places[1] ?? 0) - first + size) % size
    if (places.some((place, at) => place !== (first + step * at) % size)) continue
    const letters = caseOf((given[0] ?? '').trim(), circle[first] ?? '')
    const last = places.at(-1) ?? first
    return {
      single: true,
      valueAt: (place) => {
        const at = (((place > 0 ? last : first) + step * place) % size) + size
        return inCase(circle[at % size] ?? '', letters)
      },
    }
  }
  return undefined
}
