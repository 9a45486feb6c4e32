import type { Column, ColumnOptions } from '@common/model'
import type { ColumnFacets } from './facets'
import type { UiType } from './ui-types'

/**
 * Ways to store a value, whatever the database. Each dialect maps every class to one native type in
 * `main/db/dialects/<name>/types.ts`; a class without a native type doesn't compile.
 */
export const storageClasses = [
  'autoIncrement',
  'integer',
  'decimal',
  'float',
  'boolean',
  'text',
  'longText',
  'date',
  'time',
  'dateTime',
  'year',
  'json',
  'blob',
] as const
export type StorageClass = (typeof storageClasses)[number]

/** A value that a statement binds or returns. JSON is text. */
export type StoredValue = string | number | bigint | boolean | Uint8Array | null

/** Reason for an invalid value: the message key (`problems.<code>`) and its parameters. */
export interface Problem {
  readonly problem: ProblemCode
  readonly params?: Readonly<Record<string, string | number>>
}

export const problemCodes = [
  'required',
  'notText',
  'textNotStorable',
  'notNumber',
  'notWholeNumber',
  'numberTooLarge',
  'numberNotExact',
  'notBoolean',
  'notDate',
  'notTime',
  'notDateTime',
  'notYear',
  'notEmail',
  'notUrl',
  'notPhoneNumber',
  'notOption',
  'notOptions',
  'notJson',
  'notDuration',
  'notAttachments',
  'fileOfOtherProject',
  'tooManyFiles',
  'fileTooLarge',
  'fileTypeRefused',
  'notGeometry',
  'notBarcode',
  'ratingOutOfRange',
  'tooLong',
  'validation',
  'readOnly',
  'unknownColumn',
] as const
export type ProblemCode = (typeof problemCodes)[number]

/** Result of parsing: the value to store, or the reason against it. */
export type Parsed =
  | { readonly ok: true; readonly value: StoredValue }
  | { readonly ok: false; readonly problem: Problem }

export const filterOperators = [
  'eq',
  'not',
  'gt',
  'ge',
  'lt',
  'le',
  'like',
  'nlike',
  'in',
  'nin',
  'is',
  'isnot',
  'btw',
  'nbtw',
  'contains',
  'starts',
  'ends',
  'has',
] as const
export type FilterOperator = (typeof filterOperators)[number]

export const aggregateFunctions = [
  'count',
  'sum',
  'avg',
  'min',
  'max',
  'countDistinct',
  'sumDistinct',
  'avgDistinct',
] as const
export type AggregateFunction = (typeof aggregateFunctions)[number]

/** Figures of groups for any column: the aggregates, and the number of values that are neither NULL nor empty. */
export const groupFunctions = [...aggregateFunctions, 'filled'] as const
export type GroupFunction = (typeof groupFunctions)[number]

/** Names of the widgets in `renderer/cells/registry.ts` that show and edit values. Pure code holds the names only. */
export type CellDisplay =
  | 'text'
  | 'longText'
  | 'number'
  | 'checkbox'
  | 'date'
  | 'dateTime'
  | 'time'
  | 'chips'
  | 'link'
  | 'rating'
  | 'json'
  | 'percent'
  | 'person'
  | 'files'
  | 'code'
  | 'button'
  // Names of linked records: a JSON text of `{ labels, more }`.
  | 'records'
export type CellEditor =
  | 'text'
  | 'longText'
  | 'number'
  | 'checkbox'
  | 'date'
  | 'dateTime'
  | 'time'
  | 'select'
  | 'multiSelect'
  | 'rating'
  | 'json'
  | 'person'
  | 'files'
  | 'none'

/** Sort order of the values, which names both directions: A → Z, 1 → 9, old → new, no → yes. */
export type SortRule = 'text' | 'number' | 'time' | 'flag'

/** Type of the column in GraphQL (wire §11). */
export type GraphqlType = 'Int' | 'Float' | 'String' | 'Boolean' | 'JSON'

/** Keys of `ColumnOptions` that belong to a type. */
export type ColumnSetting = Exclude<keyof ColumnOptions, 'description' | 'validate'>

/** A default that the database computes for each new row. */
export type DefaultKeyword = 'CURRENT_TIMESTAMP' | 'CURRENT_DATE' | 'CURRENT_TIME'

/** Formatting that depends on the reader. Dates and numbers follow the locale, a BCP 47 tag. */
export interface FormatOptions {
  readonly locale: string
  /** Time zone for displaying and parsing timestamps, e.g. `Europe/Berlin`; UTC by default. */
  readonly timeZone?: string
}

/** One column type. One file per type in `types/`, one line in `registry.ts` (docs/columns.md). */
export interface ColumnType extends ColumnFacets {
  readonly name: UiType
  readonly storage: StorageClass
  /** Parses a value of a JSON body: string, number, boolean, array, object or null. */
  readonly parse: (value: unknown, column: Column) => Parsed
  /** Reads text as users type and paste it. Empty text is null. */
  readonly parseText: (text: string, column: Column, options: FormatOptions) => Parsed
  /** Writes a stored value for a reader. `parseText` reads the result back as the same value. */
  readonly format: (value: StoredValue, column: Column, options: FormatOptions) => string
  readonly filterOperators: readonly FilterOperator[]
  readonly aggregates: readonly AggregateFunction[]
  readonly sort: SortRule
  /** True if the search of a view includes the column. */
  readonly searchable: boolean
  readonly display: CellDisplay
  readonly editor: CellEditor
  /** Alignment in the cell: numbers right, text left. */
  readonly align: 'start' | 'end' | 'center'
  readonly jsonSchema: Readonly<Record<string, unknown>>
  readonly graphqlType: GraphqlType
  /** Settings of a column, in the order of the column dialog. */
  readonly settings: readonly ColumnSetting[]
  /** `value` is true if a column can have a default; `keyword` is a default that isn't a value of the type. */
  readonly defaults: { readonly value: boolean; readonly keyword?: DefaultKeyword }
  /**
   * Returns the confidence, from 0 to 1, that texts of an imported file have this type.
   *
   * @param texts  without empty ones
   */
  readonly guess: (texts: readonly string[], options: FormatOptions) => number
  /**
   * Returns a value for the preview of a column; undefined if it needs none.
   *
   * @param now  ISO 8601, UTC
   */
  readonly example: (now: string) => StoredValue | undefined
  /** True if the type picker offers it for new columns. */
  readonly creatable: boolean
  /** True if users and scripts may write values; false if Basalt or the database writes them. */
  readonly writable: boolean
}
