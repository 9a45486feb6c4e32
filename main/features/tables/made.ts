import type { ColumnDefinition } from '@common/model'
import type { LinkKind, RollupFunction } from '@common/model/relations'
import { linkId } from './links'
import { chosenBy, type MetadataChange } from './metadata'
import type { VirtualDefinition } from './virtual-columns'

/** Choices for a table that Basalt makes itself. */
export interface MadeTable {
  readonly name: string
  readonly title: string
  readonly columns: readonly ColumnDefinition[]
  readonly primaryValue?: string | null
}

/** A link by its foreign key, seen from one of its ends. */
export interface MadeLink {
  readonly kind: Exclude<LinkKind, 'manyToMany'>
  readonly childTable: string
  readonly childColumn: string
  readonly parentTable: string
}

/** A computed column that Basalt makes itself. */
export interface MadeColumn {
  readonly table: string
  readonly id: string
  readonly title: string
  readonly made:
    | { readonly kind: 'lookup'; readonly link: MadeLink; readonly column: string }
    | { readonly kind: 'rollup'; readonly link: MadeLink; readonly column: string; readonly function: RollupFunction }
    | { readonly kind: 'count'; readonly link: MadeLink }
    | { readonly kind: 'formula'; readonly formula: string }
}

/** The tables in the order of their list. */
export function madeTableChanges(tables: readonly MadeTable[], newId: () => string): MetadataChange[] {
  return tables.flatMap(({ name, title, columns, primaryValue }, at): MetadataChange[] => [
    { kind: 'setTable', id: newId(), name, title, type: 'table', order: at + 1 },
    {
      kind: 'setColumns',
      table: name,
      columns: columns.map((definition) => chosenBy(definition, definition.name === primaryValue)),
    },
  ])
}

export function madeColumnChanges(columns: readonly MadeColumn[]): MetadataChange[] {
  return columns.map(({ table, id, title, made }, at): MetadataChange => {
    const definition = storedDefinition(made)
    return { kind: 'setVirtualColumn', column: { table, id, title, position: at + 1, definition } }
  })
}

function storedDefinition(made: MadeColumn['made']): VirtualDefinition {
  if (made.kind === 'formula') return made
  const { link, ...rest } = made
  return { ...rest, linkId: madeLinkId(link) }
}

/** The id that the link has as a column. */
export function madeLinkId({ kind, childTable, childColumn, parentTable }: MadeLink): string {
  const ends = { childTable, childColumns: [childColumn], parentTable, parentColumns: [] }
  // Ids of links are made of the ends alone.
  return linkId(kind, { ...ends, onDelete: 'NO ACTION', onUpdate: 'NO ACTION', real: true })
}
