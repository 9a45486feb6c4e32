import type { UiType } from '@common/columns/ui-types'
import type { NameInflection, ServerAddress } from './connection'
import type { VirtualColumn } from './relations'

/** Where a project's rows live. */
export const projectSources = ['builtIn', 'file', 'server'] as const
export type ProjectSource = (typeof projectSources)[number]

export const projectTypes = ['graphql', 'rest', 'grpc', 'migrations', 'dbConnection'] as const
export type ProjectType = (typeof projectTypes)[number]

/** A project as the server knows it. */
export interface Project {
  /** `{title in snake case}_{4 random}` (wire §5). */
  readonly id: string
  readonly title: string
  readonly type: ProjectType
  readonly source: ProjectSource
  /** Absolute path of the database file; empty for one on a server. Never sent to callers without `project.configure`. */
  readonly filename: string
  /** Where a database on a server is; absent for files, and when what is kept of it cannot be read any more. */
  readonly server?: ServerAddress
  /** How names of tables and columns become titles; as they are when absent. */
  readonly inflection?: NameInflection
  /** `nc_{the same 4}__` for a built-in database, empty otherwise. Honoured in table names, never required. */
  readonly prefix: string
  /** The database is in production: windows stage edits, and ask before other writes. */
  readonly production: boolean
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

/** Choices of one column that depend on its type. */
export interface ColumnOptions {
  readonly options?: readonly SelectOption[]
  /** Digits after the point that are always shown: Decimal, Currency, Percent. */
  readonly precision?: number
  /** ISO 4217. */
  readonly currency?: string
  /** Highest rating, 1–10. */
  readonly max?: number
  /** What a rating is drawn with; stars when absent. */
  readonly icon?: RatingIcon
  /** Percent: a bar under the number. */
  readonly bar?: boolean
  /** Duration: hours and minutes, or hours, minutes and seconds; as short as it goes when absent. */
  readonly durationFormat?: DurationFormat
  /** Date, DateTime: in the reader's words when absent. */
  readonly dateFormat?: DateFormat
  /** DateTime, Time: 24 hours when absent. */
  readonly timeFormat?: TimeFormat
  /** DateTime: shown in this zone (IANA name) to everybody; in each reader's own when absent. */
  readonly timeZone?: string
  /** Button: what stands on it. */
  readonly label?: string
  /** Button: the address that it opens, with names of columns in braces. */
  readonly address?: string
  /** What people say of the column, whatever its type. */
  readonly description?: string
  /** Validation rules that scripts stored with the column. Independent of its type. */
  readonly validate?: ColumnValidation
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** Checks of the values of a column (wire §6): the n-th function with its argument and its message. */
export interface ColumnValidation {
  /** Names of the validator library, as in `isEmail`. */
  readonly func: readonly string[]
  readonly args: readonly Json[]
  /** `{cn}` stands for the column, `{VALUE}` for the value. */
  readonly msg: readonly string[]
}

export const ratingIcons = ['star', 'heart', 'thumb', 'flag'] as const
export type RatingIcon = (typeof ratingIcons)[number]
export const durationFormats = ['h:mm', 'h:mm:ss'] as const
export type DurationFormat = (typeof durationFormats)[number]
/** `2026-09-18`, `18/09/2026`, `09/18/2026`. */
export const dateFormats = ['iso', 'dayMonthYear', 'monthDayYear'] as const
export type DateFormat = (typeof dateFormats)[number]
/** Hours of a day as they are counted. */
export const timeFormats = ['24', '12'] as const
export type TimeFormat = (typeof timeFormats)[number]

/** A physical column: what the database says, decorated with what people chose. */
export interface Column {
  /** Name in the database (wire: cn). */
  readonly name: string
  /** Name for people and in the API (wire: _cn). */
  readonly title: string
  readonly uiType: UiType
  /** Native type as the database writes it, e.g. `NVARCHAR(200)`. */
  readonly nativeType: string
  readonly required: boolean
  readonly primaryKey: boolean
  readonly autoIncrement: boolean
  readonly unique: boolean
  /** SQL text of the default, or null. */
  readonly defaultValue: string | null
  /** Computed by the database: never written. */
  readonly generated: boolean
  /** The record's name: shown first and in links (wire: pv). */
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
  /** Holds nothing but the pairs of a many-to-many relation made here: left out of lists unless asked for. */
  readonly association?: true
  /** What it is shown by: the name of an icon of ours (`table-icons.ts`), or an emoji. */
  readonly icon?: string
}

/** A table or SQL view with its columns in display order. */
export interface Table extends TableSummary {
  readonly columns: readonly Column[]
  /** Links to other tables, and what is computed along them or from the row. */
  readonly virtualColumns: readonly VirtualColumn[]
  /** Names of the key columns, in key order; empty when there is none. */
  readonly primaryKey: readonly string[]
  readonly foreignKeys: readonly ForeignKey[]
  readonly indexes: readonly Index[]
  /** SQLite: the rowid is reachable under this name, null for views and WITHOUT ROWID tables. */
  readonly rowId: string | null
  readonly storage?: TableStorage
}

/** Unusual storage of a table's rows. */
export interface TableStorage {
  /** A rule or a trigger may send a new row to another table, so an insert can't return it. */
  readonly redirects?: true
  /** Names of the tables that inherit from this one, at any depth: their rows are rows of this table as well. */
  readonly children?: readonly string[]
}

/** One step of a schema change. A list of them is applied whole or not at all. */
export type ColumnChange =
  | { readonly kind: 'add'; readonly column: ColumnDefinition }
  | { readonly kind: 'rename'; readonly name: string; readonly newName: string; readonly newTitle: string }
  /** `from` is the type before, when values have to be fitted to another type or to narrower options; else they stay. */
  | {
      readonly kind: 'change'
      readonly name: string
      readonly column: ColumnDefinition
      readonly from?: UiType
      /** Values that do not fit are emptied; without it they fail the change. */
      readonly emptyLost?: true
    }
  | { readonly kind: 'drop'; readonly name: string }

/** What a person says of a column they make or change. */
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
  /**
   * Declares the column as another one of the database is, when it is to hold that one's values: never the text of a
   * caller. Without it the type decides.
   */
  readonly nativeType?: string
}

/** Who did something, in change events and the audit. */
export interface Actor {
  readonly userId: number | null
  readonly email: string | null
  readonly ip: string | null
  /** The window that asked, when it named itself; kept nowhere. */
  readonly client?: string
}
