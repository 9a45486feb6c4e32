import type { Column } from '../../resources/generated-backend/src/lib/table'

/** The project that is generated, as data. Templates in `files/` only read it. */

export const backendTypes = ['mvc', 'docker', 'package'] as const
export type BackendType = (typeof backendTypes)[number]

/** Facts that follow from the type of a column in its database. Read only: the database writes every value. */
export type KindFacts = Pick<Column, 'kind' | 'minimum' | 'maximum' | 'maxLength' | 'precision' | 'scale' | 'readOnly'>

export interface BackendColumn extends KindFacts {
  /** In JSON and in the code. */
  readonly property: string
  /** In the database. */
  readonly name: string
  readonly nullable: boolean
  /** The database has a default. */
  readonly optional: boolean
  readonly writable: boolean
  /** A running number, the only column of the key. */
  readonly counter: boolean
  readonly options: readonly string[]
  /** Default for the migration: a literal, or the current time. Other expressions are left out. */
  readonly defaultValue?: string | number | { readonly now: true }
}

/** A reference between generated tables. */
export interface BackendReference {
  readonly columns: readonly BackendColumn[]
  readonly parent: string
  readonly parentColumns: readonly BackendColumn[]
  readonly onDelete: string
  readonly onUpdate: string
  /** False if rows couldn't be created one after another, as each would need another one first. */
  readonly enforced: boolean
}

/** Rows of a table that refer to a row of another one, under the address of that row. */
export interface BackendChild {
  readonly table: string
  /** Last part of the address. */
  readonly path: string
  readonly columns: readonly BackendColumn[]
  readonly parentColumns: readonly BackendColumn[]
}

/** A table or view. `name` identifies it. */
export interface BackendTable {
  /** In the database. */
  readonly name: string
  readonly isView: boolean
  /** Name of its files, and its address. ASCII. */
  readonly slug: string
  /** Type of a row: `InvoiceLine`. */
  readonly typeName: string
  /** Prefix of its constants: `invoiceLine`. */
  readonly variable: string
  readonly columns: readonly BackendColumn[]
  /** Empty: read only. */
  readonly key: readonly BackendColumn[]
  readonly references: readonly BackendReference[]
  readonly children: readonly BackendChild[]
  /** Sets of columns whose values are unique, without the key. */
  readonly unique: readonly (readonly BackendColumn[])[]
}

export interface BackendProject {
  readonly title: string
  /** Name of the package. */
  readonly packageName: string
  readonly type: BackendType
  readonly tables: readonly BackendTable[]
  /** Value of DATABASE_URL without the password. */
  readonly exampleUrl: string
}

/** Returns a table of the project. @throws Error if the project has no such table */
export type FindTable = (name: string) => BackendTable

/** Columns that a request can change. */
export const changeableColumns = ({ columns, key }: BackendTable): readonly BackendColumn[] =>
  columns.filter((column) => column.writable && !key.includes(column))
