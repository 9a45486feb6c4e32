import { columnInput, definitionOf } from '@common/model/column-definition'
import type { ColumnChange, ColumnDefinition, Table } from '@common/model'
import { changedValues, goneValues, valuesOf, type ChangedValue } from '@main/lib/changed-values'

/** Returns what a change of a column changes, for the audit. An added column has no values. */
export function changedColumn(change: ColumnChange, { columns }: Pick<Table, 'columns'>): ChangedValue[] {
  if (change.kind === 'add') return []
  const column = columns.find(({ name }) => name === change.name)
  if (column === undefined) return []
  const { name, title } = column
  const facts = columnFacts(definitionOf(column))
  switch (change.kind) {
    case 'change':
      return valuesOf(title, changedValues(facts, columnFacts(change.column)))
    case 'rename':
      return valuesOf(title, changedValues({ name, title }, { name: change.newName, title: change.newTitle }))
    case 'drop':
      return valuesOf(title, goneValues(facts))
  }
}

/** Facts of a column, as operations take them. */
export function columnFacts(definition: ColumnDefinition): Readonly<Record<string, unknown>> {
  const { options = {}, validate = null, ...facts } = columnInput(definition)
  const { options: choices, ...settings } = options
  return { ...facts, validate, ...settings, choices: choices?.map(({ title }) => title) ?? [] }
}
