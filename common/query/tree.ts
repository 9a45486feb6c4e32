import type { AggregateFunction, FilterOperator, StoredValue } from '@common/columns/column-type'
import type { LinkKind } from '@common/model/relations'

/**
 * What a caller asks of a table, parsed but not yet resolved: names are text here.
 * REST, GraphQL, views and shares all become this tree; the engine knows nothing else.
 */
export type Filter =
  | { readonly kind: 'and'; readonly filters: readonly Filter[] }
  | { readonly kind: 'or'; readonly filters: readonly Filter[] }
  | { readonly kind: 'not'; readonly filter: Filter }
  | RelatedFilter
  | Condition

/** A row is linked to one that the filter finds; to any where there is none (`conditionGraph`, wire §10). */
export interface RelatedFilter {
  readonly kind: 'related'
  /** The related table or the link, as the caller wrote it. */
  readonly table: string
  readonly relation?: LinkKind
  readonly filter?: Filter
}

export interface Condition {
  readonly kind: 'condition'
  /** Title or name of a column, as the caller wrote it. */
  readonly column: string
  readonly operator: FilterOperator
  /** One value; a list for in, nin, btw, nbtw; null for is and isnot. */
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
  /** Titles or names; undefined means every column. */
  readonly fields?: readonly string[]
  /** Free text, looked for in every searchable column. */
  readonly search?: string
  readonly page: Page
}

export interface Aggregate {
  readonly column: string
  readonly function: AggregateFunction
}
