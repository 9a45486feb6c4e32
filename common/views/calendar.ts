import { isChoice } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import type { Column, Table } from '@common/model'
import { z } from 'zod'
import { filterColumns } from './filter-columns'

const columnId = z.string().min(1).max(255)

/** Options of a calendar view. Missing columns are ignored. */
export const calendarOptions = z.strictObject({
  /** Column of the start. Default: the first date column. */
  startColumn: columnId.optional(),
  /** Column of the end. Default: records have no duration. */
  endColumn: columnId.optional(),
  /** Single select whose colours the records use. */
  colourColumn: columnId.optional(),
})
export type CalendarOptions = z.infer<typeof calendarOptions>

/** Columns that place records in a calendar. */
export interface CalendarColumns {
  readonly start: Column
  readonly end: Column | undefined
  readonly colour: Column | undefined
  /** True for days without time and zone. */
  readonly wholeDays: boolean
}

/** Returns the stored date columns in table order; columns that Basalt maintains come last. */
export function dateColumns(table: Table): Column[] {
  const dates = filterColumns(table).flatMap(({ column, family, link }) =>
    (family === 'date' || family === 'dateTime') && link === undefined && table.columns.includes(column)
      ? [column]
      : [],
  )
  return [...dates.filter(isWritable), ...dates.filter((column) => !isWritable(column))]
}

/** Columns that can say where a record ends that begins by another one: of the same kind of values. */
export function endColumns(table: Table, start: Column): Column[] {
  return dateColumns(table).filter((column) => column !== start && isOfDays(column) === isOfDays(start))
}

/** Returns the columns whose options can colour records. */
export const colourColumns = ({ columns }: Table): Column[] => columns.filter(isChoice)

/** True if users can edit the column. */
export const isWritable = ({ uiType, generated }: Column): boolean => {
  const { writable, editor } = columnType(uiType)
  return writable && editor !== 'none' && !generated
}

/** True if the column holds days, without time and zone. */
export const isOfDays = ({ uiType }: Column): boolean => columnType(uiType).display === 'date'

/** @returns undefined for a table without date columns */
export function calendarColumns(table: Table, options: CalendarOptions): CalendarColumns | undefined {
  const dates = dateColumns(table)
  const start = dates.find(({ name }) => name === options.startColumn) ?? dates[0]
  if (start === undefined) return undefined
  return {
    start,
    end: endColumns(table, start).find(({ name }) => name === options.endColumn),
    colour: colourColumns(table).find(({ name }) => name === options.colourColumn),
    wholeDays: isOfDays(start),
  }
}

/** Returns the options of a new calendar view. */
export function initialCalendar(table: Table): CalendarOptions {
  const [start] = dateColumns(table)
  const [colour] = colourColumns(table)
  return {
    ...(start && { startColumn: start.name }),
    ...(start && colour && { colourColumn: colour.name }),
  }
}
