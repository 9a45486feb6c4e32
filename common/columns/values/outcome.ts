import type { Parsed, ProblemCode, StoredValue } from '@common/columns/column-type'
import type { Column } from '@common/model'

/** A value that is accepted. */
export function accept(value: StoredValue): Parsed {
  return { ok: true, value }
}

/** Returns a rejection with the parameters of its message. */
export function refuse(problem: ProblemCode, params?: Readonly<Record<string, string | number>>): Parsed {
  return { ok: false, problem: params === undefined ? { problem } : { problem, params } }
}

/** Clears a cell, unless its column must have a value. A key that the database counts itself may be left empty. */
export function clear(column: Column): Parsed {
  return column.required && !column.autoIncrement ? refuse('required') : accept(null)
}

/** True if a value of a JSON body means no value. */
export function isEmpty(value: unknown): value is null | undefined | '' {
  return value === null || value === undefined || value === ''
}
