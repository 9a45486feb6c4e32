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
 * Returns the facts that differ, with their values before and after.
 *
 * @example changedValues({ days: 365, host: 'a' }, { days: 90, host: 'a' })  // [{ column: 'days', before: 365, after: 90 }]
 */
export function changedValues<T extends object>(before: Partial<T>, after: T): ChangedValue[] {
  return Object.entries(after).flatMap(([column, value]: [string, unknown]) => {
    const was: unknown = before[column as keyof T] ?? null
    return JSON.stringify(was) === JSON.stringify(value ?? null) ? [] : [{ column, before: was, after: value ?? null }]
  })
}
