import { isChoice } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import type { Column, Table } from '@common/model'
import { z } from 'zod'
import { filterColumns } from './filter-columns'

const columnId = z.string().min(1).max(255)

/** What a calendar keeps beside the settings of every view. Columns that have gone are as if they were not said. */
export const calendarOptions = z.strictObject({
  /** Where a record stands; the first column of days or moments when absent. */
  startColumn: columnId.optional(),
  /** Where it ends; absent: it has no length. */
  endColumn: columnId.optional(),
  /** A single select whose colours records have. */
  colourColumn: columnId.optional(),
})
export type CalendarOptions = z.infer<typeof calendarOptions>

/** Columns by which records stand in a calendar. */
export interface CalendarColumns {
  readonly start: Column
  readonly end: Column | undefined
  readonly colour: Column | undefined
  /** Days without a time and without a zone. */
  readonly wholeDays: boolean
}

/** Stored columns of days or moments, in the order of the table; those that Basalt keeps itself come last. */
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

/** Columns whose options have the colours of records. */
export const colourColumns = ({ columns }: Table): Column[] => columns.filter(isChoice)

/** Whether people can give the column a value. */
export const isWritable = ({ uiType, generated }: Column): boolean => {
  const { writable, editor } = columnType(uiType)
  return writable && editor !== 'none' && !generated
}

/** Whether its values are days, without a time and without a zone. */
export const isOfDays = ({ uiType }: Column): boolean => columnType(uiType).display === 'date'

/** @returns undefined for a table without any dates */
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

/** What a new calendar of a table begins with. */
export function initialCalendar(table: Table): CalendarOptions {
  const [start] = dateColumns(table)
  const [colour] = colourColumns(table)
  return {
    ...(start && { startColumn: start.name }),
    ...(start && colour && { colourColumn: colour.name }),
  }
}
