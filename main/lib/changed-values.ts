/** A changed fact of a command, as the audit lists it. */
export interface ChangedValue {
  /** Name of the fact. */
  readonly column: string
  readonly before: unknown
  readonly after: unknown
  /** The part of a larger whole that the fact belongs to, such as a column or a role. */
  readonly of?: string
}

/**
 * Returns the facts that differ, with their values before and after. A missing fact is null.
 *
 * @example changedValues({ days: 365, host: 'a' }, { days: 90, host: 'a' })  // [{ column: 'days', before: 365, after: 90 }]
 */
export function changedValues<T extends object>(before: Partial<T>, after: Partial<T>): ChangedValue[] {
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])] as (keyof T & string)[]
  return names.flatMap((column) => {
    const was: unknown = before[column] ?? null
    const is: unknown = after[column] ?? null
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ column, before: was, after: is }]
  })
}

/** Returns the facts of something that was deleted, without empty ones and switches that were off. */
export function goneValues(facts: object): ChangedValue[] {
  return changedValues<Record<string, unknown>>(
    Object.fromEntries(Object.entries(facts).filter(([, value]) => !isEmpty(value))),
    {},
  )
}

/** Returns values as facts of one part of a larger whole. */
export const valuesOf = (of: string, values: readonly ChangedValue[]): ChangedValue[] =>
  values.map((value) => ({ ...value, of }))

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === false) return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
