import { typeFor } from '@common/columns/new-types'
import type { StoredValue } from '@common/columns/column-type'
import { hasRole } from '@common/columns/questions'
import { blankColumn } from '@common/columns/values/blank-column'
import type { Column } from '@common/model'
import {
  columnParts,
  isVirtual,
  relationOf,
  sampleValues,
  tableOf,
  tableParts,
  type Draft,
  type DraftColumn,
  type DraftTable,
} from '@common/templates'

/** A column of the sample rows, with a value or the names of linked records for each row. */
export interface SampleColumn {
  readonly id: string
  readonly title: string
  readonly column: Column
  readonly cells: readonly SampleCell[]
}
export type SampleCell = { readonly value: StoredValue } | { readonly names: readonly string[] }

/** The sample rows of a table. */
export interface SampleTable {
  readonly id: string
  readonly title: string
  /** Number of sample rows in the template. */
  readonly rows: number
  readonly columns: readonly SampleColumn[]
}

/** Number of sample rows of a table: the longest list of values. */
export const rowCount = ({ columns }: DraftTable): number =>
  Math.max(0, ...columns.map((column) => sampleValues(column).length))

/** Returns the first sample rows of every table. Computed columns have values only after the template is used. */
export function sampleTables(draft: Draft, shown: number): readonly SampleTable[] {
  return draft.tables.map((table) => {
    const rows = rowCount(table)
    return {
      id: table.id,
      title: tableParts(table).title,
      rows,
      columns: table.columns.flatMap((column) => sampleColumn(draft, column, Math.min(rows, shown)) ?? []),
    }
  })
}

function sampleColumn(draft: Draft, column: DraftColumn, shown: number): SampleColumn | undefined {
  const isLink = relationOf(column) !== undefined
  if (isVirtual(column) && !isLink) return undefined
  const uiType = column.uiType ?? typeFor.text
  const links = isLink ? linkedRows(draft, column) : []
  const values = sampleValues(column)
  // Keys that the database numbers have no values.
  if (!isLink && values.length === 0 && hasRole({ uiType }, 'key')) return undefined
  const { title, options } = columnParts(column)
  return {
    id: column.id,
    title,
    column: { ...blankColumn, name: column.name, title, uiType, options },
    cells: Array.from({ length: shown }, (_, at) =>
      isLink ? { names: namesOf(draft, column, links[at] ?? []) } : { value: asStored(values[at]) },
    ),
  }
}

function asStored(value: unknown): StoredValue {
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(',')
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

/** Row numbers of the linked records, counted from 1, for each row of the table. */
type LinkedRows = readonly (readonly number[])[]

const numbersOf = (value: unknown): readonly number[] =>
  (Array.isArray(value) ? value : [value]).filter((each): each is number => Number.isInteger(each))

/** Links are stored at one of their two ends: the other end is read backwards. */
function linkedRows(draft: Draft, column: DraftColumn): LinkedRows {
  const own = sampleValues(column)
  if (own.length > 0) return own.map(numbersOf)
  const related = tableOf(draft, column.relatedId)
  const other = related?.columns.find(({ id }) => id === column.counterpartId)
  const back: number[][] = []
  for (const [at, value] of (other === undefined ? [] : sampleValues(other)).entries())
    for (const number of numbersOf(value)) (back[number - 1] ??= []).push(at + 1)
  return Array.from(back, (numbers) => numbers ?? [])
}

/** Returns the names of linked records: the values of the column that names them. */
function namesOf(draft: Draft, { relatedId }: DraftColumn, rows: readonly number[]): readonly string[] {
  const stored = tableOf(draft, relatedId)?.columns.filter((column) => !isVirtual(column)) ?? []
  const naming =
    stored.find((column) => columnParts(column).namesRecord) ?? stored.find((column) => sampleValues(column).length > 0)
  if (naming === undefined) return []
  return rows.flatMap((row) => {
    const name = asStored(sampleValues(naming)[row - 1])
    return name === null ? [] : [String(name)]
  })
}
