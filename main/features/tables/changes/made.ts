import type { ColumnDefinition } from '@common/model'
import type { LinkKind, RollupFunction } from '@common/model/relations'
import { linkId } from '../relations/links'
import { chosenBy, type MetadataChange } from '../catalog/metadata'
import type { VirtualDefinition } from '../virtual-columns/virtual-columns'

/** Metadata of a generated table. */
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

/** A generated computed column. */
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

/** Returns the id of the link's column. */
export function madeLinkId({ kind, childTable, childColumn, parentTable }: MadeLink): string {
  const ends = { childTable, childColumns: [childColumn], parentTable, parentColumns: [] }
  // Ids of links depend on the ends only.
  return linkId(kind, { ...ends, onDelete: 'NO ACTION', onUpdate: 'NO ACTION', real: true })
}
