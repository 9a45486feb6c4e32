import type { Table } from '../model'

/** The reader and the current time, which decide what values such as `this week` and `me` mean. */
export interface FilterReader {
  readonly now: Date
  /** IANA name. */
  readonly timeZone: string
  /** BCP 47. Decides the first day of the week. */
  readonly locale: string
  /** Empty for anonymous readers, whose `me` matches nothing. */
  readonly email: string
  /** Finds tables by their names in the database. Filters by names of linked records need it. */
  readonly tables?: (name: string) => Table | undefined
}
