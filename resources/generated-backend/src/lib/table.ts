/** How the values of a column look in JSON. Types that numbers can't hold exactly are strings. */
export type Kind =
  | 'integer'
  | 'bigint'
  | 'number'
  | 'decimal'
  | 'boolean'
  | 'text'
  | 'uuid'
  | 'date'
  | 'time'
  | 'datetime'
  | 'json'
  /** Base64. */
  | 'binary'

export interface Column {
  /** Name in the database. */
  readonly name: string
  readonly kind: Kind
  readonly nullable?: true
  /** The database has a default for it. */
  readonly optional?: true
  /** The database writes it, so requests can't. */
  readonly readOnly?: true
  /** Characters of a text, bytes of a binary value. */
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  /** Digits of a decimal in total, and after the point. */
  readonly precision?: number
  readonly scale?: number
  readonly options?: readonly string[]
}

/** A table or view. `Row` has a property for each column. */
export interface Table<Row = object> {
  /** Name in the database. */
  readonly name: string
  /** Properties of the key. Empty: the table is read only. */
  readonly key: readonly string[]
  readonly columns: Readonly<Record<Extract<keyof Row, string>, Column>>
}

/** Values by property. */
export type Values = Readonly<Record<string, unknown>>

/** Returns the columns of a table with their properties. */
export const columnsOf = (table: Table): readonly (readonly [property: string, column: Column])[] =>
  Object.entries<Column>(table.columns)
