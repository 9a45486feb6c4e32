/** A typed argument of a routine. */
export interface Argument {
  readonly text: string
  readonly isNull: boolean
}

export type ResultRow = Readonly<Record<string, unknown>>

/** Returns the arguments as the API takes them: texts, which the database converts, or null. */
export const argumentsOf = (given: readonly Argument[]): (string | null)[] =>
  given.map(({ text, isNull }) => (isNull ? null : text))

/** Returns the names of the columns of all rows, in order. */
export const columnsOf = (rows: readonly ResultRow[]): string[] => [...new Set(rows.flatMap((row) => Object.keys(row)))]

/** Returns a value as text. Lists and objects are JSON. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
