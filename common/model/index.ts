import type { UiType } from '@common/columns/ui-types'
import type { NameInflection, ServerAddress } from './connection'
import type { QueryParameter, TableQuery } from './query-table'
import type { VirtualColumn } from './relations'

/** Where a project stores its rows. */
export const projectSources = ['builtIn', 'file', 'server'] as const
export type ProjectSource = (typeof projectSources)[number]

export const projectTypes = ['graphql', 'rest', 'grpc', 'migrations', 'dbConnection'] as const
export type ProjectType = (typeof projectTypes)[number]

/** A project on the server. */
export interface Project {
  /** `{title in snake case}_{4 random}` (wire §5). */
  readonly id: string
  readonly title: string
  readonly type: ProjectType
  readonly source: ProjectSource
  /**
   * Absolute path of the database file; empty for a database server. Never sent to callers without `project.configure`.
   */
  readonly filename: string
  /** Address of the database server. Absent for files, and if the stored connection can't be decrypted. */
  readonly server?: ServerAddress
  /** How names of tables and columns become titles. Default: unchanged. */
  readonly inflection?: NameInflection
  /** `nc_{the same 4}__` for a built-in database, otherwise empty. Accepted in table names, never required. */
  readonly prefix: string
  /** Marks a production database: windows stage edits and confirm other writes. */
  readonly production: boolean
  /** Name of the working environment. Absent: the default one. */
  readonly environment?: string
  readonly ownerId: number
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly updatedAt: string
}

export interface SelectOption {
  readonly title: string
  /** One of the twelve chip colours (visual reference §2). */
  readonly color: OptionColor
}
export const optionColors = [
  'grey',
  'red',
  'orange',
  'amber',
  'lime',
  'green',
  'teal',
  'cyan',
  'blue',
  'indigo',
  'violet',
  'pink',
] as const
export type OptionColor = (typeof optionColors)[number]

/** Options of a column that depend on its type. */
export interface ColumnOptions {
  readonly options?: readonly SelectOption[]
  /** Fixed number of decimal places: Decimal, Currency, Percent. */
  readonly precision?: number
  /** ISO 4217. */
  readonly currency?: string
  /** Highest rating, 1–10. */
  readonly max?: number
  /** Symbol of a rating. Default: stars. */
  readonly icon?: RatingIcon
  /** Percent: shows a bar under the number. */
  readonly bar?: boolean
  /** Duration: hours and minutes, or with seconds. Default: the shortest form. */
  readonly durationFormat?: DurationFormat
  /** Date, DateTime. Default: the reader's format. */
  readonly dateFormat?: DateFormat
  /** DateTime, Time. Default: 24 hours. */
  readonly timeFormat?: TimeFormat
  /** DateTime: fixed time zone (IANA name) for all readers. Default: the reader's zone. */
  readonly timeZone?: string
  /** Button: its label. */
  readonly label?: string
  /** Button: the address to open, with column names in braces. */
  readonly address?: string
  /** Description of the column, for any type. */
  readonly description?: string
  /** Validation rules that scripts stored with the column, for any type. */
  readonly validate?: ColumnValidation
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** Validation rules of a column (wire §6): the n-th function with its argument and its message. */
export interface ColumnValidation {
  /** Function names of the validator library, such as `isEmail`. */
  readonly func: readonly string[]
  readonly args: readonly Json[]
  /** Texts with placeholders for the column and the value (wire §6). */
  readonly msg: readonly string[]
}

export const ratingIcons = ['star', 'heart', 'thumb', 'flag'] as const
export type RatingIcon = (typeof ratingIcons)[number]
export const durationFormats = ['h:mm', 'h:mm:ss'] as const
export type DurationFormat = (typeof durationFormats)[number]
/** `2026-09-18`, `18/09/2026`, `09/18/2026`. */
export const dateFormats = ['iso', 'dayMonthYear', 'monthDayYear'] as const
export type DateFormat = (typeof dateFormats)[number]
/** 12-hour or 24-hour clock. */
export const timeFormats = ['24', '12'] as const
export type TimeFormat = (typeof timeFormats)[number]

/** A stored column: facts of the database, with the settings of users. */
export interface Column {
  /** Name in the database. */
  readonly name: string
  /** Title for users and in the API. */
  readonly title: string
  readonly uiType: UiType
  /** Native type as the database writes it, for example `NVARCHAR(200)`. */
  readonly nativeType: string
  readonly required: boolean
  readonly primaryKey: boolean
  readonly autoIncrement: boolean
  readonly unique: boolean
  /** SQL text of the default, or null. */
  readonly defaultValue: string | null
  /** Computed by the database; never written. */
  readonly generated: boolean
  /** True if the column names the record. It comes first and stands for the record in links (wire: pv). */
  readonly primaryValue: boolean
  readonly options: ColumnOptions
}

export interface ForeignKey {
  /** Columns of this table, in key order. */
  readonly columns: readonly string[]
  readonly referencedTable: string
  readonly referencedColumns: readonly string[]
  readonly onDelete: string
  readonly onUpdate: string
}

export interface Index {
  readonly name: string
  readonly unique: boolean
  readonly columns: readonly string[]
}

export interface TableSummary {
  readonly name: string
  readonly title: string
  readonly type: 'table' | 'view'
  readonly order: number
  /** True for the junction table of a many-to-many relation that Basalt created. Lists omit it unless requested. */
  readonly association?: true
  /** The icon: a name from `table-icons.ts`, or an emoji. */
  readonly icon?: string
  /** True for a query table: a view that Basalt makes from a query of a user. The database doesn't have it. */
  readonly isQuery?: true
}

/** A table or SQL view with its columns in display order. */
export interface Table extends TableSummary {
  readonly columns: readonly Column[]
  /** Links to other tables, and columns computed from them or from the row. */
  readonly virtualColumns: readonly VirtualColumn[]
  /** Names of the key columns in key order; empty without a key. */
  readonly primaryKey: readonly string[]
  readonly foreignKeys: readonly ForeignKey[]
  readonly indexes: readonly Index[]
  /** SQLite: the name under which the rowid is reachable; null for views and WITHOUT ROWID tables. */
  readonly rowId: string | null
  readonly storage?: TableStorage
  /** The query of a query table. Its SQL never leaves the server with the table. */
  readonly query?: TableQuery
  /** Parameters of a query table. In answers to the page only. */
  readonly parameters?: readonly QueryParameter[]
  /** Names of the tables that a query table reads; absent if they aren't known. In answers to the page only. */
  readonly sources?: readonly string[]
  /** Rights of the reader, where access rules give less than the role. In answers to the page only. */
  readonly rights?: ReaderRights
}

/** Rights of a reader on the rows of a table. */
export interface ReaderRights {
  readonly read: boolean
  readonly create: boolean
  readonly change: boolean
  readonly delete: boolean
  /** Columns that the reader sees and can't write, by name or id. */
  readonly readOnly: readonly string[]
}

/** Unusual storage of a table's rows. */
export interface TableStorage {
  /** A rule or a trigger may send a new row to another table, so an insert can't return it. */
  readonly redirects?: true
  /** Names of the tables that inherit from this one, at any depth. Their rows are rows of this table as well. */
  readonly children?: readonly string[]
}

/** One step of a schema change. A list of steps is atomic. */
export type ColumnChange =
  | { readonly kind: 'add'; readonly column: ColumnDefinition }
  | { readonly kind: 'rename'; readonly name: string; readonly newName: string; readonly newTitle: string }
  /**
   * `from` is the former type, if values must be converted to another type or narrower options. Otherwise values stay.
   */
  | {
      readonly kind: 'change'
      readonly name: string
      readonly column: ColumnDefinition
      readonly from?: UiType
      /** Empties values that don't fit. Without it, they fail the change. */
      readonly emptyLost?: true
    }
  | { readonly kind: 'drop'; readonly name: string }

/** The properties of a new or changed column. */
export interface ColumnDefinition {
  readonly name: string
  readonly title: string
  readonly uiType: UiType
  readonly required: boolean
  readonly unique: boolean
  /** Stored text of the default value, or null. */
  readonly defaultValue: string | null
  readonly primaryKey: boolean
  readonly options: ColumnOptions
  /** Native type copied from another column of the database, never from a caller. Default: derived from the UI type. */
  readonly nativeType?: string
}

export { actorKinds, origins, serverActor, type Actor, type ActorKind, type Origin } from './actor'
