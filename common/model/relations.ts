import type { UiType } from '@common/columns/ui-types'
import type { Message } from '@common/messages'
import type { ColumnOptions } from './column-options'

/** How a table is linked to another one, seen from the first. */
export const linkKinds = ['hasMany', 'belongsTo', 'manyToMany'] as const
export type LinkKind = (typeof linkKinds)[number]

/** How the database treats child rows when a parent row is deleted or its key changes. */
export const referenceActions = ['NO ACTION', 'RESTRICT', 'CASCADE', 'SET NULL', 'SET DEFAULT'] as const
export type ReferenceAction = (typeof referenceActions)[number]

/**
 * One end of a relation between two tables. Names are those of the database. Columns of composite keys have the same
 * order on both sides.
 */
export interface Link {
  readonly kind: LinkKind
  readonly relatedTable: string
  /** Columns of this table. */
  readonly columns: readonly string[]
  /** Columns of the related table. */
  readonly relatedColumns: readonly string[]
  /** Many-to-many: the junction table with its columns to this table and to the related one. */
  readonly through?: {
    readonly table: string
    readonly columns: readonly string[]
    readonly relatedColumns: readonly string[]
  }
  /** A has-many link to a pure junction table. Users see the many-to-many link beside it. */
  readonly toAssociation?: true
  /** True for a foreign key of the database, false for a relation that only Basalt knows. */
  readonly real: boolean
  readonly onDelete: ReferenceAction
  readonly onUpdate: ReferenceAction
}

/** Functions that a rollup applies to linked rows (S2 §3). */
export const rollupFunctions = [
  'count',
  'min',
  'max',
  'avg',
  'sum',
  'countDistinct',
  'sumDistinct',
  'avgDistinct',
] as const
export type RollupFunction = (typeof rollupFunctions)[number]

/** A column that isn't stored: a link, or a value computed from links or the row. */
export type VirtualColumn = VirtualColumnBase &
  (
    | {
        readonly kind: 'link'
        readonly link: Link
        /** Title of the related table. */
        readonly relatedTitle: string
        /** Key of the linked rows in a row (wire §9.3): `AuthorRead`, `BookList`, `TagMMList`. */
        readonly key: string
      }
    /** `column`: the name of a column of the related table, or the id of a virtual one. */
    | { readonly kind: 'lookup'; readonly linkId: string; readonly column: string }
    | {
        readonly kind: 'rollup'
        readonly linkId: string
        readonly column: string
        readonly function: RollupFunction
      }
    | { readonly kind: 'count'; readonly linkId: string }
    /** The formula with columns by identity: `{name}` or `{id of a virtual column}` (common/formula, references.ts). */
    | { readonly kind: 'formula'; readonly formula: string }
  )

interface VirtualColumnBase {
  /** Stable. The id of a foreign key's link is derived from its tables and columns. */
  readonly id: string
  /** Default: `Author => Book`, `Author <= Book`, `Book <=> Tag` (wire §7). Users can rename it. */
  readonly title: string
  /** Why it can't be computed any more: something it is made from was deleted. Its values are blank. */
  readonly problem?: Message
  /** The same in English, on the wire only. */
  readonly problemText?: string
  /** Type of the computed values, if known. They are shown, filtered and sorted like a stored column of this type. */
  readonly result?: VirtualResult
}

/** The type of a computed column's values. */
export interface VirtualResult {
  readonly uiType: UiType
  readonly options: ColumnOptions
  /** True for lists of values from several linked rows. */
  readonly many?: true
}
