import type { AggregateFunction, FilterOperator, StoredValue } from '@common/columns/column-type'
import type { LinkKind } from '@common/model/relations'

/**
 * The query tree: a parsed request with unresolved names. REST, GraphQL, views and shared links produce this tree, and
 * the engine accepts nothing else.
 */
export type Filter =
  | { readonly kind: 'and'; readonly filters: readonly Filter[] }
  | { readonly kind: 'or'; readonly filters: readonly Filter[] }
  | { readonly kind: 'not'; readonly filter: Filter }
  | RelatedFilter
  | Condition

/** Matches rows with a linked row that satisfies the filter, or with any linked row (`conditionGraph`, wire §10). */
export interface RelatedFilter {
  readonly kind: 'related'
  /** The related table or link, as the caller wrote it. */
  readonly table: string
  readonly relation?: LinkKind
  readonly filter?: Filter
}

export interface Condition {
  readonly kind: 'condition'
  /** Title or name of a column, as the caller wrote it. */
  readonly column: string
  readonly operator: FilterOperator
  /** A value; a list for in, nin, btw, nbtw; null for is and isnot. */
  readonly value: FilterValue | readonly FilterValue[]
  /** Stored value, compared by the sort order of rows. Only the server sets it. */
  readonly stored?: StoredValue
  /** Matches the row with this complete key. Only the server sets it. */
  readonly key?: readonly string[]
}
export type FilterValue = string | number | boolean | null

export interface Sort {
  readonly column: string
  readonly descending: boolean
}

export interface Page {
  readonly limit: number
  readonly offset: number
}

export interface ListQuery {
  readonly filter?: Filter
  readonly sort: readonly Sort[]
  /** Titles or names. Undefined: all columns. */
  readonly fields?: readonly string[]
  /** Text to search in all searchable columns. */
  readonly search?: string
  readonly page: Page
}

export interface Aggregate {
  readonly column: string
  readonly function: AggregateFunction
}
