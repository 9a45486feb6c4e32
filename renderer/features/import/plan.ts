import type { UiType } from '@common/columns/ui-types'
import { isAlwaysIdentity } from '@common/columns/identity'
import { columnType } from '@common/columns/registry'
import { isSameType } from '@common/columns/ui-types'
import { matchColumns } from '@common/import/match-columns'
import type { ImportOptions } from '@common/import/options'
import type { Column, ColumnOptions, Table } from '@common/model'
import type { ImportSheetOrder, WireImportColumn, WireImportPreview } from '@common/operations/imports'

/** Where a column of a file goes: into a new column, into one that the table has, or nowhere. */
export type ColumnGoal =
  | { readonly kind: 'new' }
  | { readonly kind: 'column'; readonly name: string }
  | { readonly kind: 'skip' }

/** What is to become of one column of a file. */
export interface ColumnPlan {
  /** Place in the file, from 0. */
  readonly source: number
  readonly goal: ColumnGoal
  /** Of the new column. */
  readonly title: string
  readonly uiType: UiType
}

export type ImportTarget =
  | { readonly kind: 'new'; readonly title: string }
  /** `name` is empty until a table is chosen. */
  | { readonly kind: 'table'; readonly name: string }

/** What is to become of one sheet. */
export interface SheetPlan {
  readonly target: ImportTarget
  readonly columns: readonly ColumnPlan[]
  /** Names of columns of the table by which rows that are there are found; empty: every row is added. */
  readonly key: readonly string[]
  readonly onMatch: 'update' | 'skip'
}

/** Columns of a table that a file can fill; those of its key, so that records can be found by them. */
export function fillableColumns(table: Table): readonly Column[] {
  return table.columns.filter(
    (column) =>
      (!column.generated || isAlwaysIdentity(column)) && (columnType(column.uiType).writable || column.primaryKey),
  )
}

/** The columns of a new table, as the file has them. */
export function newTableColumns(preview: WireImportPreview): readonly ColumnPlan[] {
  return preview.columns.map(({ source, title, guess }) => ({
    source,
    goal: { kind: 'new' },
    title,
    uiType: guess.uiType,
  }))
}

/** The columns of a file beside those of a table; what nothing fits is left out. */
export function mappedColumns(preview: WireImportPreview, table: Table): readonly ColumnPlan[] {
  const fillable = fillableColumns(table)
  const places = matchColumns(
    preview.columns.map(({ header, title }) => ({ title: header.trim() === '' ? title : header })),
    fillable,
  )
  return newTableColumns(preview).map((column, at) => {
    const target = fillable[places[at] ?? -1]
    return { ...column, goal: target ? { kind: 'column', name: target.name } : { kind: 'skip' } }
  })
}

/** A column of the table is filled from one place: who chooses it last has it. */
export function withGoal(columns: readonly ColumnPlan[], source: number, goal: ColumnGoal): readonly ColumnPlan[] {
  return columns.map((column) => {
    if (column.source === source) return { ...column, goal }
    const isTaken = goal.kind === 'column' && column.goal.kind === 'column' && column.goal.name === goal.name
    return isTaken ? { ...column, goal: { kind: 'skip' } } : column
  })
}

/** The file was read anew, with other options: what was chosen for its columns stays where they are still the same. */
export function keptColumns(
  before: readonly ColumnPlan[],
  was: WireImportPreview,
  fresh: readonly ColumnPlan[],
  now: WireImportPreview,
): readonly ColumnPlan[] {
  return fresh.map((column, at) => {
    const [one, other] = [was.columns[at], now.columns[at]]
    const old = before[at]
    if (!one || !other || !old || one.header !== other.header) return column
    const isRetyped = !isSameType(old, one.guess) && choiceOf(other, old.uiType) !== undefined
    return {
      ...column,
      goal: old.goal,
      title: old.title === one.title ? column.title : old.title,
      uiType: isRetyped ? old.uiType : column.uiType,
    }
  })
}

/** What a type makes of a column: its choices, and how many values do not fit. */
export function choiceOf(
  column: WireImportColumn,
  uiType: UiType,
): { readonly uiType: UiType; readonly options: ColumnOptions; readonly misfits: number } | undefined {
  return [column.guess, ...column.types].find((each) => isSameType(each, { uiType }))
}

/** Why a sheet cannot be imported as it is planned: the key of a sentence, and the column that it is about. */
export interface PlanProblem {
  readonly key:
    | 'titleMissing'
    | 'titleTaken'
    | 'titleTwice'
    | 'tableMissing'
    | 'tableTwice'
    | 'noColumns'
    | 'columnTitleMissing'
    | 'columnTitleTwice'
    | 'keyNotFilled'
  readonly source?: number
  readonly name?: string
}

export interface PlanSurroundings {
  /** Titles and names of the tables of the project. */
  readonly taken: readonly string[]
  /** Titles of other new tables of the same import. */
  readonly others: readonly string[]
  /** Tables that other sheets go into: two at once would not know of each other's rows. */
  readonly otherTables?: readonly string[]
  /** The table that it goes into. */
  readonly table: Table | undefined
}

/** The first thing that is wrong with a plan; undefined when it can be carried out. */
export function problemOfPlan(
  plan: SheetPlan,
  { taken, others, otherTables = [], table }: PlanSurroundings,
): PlanProblem | undefined {
  const { target } = plan
  if (target.kind === 'new') {
    const title = target.title.trim()
    if (title === '') return { key: 'titleMissing' }
    if (includes(taken, title)) return { key: 'titleTaken', name: title }
    if (includes(others, title)) return { key: 'titleTwice', name: title }
  } else if (!table) return { key: 'tableMissing' }
  else if (otherTables.includes(table.name)) return { key: 'tableTwice', name: table.title }
  const filled = plan.columns.filter(({ goal }) => goal.kind !== 'skip')
  if (filled.length === 0) return { key: 'noColumns' }
  const seen = new Set(target.kind === 'new' ? [] : table?.columns.map(({ title }) => title.toLowerCase()))
  for (const { source, goal, title } of filled) {
    if (goal.kind !== 'new') continue
    const name = title.trim().toLowerCase()
    if (name === '') return { key: 'columnTitleMissing', source }
    if (seen.has(name)) return { key: 'columnTitleTwice', source, name: title.trim() }
    seen.add(name)
  }
  const missing = plan.key.find((name) => !filled.some(({ goal }) => goal.kind === 'column' && goal.name === name))
  const column = table?.columns.find(({ name }) => name === missing)
  return missing === undefined ? undefined : { key: 'keyNotFilled', name: column?.title ?? missing }
}

const includes = (titles: readonly string[], title: string): boolean =>
  titles.some((other) => other.trim().toLowerCase() === title.toLowerCase())

/** What the server is asked to do with a sheet. */
export function orderOf(
  sheet: number,
  options: ImportOptions,
  plan: SheetPlan,
  preview: WireImportPreview,
): ImportSheetOrder {
  const { target, key, onMatch } = plan
  return {
    sheet,
    // What was found in the part that was looked at counts for the whole.
    options: {
      ...options,
      ...(preview.encoding === null ? {} : { encoding: preview.encoding }),
      ...(preview.delimiter === null ? {} : { delimiter: preview.delimiter }),
      header: preview.header,
      locale: preview.locale,
      skip: preview.skip,
    },
    into: target.kind === 'new' ? { kind: 'new', title: target.title.trim() } : { kind: 'table', tn: target.name },
    columns: plan.columns.flatMap(({ source, goal, title, uiType }): ImportSheetOrder['columns'] => {
      if (goal.kind === 'skip') return []
      if (goal.kind === 'column') return [{ source, column: goal.name }]
      const column = preview.columns.find((each) => each.source === source)
      const options = column && choiceOf(column, uiType)?.options
      return [
        { source, title: title.trim(), uiType, ...(options === undefined ? {} : { options: sentOptions(options) }) },
      ]
    }),
    ...(target.kind === 'table' && key.length > 0 ? { key: [...key] } : {}),
    onMatch,
  }
}

const sentOptions = ({ options, ...rest }: ColumnOptions) => ({
  ...rest,
  ...(options ? { options: [...options] } : {}),
})
