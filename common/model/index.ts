import type { UiType } from '@common/columns/ui-types'
import type { NameInflection, ServerAddress } from './connection'
import type { QueryParameter, TableQuery } from './query-table'
import type { VirtualColumn } from './relations'
import type { ColumnOptions } from './column-options'

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
export type {
  ColumnOptions,
  SelectOption,
  OptionColor,
  ColumnValidation,
  Json,
  RatingIcon,
  DurationFormat,
  DateFormat,
  TimeFormat,
} from './column-options'
export { optionColors, ratingIcons, durationFormats, dateFormats, timeFormats } from './column-options'
