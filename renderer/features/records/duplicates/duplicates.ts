import { hasRole } from '@common/columns/questions'
import { duplicatesMax } from '@common/constants'
import type { Column, Table } from '@common/model'
import { isComparable } from '@common/query/duplicates-query'
import { formatNameList } from '@common/query/name-list'
import { formatSort } from '@common/query/sort'
import { data } from '@renderer/api'
import { computedInfo, valueColumns } from '../columns/computed-columns'
import { rowFilter } from '../rows/row-api'
import { keyColumns, type Row } from '../rows/row-key'
import type { GridQuery } from '../session/use-grid-model'

/** How records are compared. */
export interface DuplicatesChoice {
  /** Names of the compared columns, or ids of computed ones. */
  readonly columns: readonly string[]
  readonly ignoreCase: boolean
  readonly ignoreSpaces: boolean
  /** Empty values are equal to each other. */
  readonly withEmpty: boolean
  /** Only the records that the view's filter and the search find. */
  readonly ofView: boolean
}

export interface DuplicateRecord {
  /** Number of stored columns with a value. */
  readonly filled: number
  readonly row: Row
}

/** Equal records, the oldest first. */
export interface DuplicateGroup {
  readonly id: number
  readonly records: readonly DuplicateRecord[]
}

export interface Duplicates {
  readonly groups: readonly DuplicateGroup[]
  /** Number of records in the groups. */
  readonly records: number
  /** True if there are more groups than are listed. */
  readonly isCut: boolean
}

export interface DuplicatesQuery {
  readonly projectId: string
  readonly table: Table
  readonly choice: DuplicatesChoice
  /** Only the filter and the search matter. */
  readonly rows: Pick<GridQuery, 'filter' | 'search'>
}

interface Answer {
  /** Set on the first page only. */
  readonly records?: number
  readonly rows: readonly { readonly group: number; readonly filled: number; readonly values: Row }[]
}

/** Columns that records can be compared by. Counted keys are never equal, and links lead elsewhere. */
export function comparedColumns(table: Table): readonly Column[] {
  return valueColumns(table).filter(
    (column) => isComparable(column) && !column.autoIncrement && computedInfo(column)?.item === undefined,
  )
}

/** Returns the column with the creation time of a record. */
export const createdColumn = (table: Table): Column | undefined =>
  table.columns.find((column) => hasRole(column, 'createdAt'))

/** Columns shown of each record: its name, the compared ones, its age and its key. */
export function shownColumns(table: Table, choice: DuplicatesChoice): readonly Column[] {
  const name = table.columns.find(({ primaryValue }) => primaryValue)
  const compared = comparedColumns(table).filter((column) => choice.columns.includes(column.name))
  const created = createdColumn(table)
  return [...new Set([...(name ? [name] : []), ...compared, ...(created ? [created] : []), ...keyColumns(table)])]
}

/**
 * Loads the groups of duplicates, computed by the database. `progress` receives the number of loaded records and the
 * total.
 *
 * @throws the error of a request
 */
export async function readDuplicates(
  { projectId, table, choice, rows }: DuplicatesQuery,
  progress: (loaded: number, records: number) => void,
  signal: AbortSignal,
): Promise<Duplicates> {
  const created = createdColumn(table)
  const shown = shownColumns(table, choice)
  const compared = shown.filter((column) => choice.columns.includes(column.name))
  const query = {
    ...(choice.ofView ? rowFilter(rows) : {}),
    ...(created && { sort: formatSort([{ column: created.title, descending: false }]) }),
    duplicates: formatNameList(compared.map(({ title }) => title)),
    fields: formatNameList(shown.map(({ title }) => title)),
    ignoreCase: String(choice.ignoreCase),
    ignoreSpaces: String(choice.ignoreSpaces),
    withEmpty: String(choice.withEmpty),
    limit: duplicatesMax,
  }
  const groups = new Map<number, DuplicateRecord[]>()
  let loaded = 0
  let records = Infinity
  while (loaded < Math.min(records, duplicatesMax)) {
    const answer = await data.call<Answer>(projectId, [table.title], { query: { ...query, offset: loaded }, signal })
    for (const { group, filled, values } of answer.rows) {
      const known = groups.get(group)
      if (known) known.push({ filled, row: values })
      else groups.set(group, [{ filled, row: values }])
    }
    loaded += answer.rows.length
    records = answer.rows.length === 0 ? loaded : (answer.records ?? records)
    progress(loaded, records)
  }
  const all = [...groups].map(([id, list]): DuplicateGroup => ({ id, records: list }))
  const isCut = records > loaded
  // The last group may not be complete, and its best record may be missing.
  const whole = isCut && all.length > 1 ? all.slice(0, -1) : all
  return {
    // Changes meanwhile may have moved a record out of its group.
    groups: whole.filter((group) => group.records.length > 1),
    records,
    isCut,
  }
}
