import type { Column, Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'
import { graphqlFieldNames, graphqlTableNames } from '@common/wire/graphql-names'
import type { DescribedProject, DescribedTable } from '../plan/described'

type LinkColumn = Extract<VirtualColumn, { kind: 'link' }>

/** A table with its GraphQL names (wire §11). */
export interface NamedTable extends DescribedTable {
  /** Name of its type, and prefix of its root fields. */
  readonly name: string
  /** Stored and computed columns by field name, in order. */
  readonly columns: ReadonlyMap<string, Column>
  readonly links: readonly NamedLink[]
}

/** A link with its GraphQL names. */
export interface NamedLink {
  readonly link: LinkColumn
  readonly related: string
  /** Returns the linked table. */
  readonly relatedTable: () => NamedTable | undefined
  readonly field: string
  /** Name of the field with the number of linked rows; absent for belongs-to. */
  readonly count?: string
}

/** Skips tables without columns: GraphQL doesn't allow types without fields. */
export function nameTables(project: DescribedProject): NamedTable[] {
  const tables = project.tables.filter(({ table }) => table.columns.length > 0)
  const names = graphqlTableNames(tables.map(({ table }) => table.title))
  const known = new Map(tables.map(({ table }, at) => [table.name, names[at] ?? table.title]))
  const byName = new Map<string, NamedTable>()
  const find = (name: string): NamedTable | undefined => byName.get(name)
  return tables.map((of, at) => {
    const named: NamedTable = { ...of, name: names[at] ?? of.table.title, ...nameFields(of, known, find) }
    byName.set(named.name, named)
    return named
  })
}

function nameFields(
  { table, computed }: DescribedTable,
  known: ReadonlyMap<string, string>,
  find: (name: string) => NamedTable | undefined,
): Pick<NamedTable, 'columns' | 'links'> {
  const columns: readonly Column[] = [...table.columns, ...(computed?.columns ?? [])]
  const links = linksOf(table, known)
  const counts = links.map(({ link }) => (link.link.kind === 'belongsTo' ? undefined : countKey(link.key)))
  const wanted = [
    ...columns.map(({ title }) => title),
    ...links.map(({ link }) => link.key),
    ...counts.filter((count) => count !== undefined),
  ]
  const names = graphqlFieldNames(wanted)
  let nextCount = columns.length + links.length
  return {
    columns: new Map(columns.map((column, at) => [names[at] ?? column.title, column])),
    links: links.map(({ link, related }, at) => ({
      link,
      related,
      relatedTable: () => find(related),
      field: names[columns.length + at] ?? link.key,
      ...(counts[at] !== undefined && { count: names[nextCount++] ?? counts[at] }),
    })),
  }
}

function linksOf(table: Table, known: ReadonlyMap<string, string>): { link: LinkColumn; related: string }[] {
  return table.virtualColumns.flatMap((link) => {
    if (link.kind !== 'link' || link.problem !== undefined) return []
    const related = known.get(link.link.relatedTable)
    return related === undefined ? [] : [{ link, related }]
  })
}

/** Returns `BookCount` for `BookList`, `BookCount_editor` for `BookList_editor`. */
function countKey(key: string): string {
  const at = key.lastIndexOf('List')
  return at === -1 ? `${key}Count` : `${key.slice(0, at)}Count${key.slice(at + 'List'.length)}`
}
