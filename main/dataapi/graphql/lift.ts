/** A query whose page numbers are variables, with their values. */
export interface LiftedQuery {
  readonly text: string
  readonly variables: Readonly<Record<string, number>>
}

/** At most nine digits; larger numbers stay in the query. */
const pageNumbers = /\b(limit|offset)(\s*:\s*)(\d{1,9})\b/g
const pagesMost = 20

/**
 * Replaces page numbers by variables. Scripts write the page into the query, so that texts differ, and validating a
 * query costs more than answering it. Without the numbers, the texts are equal. Skips queries with texts, comments or
 * variables, and other operations.
 * @returns undefined if the query should stay as it is
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
