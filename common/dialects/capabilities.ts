import type { FunctionName } from '@common/formula'
import type { SqlSyntax } from './sql-syntax'

/** Capabilities of a kind of database, as data, so that the page knows them without a request. */
export interface Capabilities {
  /** INSERT, UPDATE and DELETE can return rows. */
  readonly returning: boolean
  /** Schema changes can be rolled back. */
  readonly transactionalSchema: boolean
  readonly booleanType: boolean
  /** True if texts may contain the character NUL. */
  readonly textWithNul: boolean
  /** Infinities and NaN that its floating point columns can hold, as responses write them. */
  readonly infinities: readonly string[]
  /** Supports several cascade paths: both foreign keys of a junction table may cascade from the same table. */
  readonly severalCascades: boolean
  /** Formula functions that the engine can't compute. Without REGEX_MATCH, grids can't be searched by pattern. */
  readonly absentFunctions: readonly FunctionName[]
  /** A generated number column is possible beside any key. */
  readonly autoNumber: boolean
  readonly functions: boolean
  readonly procedures: boolean
  readonly sequences: boolean
  /** Maximum number of bound values per statement. */
  readonly maxParameters: number
  /** Maximum length of an identifier, in bytes or characters. */
  readonly maxIdentifier: number
  /** Names of hidden system columns, which no other column can have. */
  readonly systemColumns: readonly string[]
  /** How scripts are split and parameters found. */
  readonly syntax: SqlSyntax
}
