import type { Table } from '@common/model'
import { definitionOf } from '@common/model/column-definition'
import type { VirtualColumn } from '@common/model/relations'
import { systemPrincipal } from '@common/principal'
import { changedValues, goneValues, valuesOf, type ChangedValue } from '@main/lib/changed-values'
import { inProject, type CallContext } from '@main/operations/context'
import type { TableCatalog } from './catalog/catalog'
import { columnFacts } from './columns/changed-column'
import { shownFormula } from './virtual-columns/shown-formula'

/**
 * Runs a command on a table, and adds what it changed in the table to the audit.
 *
 * @throws AppError TABLE_NOT_FOUND, and errors of the command
 */
export async function notingTable<T>(
  context: CallContext,
  catalog: TableCatalog,
  nameOrTitle: string,
  run: () => Promise<T>,
): Promise<T> {
  const { projectId } = inProject(context)
  const lookups = catalog.as(systemPrincipal)
  const before = await lookups.get(projectId, nameOrTitle)
  const done = await run()
  const values = tableValues(before, await lookups.named(projectId, before.name))
  context.noteForAudit?.(values.length > 0 ? { values } : {}, before.name)
  return done
}

/** Returns what changed in a table; its parts, if it is gone. */
function tableValues(before: Table, after: Table | undefined): ChangedValue[] {
  if (after === undefined) return goneValues({ title: before.title, columns: titlesOf(before) })
  const isSameSet = namesOf(before).toSorted().join('\n') === namesOf(after).toSorted().join('\n')
  return [
    ...changedValues(ownFacts(before), ownFacts(after)),
    ...(isSameSet ? changedValues({ columns: titlesOf(before) }, { columns: titlesOf(after) }) : []),
    ...partValues(partsOf(before), partsOf(after)),
  ]
}

const ownFacts = ({ title, icon, order, columns }: Table) => ({
  title,
  icon,
  order,
  primaryValue: columns.find(({ primaryValue }) => primaryValue)?.title,
})

const namesOf = ({ columns }: Table): readonly string[] => columns.map(({ name }) => name)
/** Titles in display order; names, so that a new title alone is no new order. */
const titlesOf = ({ columns }: Table): readonly string[] => columns.map(({ name, title }) => title || name)

interface Part {
  readonly of: string
  readonly facts: Readonly<Record<string, unknown>>
}

/** Columns, computed columns and indexes, by their identity. */
function partsOf(table: Table): ReadonlyMap<string, Part> {
  const { columns, virtualColumns, indexes } = table
  return new Map<string, Part>([
    ...columns.map((column): [string, Part] => [
      `column ${column.name}`,
      { of: column.title, facts: columnFacts(definitionOf(column)) },
    ]),
    ...virtualColumns.map((column): [string, Part] => [
      `virtual ${column.id}`,
      { of: column.title, facts: virtualFacts(column, table) },
    ]),
    ...indexes.map(({ name, columns: of, unique }): [string, Part] => [
      `index ${name}`,
      { of: name, facts: { columns: of, unique } },
    ]),
  ])
}

function partValues(before: ReadonlyMap<string, Part>, after: ReadonlyMap<string, Part>): ChangedValue[] {
  return [...before].flatMap(([id, { of, facts }]) => {
    const now = after.get(id)?.facts
    return valuesOf(of, now === undefined ? goneValues(facts) : changedValues(facts, now))
  })
}

/** Returns the definition of a computed column, by titles. */
function virtualFacts(column: VirtualColumn, table: Table): Readonly<Record<string, unknown>> {
  const { title, kind } = column
  const linkTitle = (id: string): string => table.virtualColumns.find((each) => each.id === id)?.title ?? id
  switch (column.kind) {
    case 'link':
      return { title, type: kind, table: column.relatedTitle }
    case 'formula':
      return { title, type: kind, formula: shownFormula(table, column.formula) }
    case 'count':
      return { title, type: kind, link: linkTitle(column.linkId) }
    case 'lookup':
      return { title, type: kind, link: linkTitle(column.linkId), column: column.column }
    case 'rollup':
      return { title, type: kind, link: linkTitle(column.linkId), column: column.column, function: column.function }
  }
}
