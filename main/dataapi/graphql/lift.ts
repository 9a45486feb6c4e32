/** A query whose page numbers have become variables, and their values. */
export interface LiftedQuery {
  readonly text: string
  readonly variables: Readonly<Record<string, number>>
}

/** Nine digits at most: what is larger is judged as it was written. */
const pageNumbers = /\b(limit|offset)(\s*:\s*)(\d{1,9})\b/g
const pagesMost = 20

/**
 * Scripts write the page into the query, so that no two texts are alike, and checking a query costs more than answering
 * it. With the numbers taken out, the texts are alike again.
 *
 * Texts, comments and variables of its own make a query too rich for this; so does anything but a query.
 *
 * @returns undefined when the query is better left as it is
 */
export function liftPages(query: string): LiftedQuery | undefined {
  if (/["#$]/.test(query)) return undefined
  const start = /^\s*(?:query(?:\s+\w+)?\s*)?\{/.exec(query)?.[0]
  if (start === undefined) return undefined
  const variables: Record<string, number> = {}
  let count = 0
  const body = query.slice(start.length).replace(pageNumbers, (_all, name: string, colon: string, digits: string) => {
    const variable = `page${count}`
    count += 1
    variables[variable] = Number(digits)
    return `${name}${colon}$${variable}`
  })
  if (count === 0 || count > pagesMost) return undefined
  const names = Object.keys(variables).map((name) => `$${name}: Int`)
  const head = start.trim() === '{' ? 'query ' : start.slice(0, start.lastIndexOf('{'))
  return { text: `${head}(${names.join(', ')}) {${body}`, variables }
}
