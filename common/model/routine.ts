/** A function, procedure or sequence of a database. */
export interface Routine {
  /** The types of its arguments, if the database has several routines of one name; otherwise empty. */
  readonly signature: string
  /** The statement that creates it; empty if the database doesn't show it. */
  readonly definition: string
  readonly parameters: readonly RoutineParameter[]
  /** Type of the result of a function. */
  readonly returns: string | null
  /** Last value of a sequence; null if it wasn't used, or if the database can't tell. */
  readonly value: string | null
}

export interface RoutineParameter {
  readonly name: string
  readonly type: string
  readonly mode: 'in' | 'out' | 'inout'
}
