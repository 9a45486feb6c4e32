import type { RefObject } from 'react'
import type { GridModel } from '../model/grid-model'
import { rowKey } from '../rows/row-key'

/** A line of the model, with its record at that time. */
export interface RecordLine {
  readonly line: number
  /** Key of the record, or the id of a new one; undefined while it isn't loaded. */
  readonly id: string | undefined
}

/** Lines in drawing order; undefined if that is the order of the model. */
export type DrawnLines = RefObject<readonly RecordLine[] | undefined>

/** The record that a line has now. */
export const recordLine = (model: GridModel, line: number): RecordLine => ({
  line,
  id: model.draftAt(line)?.id ?? model.keyAt(line),
})

/** The line that a record has now; its former one if the record isn't loaded any more. */
export function lineNow(model: GridModel, { line, id }: RecordLine): number {
  if (id === undefined || recordLine(model, line).id === id) return line
  const stored = model.rows.find((row) => rowKey(model.table, row) === id)
  if (stored !== undefined) return stored
  for (let at = model.rows.length; at < model.rowCount; at += 1) if (model.draftAt(at)?.id === id) return at
  return line
}

/**
 * Returns the line of the record before or after another one, in drawing order.
 *
 * @returns undefined at either end; the first or the last one for a line that isn't drawn
 */
export function steppedLine(
  line: number,
  by: 1 | -1,
  drawn: readonly RecordLine[] | undefined,
  count: number,
): number | undefined {
  if (drawn === undefined) {
    const next = line + by
    return next >= 0 && next < count ? next : undefined
  }
  return neighbour(
    drawn,
    drawn.findIndex((each) => each.line === line),
    by,
  )?.line
}

/**
 * Returns the record before or after another one. Finds both by key, because arrived rows may have moved every line.
 */
export function steppedRecord(
  model: GridModel,
  from: RecordLine,
  by: 1 | -1,
  drawn: readonly RecordLine[] | undefined,
): RecordLine | undefined {
  if (drawn === undefined) {
    const next = steppedLine(lineNow(model, from), by, undefined, model.rowCount)
    return next === undefined ? undefined : recordLine(model, next)
  }
  const at = drawn.findIndex(({ id, line }) => (from.id === undefined ? line === from.line : id === from.id))
  const next = neighbour(drawn, at, by)
  return next && { ...next, line: lineNow(model, next) }
}

/** Counts from either end if there is no such place. */
function neighbour(drawn: readonly RecordLine[], at: number, by: 1 | -1): RecordLine | undefined {
  if (at < 0) return by > 0 ? drawn[0] : drawn.at(-1)
  // A negative index must not count from the end.
  return at + by < 0 ? undefined : drawn[at + by]
}

/** Returns the index of a line in drawing order, from 0. */
export function placeOfLine(line: number, drawn: readonly RecordLine[] | undefined): number {
  const at = drawn?.findIndex((each) => each.line === line) ?? -1
  return at < 0 ? line : at
}
