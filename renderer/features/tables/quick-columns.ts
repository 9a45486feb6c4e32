import type { UiType } from '@common/columns/ui-types'
import { blankColumn } from '@common/columns/values/blank-column'
import type { Column, SelectOption, Table } from '@common/model'
import { columnInput, definitionOf } from '@common/model/column-definition'
import { client } from '@renderer/api'
import { recorded } from '@renderer/features/undo'
import { nextOptionColor } from '@renderer/cells'
import { addedColumnWords, recordColumnChanges, updateOf, type ColumnChanged } from './schema-steps'

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
  await recorded(projectId, addedColumnWords(columns.map(({ title }) => title).join(', '), table), (options) =>
    client.call(
      'tableUpdate',
      {
        table: table.name,
        changes: columns.map((column) => ({ change: 'add' as const, column: columnInput(definitionOf(column)) })),
      },
      { ...options, projectId },
    ),
  )
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
  await changeColumns(projectId, table, [{ before: column, after: definitionOf(after), lost: false }])
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
  await changeColumns(
    projectId,
    table,
    [...wanted.keys()].flatMap((before) => {
      const after = changed.get(before.name)
      return after === undefined ? [] : [{ before, after: definitionOf(after), lost: false }]
    }),
  )
  return changed
}

async function changeColumns(projectId: string, table: Table, columns: readonly ColumnChanged[]): Promise<void> {
  let change: string | undefined
  const changes = columns.map(({ before, after }) => updateOf(before, after))
  await client.call('tableUpdate', { table: table.name, changes }, { projectId, onChange: (id) => (change = id) })
  recordColumnChanges(projectId, table, columns, change)
}

function withOptions(options: readonly SelectOption[], titles: readonly string[]): readonly SelectOption[] {
  return titles.reduce<readonly SelectOption[]>(
    (all, title) => [...all, { title, color: nextOptionColor(all.map(({ color }) => color)) }],
    options,
  )
}
