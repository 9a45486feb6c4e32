import type { Column, ColumnOptions } from '@common/model'
import type { ColumnFacets } from './facets'
import type { UiType } from './ui-types'

/**
 * How a value is stored, independent of the database. Each dialect maps every class to one native
 * type (`main/db/dialects/<name>/types.ts`); the compiler asks for a new line when one is added here.
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

/** A value as it is bound to a statement or comes out of one. JSON values are kept as text. */
export type StoredValue = string | number | bigint | boolean | Uint8Array | null

/** Why a value is refused: the key of a sentence (`problems.<code>`) and its values. */
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
  'notGeometry',
  'notBarcode',
  'ratingOutOfRange',
  'tooLong',
  'validation',
  'readOnly',
  'unknownColumn',
] as const
export type ProblemCode = (typeof problemCodes)[number]

/** What a type does with a value that a person or a script gives. */
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

/** What groups can tell of any of their columns: the functions, and how many values are neither missing nor empty. */
export const groupFunctions = [...aggregateFunctions, 'filled'] as const
export type GroupFunction = (typeof groupFunctions)[number]

/** How values of a type are drawn and edited: names of widgets in `renderer/cells/`, so that pure code can hold them. */
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
  /** Linked records: their names, as JSON text of `{ labels, more }`. */
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

/** How values are ordered, so that the two directions can be named: A → Z, 1 → 9, old → new, no → yes. */
export type SortRule = 'text' | 'number' | 'time' | 'flag'

/** Names of the types of GraphQL, as scripts know them for each kind of column (wire §11). */
export type GraphqlType = 'Int' | 'Float' | 'String' | 'Boolean' | 'JSON'

/** Choices of a column (`ColumnOptions`) that belong to a type. */
export type ColumnSetting = Exclude<keyof ColumnOptions, 'description' | 'validate'>

/** A default that is computed when a row is made. */
export type DefaultKeyword = 'CURRENT_TIMESTAMP' | 'CURRENT_DATE' | 'CURRENT_TIME'

/** Formatting that depends on the reader. Dates and numbers follow the locale, a BCP 47 tag. */
export interface FormatOptions {
  readonly locale: string
  /** Zone of the reader, e.g. `Europe/Berlin`: moments are shown and read in it. UTC when absent. */
  readonly timeZone?: string
}

/** One column type. One file per type in `types/`, one line in `registry.ts` (docs/columns.md). */
export interface ColumnType extends ColumnFacets {
  readonly name: UiType
  readonly storage: StorageClass
  /** Value of a JSON body (string, number, boolean, array, object, null) → stored value, or why not. */
  readonly parse: (value: unknown, column: Column) => Parsed
  /** Text as a person types or pastes it → stored value, or why not. Empty text is null. */
  readonly parseText: (text: string, column: Column, options: FormatOptions) => Parsed
  /** Stored value → text for a reader. `parseText(format(x)) = x`. */
  readonly format: (value: StoredValue, column: Column, options: FormatOptions) => string
  readonly filterOperators: readonly FilterOperator[]
  readonly aggregates: readonly AggregateFunction[]
  readonly sort: SortRule
  /** Whether the free-text search of a view looks into it. */
  readonly searchable: boolean
  readonly display: CellDisplay
  readonly editor: CellEditor
  /** Numbers stand right, text left. */
  readonly align: 'start' | 'end' | 'center'
  readonly jsonSchema: Readonly<Record<string, unknown>>
  readonly graphqlType: GraphqlType
  /** Choices that a column of the type has. */
  readonly settings: readonly ColumnSetting[]
  /** Whether a column can have a default; `keywords` are accepted beside a value of the type. */
  readonly defaults: { readonly value: boolean; readonly keyword?: DefaultKeyword }
  /**
   * How sure it is, from 0 to 1, that texts without a type (of a file that is imported) are meant as this type. Empty
   * texts say nothing and are left out by the caller.
   */
  readonly guess: (texts: readonly string[], options: FormatOptions) => number
  /**
   * A value for the preview of a column; undefined if it needs none.
   *
   * @param now  ISO 8601, UTC
   */
  readonly example: (now: string) => StoredValue | undefined
  /** Whether people can choose it for a new column. ID, SpecificDBType and virtual types are not creatable. */
  readonly creatable: boolean
  /** Whether people and scripts may give values. CreateTime, LastModifiedTime, AutoNumber and virtual types are kept by Basalt. */
  readonly writable: boolean
}
