import { computedKindOf, typeFor, type ComputedKind } from '@common/columns/new-types'
import { hasRole } from '@common/columns/questions'
import { uiTypes, type UiType } from '@common/columns/ui-types'
import type { SelectOption } from '@common/model'
import type { RollupFunction } from '@common/model/relations'

/*
 * A template as the editor holds it (S2 §3, §4). Tables and columns refer to each other by id, so names are free to
 * change. `edits.ts` changes a draft, `problems.ts` says what it lacks, `stored-draft.ts` reads and writes the
 * stored form.
 */

/** Kinds of relations: many-to-many, has-many, belongs-to. */
export const relationKinds = ['mm', 'hm', 'bt'] as const
export type RelationKind = (typeof relationKinds)[number]

/** The link that a lookup or a rollup follows, and the column it takes from the other table. */
export interface Followed {
  /** Id of a relation column of the same table. */
  readonly linkId?: string
  /** Id of a column of the related table. */
  readonly columnId?: string
}

/** An option of a select column. */
export interface DraftChoice extends SelectOption {
  /** Title in the stored form, which sample rows hold. Absent for a new option. */
  readonly storedTitle?: string
}

export interface DraftColumn {
  readonly id: string
  readonly name: string
  /** Undefined until the author chooses. */
  readonly uiType?: UiType
  /** Options of a select column, in order. */
  readonly choices?: readonly DraftChoice[]
  /** The kind of a link. A reference is always `bt`. */
  readonly relation?: RelationKind
  /** Id of the related table of a relation. */
  readonly relatedId?: string
  /** Id of the other end of a relation: a column of the related table. */
  readonly counterpartId?: string
  /** The source of a lookup or a rollup. */
  readonly follows?: Followed
  readonly rollup?: RollupFunction
  /** Columns by their stored name, in braces. */
  readonly formula?: string
  /** Name in the stored form, by which views and formulas refer to the column. Absent for a new column. */
  readonly storedName?: string
  /** Parts of the stored form that the editor doesn't show, such as the values of sample rows. */
  readonly extra?: Readonly<Record<string, unknown>>
}

export interface DraftTable {
  readonly id: string
  readonly name: string
  readonly columns: readonly DraftColumn[]
  /** Name in the stored form; absent for a new table. */
  readonly storedName?: string
  readonly extra?: Readonly<Record<string, unknown>>
}

export interface Draft {
  readonly title: string
  readonly category: string
  readonly tags: readonly string[]
  readonly description: string
  /** Text of a linear gradient (`common/util/gradient.ts`). */
  readonly image: string
  readonly tables: readonly DraftTable[]
  readonly extra?: Readonly<Record<string, unknown>>
}

export const emptyDraft: Draft = { title: '', category: '', tags: [], description: '', image: '', tables: [] }

/**
 * Types that an author can choose (S2 §3). A formula needs an editor of its own, a native type a database, and a
 * reference comes as the counterpart of a relation.
 */
export const draftTypes: readonly UiType[] = uiTypes.filter(
  (uiType) => computedKindOf(uiType) !== 'formula' && !hasRole({ uiType }, 'native', 'reference'),
)

/** True for a link or a reference, with or without its table. */
export const isRelation = ({ uiType }: DraftColumn): boolean =>
  uiType !== undefined && hasRole({ uiType }, 'link', 'reference')

/** Returns the kind of a relation column; undefined for other columns. */
export function relationOf(column: DraftColumn): RelationKind | undefined {
  const { uiType, relation } = column
  if (uiType === undefined || !isRelation(column)) return undefined
  return hasRole({ uiType }, 'reference') ? 'bt' : relation
}

/** Returns the type of a column with a relation. A column that belongs to another record is a reference. */
export const relationColumn = (relation: RelationKind): Pick<DraftColumn, 'uiType' | 'relation'> =>
  relation === 'bt' ? { uiType: typeFor.reference } : { uiType: typeFor.link, relation }

/** Returns the kind of a lookup, rollup, count or formula; undefined for other columns. */
export const computedOf = ({ uiType }: DraftColumn): ComputedKind | undefined =>
  uiType === undefined ? undefined : computedKindOf(uiType)

/** The relation that the other end of a relation has. */
export const counterpartOf: Readonly<Record<RelationKind, RelationKind>> = { mm: 'mm', hm: 'bt', bt: 'hm' }

/** True for columns that a stored template lists apart: relations, lookups, rollups, counts and formulas. */
export const isVirtual = (column: DraftColumn): boolean => isRelation(column) || computedOf(column) !== undefined

export const tableOf = (draft: Draft, id: string | undefined): DraftTable | undefined =>
  draft.tables.find((table) => table.id === id)

/** Databases compare names without regard to case. */
export const isSameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/** Returns a column with its table. */
export function placeOf(
  draft: Draft,
  columnId: string | undefined,
): { readonly table: DraftTable; readonly column: DraftColumn } | undefined {
  if (columnId === undefined) return undefined
  for (const table of draft.tables) {
    const column = table.columns.find(({ id }) => id === columnId)
    if (column !== undefined) return { table, column }
  }
  return undefined
}

/** Returns the relations of a table that lead to a table: what a lookup or a rollup can follow. */
export const followable = (table: DraftTable): readonly DraftColumn[] =>
  table.columns.filter((column) => relationOf(column) !== undefined && column.relatedId !== undefined)

/** Returns the columns that a lookup or a rollup can take from a table: the stored ones (S2 §5). */
export const takeable = (table: DraftTable): readonly DraftColumn[] =>
  table.columns.filter((column) => !isVirtual(column))
