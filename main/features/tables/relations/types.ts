import type { LinkKind } from '@common/model/relations'
import type { Actions } from './parts'

/** A relation between columns that are there, by names or titles. */
export interface RelationEnds {
  readonly childTable: string
  readonly childColumn: string
  readonly parentTable: string
  readonly parentColumn: string
}

/** A link as people ask for it: between two tables, its columns made along with it. */
export interface NewLink extends Actions {
  readonly table: string
  readonly relatedTable: string
  readonly kind: LinkKind
  /** A foreign key of the database, or known to Basalt alone. */
  readonly real: boolean
  readonly title?: string | undefined
}

/** The column that a new link is on the table that asked for it. */
export interface MadeLink {
  readonly id: string
  readonly title: string
  /** Of a belongs-to: the column that was made for it. */
  readonly column?: string
}
