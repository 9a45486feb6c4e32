import type { FunctionName } from '@common/formula'

/** What a kind of database can do, as data, so that the interface knows without asking the server. */
export interface Capabilities {
  /** INSERT, UPDATE and DELETE can return rows. */
  readonly returning: boolean
  /** Schema changes can be rolled back. */
  readonly transactionalSchema: boolean
  readonly booleanType: boolean
  /** Numbers without digits that its floating point columns can hold, as rows answer them. */
  readonly infinities: readonly string[]
  /** Deleting a row may lead to another one on several ways: both keys of a table of pairs may cascade from one table. */
  readonly severalCascades: boolean
  /** Functions of formulas that the engine has no way to compute. Without REGEX_MATCH, no grid is searched by patterns. */
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
