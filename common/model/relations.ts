import type { UiType } from '@common/columns/ui-types'
import type { Message } from '@common/messages'
import type { ColumnOptions } from '.'

/** How a table is linked to another, seen from the first. */
export const linkKinds = ['hasMany', 'belongsTo', 'manyToMany'] as const
export type LinkKind = (typeof linkKinds)[number]

/** What the database does with children when a parent row is deleted or its key changes. */
export const referenceActions = ['NO ACTION', 'RESTRICT', 'CASCADE', 'SET NULL', 'SET DEFAULT'] as const
export type ReferenceAction = (typeof referenceActions)[number]

/**
 * One end of a relation: rows of a table ↔ rows of another. Names are those of the database; keys of several
 * columns stand in the same order on both sides.
 */
export interface Link {
  readonly kind: LinkKind
  readonly relatedTable: string
  /** Columns of this table. */
  readonly columns: readonly string[]
  /** Columns of the related table. */
  readonly relatedColumns: readonly string[]
  /** Many-to-many: the association table, its columns to this table and to the related one. */
  readonly through?: {
    readonly table: string
    readonly columns: readonly string[]
    readonly relatedColumns: readonly string[]
  }
  /** A has-many to a table that holds nothing but pairs: the many-to-many beside it is what people see. */
  readonly toAssociation?: true
  /** A foreign key of the database, or known to Basalt alone. */
  readonly real: boolean
  readonly onDelete: ReferenceAction
  readonly onUpdate: ReferenceAction
}

/** The whole column's functions over linked rows (S2 §3). */
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

/** A column that is not stored: links and what is computed along them or from the row. */
export type VirtualColumn = VirtualColumnBase &
  (
    | {
        readonly kind: 'link'
        readonly link: Link
        /** Title of the related table. */
        readonly relatedTitle: string
        /** Under which rows carry their linked rows (wire §9.3): `AuthorRead`, `BookList`, `TagMMList`. */
        readonly key: string
      }
    /** `column`: a column of the related table, by name, or the id of a virtual one. */
    | { readonly kind: 'lookup'; readonly linkId: string; readonly column: string }
    | {
        readonly kind: 'rollup'
        readonly linkId: string
        readonly column: string
        readonly function: RollupFunction
      }
    | { readonly kind: 'count'; readonly linkId: string }
    /** Kept with its columns by identity: `{name}` or `{id of a virtual column}` (common/formula, references.ts). */
    | { readonly kind: 'formula'; readonly formula: string }
  )

interface VirtualColumnBase {
  /** Stable. A link made from a foreign key has an id made of its tables and columns. */
  readonly id: string
  /** `Author => Book`, `Author <= Book`, `Book <=> Tag` (wire §7) until somebody renames it. */
  readonly title: string
  /** Why it can't be computed any more: something it is made from was deleted. Its values are blank. */
  readonly problem?: Message
  /** The same in English, on the wire only. */
  readonly problemText?: string
  /** What its values are, where that has been worked out: they are drawn, filtered and sorted like those of such a column. */
  readonly result?: VirtualResult
}

/** What the values of a computed column are. */
export interface VirtualResult {
  readonly uiType: UiType
  readonly options: ColumnOptions
  /** A list of such values, of several linked rows. */
  readonly many?: true
}
