import type { LinkKind, ReferenceAction } from '@common/model/relations'

/** A relation between existing columns, by names or titles. */
export interface RelationEnds {
  readonly childTable: string
  readonly childColumn: string
  readonly parentTable: string
  readonly parentColumn: string
}

/** A new link between two tables, including its columns. */
export interface NewLink extends Actions {
  readonly table: string
  readonly relatedTable: string
  readonly kind: LinkKind
  /** True for a foreign key of the database, false for a relation that only Basalt knows. */
  readonly real: boolean
  readonly title?: string | undefined
}

/** The link's column on the requesting table. */
export interface MadeLink {
  readonly id: string
  readonly title: string
  /** The new foreign key column of a belongs-to. */
  readonly column?: string
}

/** Referential actions when a parent is deleted or its key changes. */
export interface Actions {
  readonly onDelete: ReferenceAction
  readonly onUpdate: ReferenceAction
}
