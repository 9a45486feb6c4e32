import type { FunctionName } from '@common/formula'

/** What a kind of database can do, as data, so that the interface knows without asking the server. */
export interface Capabilities {
  /** INSERT, UPDATE and DELETE can return rows. */
  readonly returning: boolean
  /** Schema changes can be rolled back. */
  readonly transactionalSchema: boolean
  readonly booleanType: boolean
  /** Infinities and NaN that its floating point columns can hold, as responses write them. */
  readonly infinities: readonly string[]
  /** Supports several cascade paths: both foreign keys of a junction table may cascade from the same table. */
  readonly severalCascades: boolean
  /** Formula functions that the engine can't compute. Without REGEX_MATCH, grids can't be searched by pattern. */
  readonly absentFunctions: readonly FunctionName[]
  /** A column beside the key can be counted, whatever the key is. */
  readonly autoNumber: boolean
  readonly functions: boolean
  readonly procedures: boolean
  readonly sequences: boolean
  /** Bound values in one statement. */
  readonly maxParameters: number
  /** Bytes or characters of an identifier. */
  readonly maxIdentifier: number
  /** Names of columns that every table has already, though nobody sees them: no other can be called so. */
  readonly systemColumns: readonly string[]
}
