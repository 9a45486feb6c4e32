import type { UiType } from '@common/columns/ui-types'
import { blankColumn } from '@common/columns/values/blank-column'
import type { Column, SelectOption, Table } from '@common/model'
import { columnInput, definitionOf } from '@common/model/column-definition'
import { client } from '@renderer/api'
import { nextOptionColor } from '@renderer/cells'
import { recordColumnChange, recordNewColumn, updateOf } from './schema-steps'

/**
 * Adds plain fields to a table without a dialog.
 *
 * @returns the columns as the grid may use them before the table is read again
 */
export async function addFields(
  projectId: string,
  table: Table,
  fields: readonly { readonly title: string; readonly uiType: UiType; readonly options?: readonly SelectOption[] }[],
): Promise<readonly Column[]> {
  const columns = fields.map(({ title, uiType, options }): Column => ({
    ...blankColumn,
    name: title,
    title,
    uiType,
    ...(options && { options: { options } }),
  }))
  await client.call(
    'tableUpdate',
    {
      table: table.name,
      changes: columns.map((column) => ({ change: 'add' as const, column: columnInput(definitionOf(column)) })),
    },
    { projectId },
  )
  for (const column of columns) recordNewColumn(projectId, table, definitionOf(column))
  return columns
}

/** Sets the options of a select column. @returns the column with them */
export async function setOptions(
  projectId: string,
  table: Table,
  column: Column,
  options: readonly SelectOption[],
): Promise<Column> {
  const after: Column = { ...column, options: { ...column.options, options } }
  await client.call(
    'tableUpdate',
    { table: table.name, changes: [updateOf(column, definitionOf(after))] },
    { projectId },
  )
  recordColumnChange(projectId, table, column, definitionOf(after), false)
  return after
}

/**
 * Adds options to select columns, each in the next free colour.
 *
 * @returns the columns with their new options
 */
export async function addOptions(
  projectId: string,
  table: Table,
  wanted: ReadonlyMap<Column, readonly string[]>,
): Promise<ReadonlyMap<string, Column>> {
  const changed = new Map(
    [...wanted].map(([column, titles]) => [
      column.name,
      { ...column, options: { ...column.options, options: withOptions(column.options.options ?? [], titles) } },
    ]),
  )
  await client.call(
    'tableUpdate',
    {
      table: table.name,
      changes: [...changed.values()].map((column) => updateOf(column, definitionOf(column))),
    },
    { projectId },
  )
  for (const column of wanted.keys()) {
    const after = changed.get(column.name)
    if (after) recordColumnChange(projectId, table, column, definitionOf(after), false)
  }
  return changed
}

function withOptions(options: readonly SelectOption[], titles: readonly string[]): readonly SelectOption[] {
  return titles.reduce<readonly SelectOption[]>(
    (all, title) => [...all, { title, color: nextOptionColor(all.map(({ color }) => color)) }],
    options,
  )
}
