import type { UiType } from '@common/columns/ui-types'
import { isAlwaysIdentity } from '@common/columns/identity'
import { columnType } from '@common/columns/registry'
import { isSameType } from '@common/columns/ui-types'
import { matchColumns } from '@common/import/match-columns'
import type { ImportOptions } from '@common/import/options'
import type { Column, ColumnOptions, Table } from '@common/model'
import type { ImportSheetOrder, WireImportColumn, WireImportPreview } from '@common/operations/imports'

/** Target of a file's column: a new column, an existing one, or none. */
export type ColumnGoal =
  | { readonly kind: 'new' }
  | { readonly kind: 'column'; readonly name: string }
  | { readonly kind: 'skip' }

/** Plan for one column of a file. */
export interface ColumnPlan {
  /** Place in the file, from 0. */
  readonly source: number
  readonly goal: ColumnGoal
  /** Title of the new column. */
  readonly title: string
  readonly uiType: UiType
}

export type ImportTarget =
  | { readonly kind: 'new'; readonly title: string }
  /** `name` is empty until a table is chosen. */
  | { readonly kind: 'table'; readonly name: string }

/** Plan for one sheet. */
export interface SheetPlan {
  readonly target: ImportTarget
  readonly columns: readonly ColumnPlan[]
  /** Names of columns that identify existing rows; empty adds every row. */
  readonly key: readonly string[]
  readonly onMatch: 'update' | 'skip'
}

/** Returns the columns of a table that a file can fill, including its key, which identifies records. */
export function fillableColumns(table: Table): readonly Column[] {
  return table.columns.filter(
    (column) =>
      (!column.generated || isAlwaysIdentity(column)) && (columnType(column.uiType).writable || column.primaryKey),
  )
}

/** Returns the columns of a new table, from those of the file. */
export function newTableColumns(preview: WireImportPreview): readonly ColumnPlan[] {
  return preview.columns.map(({ source, title, guess }) => ({
    source,
    goal: { kind: 'new' },
    title,
    uiType: guess.uiType,
  }))
}

/** Maps the columns of a file to those of a table; skips columns without a match. */
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

/** Sets the target of a column. Each table column has one source: the latest choice wins. */
export function withGoal(columns: readonly ColumnPlan[], source: number, goal: ColumnGoal): readonly ColumnPlan[] {
  return columns.map((column) => {
    if (column.source === source) return { ...column, goal }
    const isTaken = goal.kind === 'column' && column.goal.kind === 'column' && column.goal.name === goal.name
    return isTaken ? { ...column, goal: { kind: 'skip' } } : column
  })
}

/** Carries choices over to columns that stay the same after the file was parsed with other options. */
export function carriedColumns(
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

/** Returns the preview of a column for a type: its choices, and the number of invalid values. */
export function choiceOf(
  column: WireImportColumn,
  uiType: UiType,
): { readonly uiType: UiType; readonly options: ColumnOptions; readonly misfits: number } | undefined {
  return [column.guess, ...column.types].find((each) => isSameType(each, { uiType }))
}

/** Reason why a planned sheet can't be imported: the message key and the column. */
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
  /** Titles and names of the project's tables. */
  readonly taken: readonly string[]
  /** Titles of other new tables of the same import. */
  readonly others: readonly string[]
  /** Targets of other sheets. Two imports into one table at once would miss each other's rows. */
  readonly otherTables?: readonly string[]
  /** The target table. */
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

/** Returns the import request for a sheet. */
export function orderOf(
  sheet: number,
  options: ImportOptions,
  plan: SheetPlan,
  preview: WireImportPreview,
): ImportSheetOrder {
  const { target, key, onMatch } = plan
  return {
    sheet,
    // Findings of the sampled part apply to the whole file.
    options: {
      ...options,
      ...(preview.encoding === null ? {} : { encoding: preview.encoding }),
      ...(preview.delimiter === null ? {} : { delimiter: preview.delimiter }),
      header: preview.header,
      locale: preview.locale,
      skip: preview.skip,
    },
    into: target.kind === 'new' ? { kind: 'new', title: target.title.trim() } : { kind: 'table', table: target.name },
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
