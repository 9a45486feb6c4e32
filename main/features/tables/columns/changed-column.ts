import { columnInput, definitionOf } from '@common/model/column-definition'
import type { ColumnChange, ColumnDefinition, Table } from '@common/model'
import { changedValues, type ChangedValue } from '@main/lib/changed-values'

/** Returns what a change of a column changes, for the audit. Added, renamed and deleted columns have names only. */
export function changedColumn(change: ColumnChange, { columns }: Pick<Table, 'columns'>): ChangedValue[] {
  if (change.kind !== 'change') return []
  const column = columns.find(({ name }) => name === change.name)
  if (column === undefined) return []
  return changedValues(factsOf(definitionOf(column)), factsOf(change.column)).map((value) => ({
    ...value,
    of: column.title,
  }))
}

function factsOf(definition: ColumnDefinition): Readonly<Record<string, unknown>> {
  const { options = {}, validate = null, ...facts } = columnInput(definition)
  const { options: choices, ...settings } = options
  return { ...facts, validate, ...settings, choices: choices?.map(({ title }) => title) ?? [] }
}
