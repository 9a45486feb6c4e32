import type { StoredValue } from '@common/columns/column-type'
import type { UnparsedJson } from '../rest/contract'
import type { Expected } from './expected'
import type { RowValues, WriteCall } from './write-call'

/**
 * The row service: the only code that writes rows. Validates by column type, runs one transaction and publishes one
 * change event after the commit. REST, GraphQL, imports and undo use it.
 */
export interface RowService {
  /** Returns the stored row. @throws AppError ROW_INVALID and errors of the database */
  readonly create: (call: WriteCall, body: unknown) => Promise<RowValues>
  /**
   * Writes only the sent columns. Returns the whole row; undefined without a row with this key.
   * @param expected  guard: values that the row must have
   * @throws AppError VALUE_CHANGED if it has others; nothing was written
   */
  readonly update: (
    call: WriteCall,
    key: readonly string[],
    body: unknown,
    expected?: Expected,
  ) => Promise<RowValues | undefined>
  /** Returns true if the row existed. */
  readonly remove: (call: WriteCall, key: readonly string[]) => Promise<boolean>
  /** Atomic. Returns the key of each row; empty lists for a table without one. */
  readonly createMany: (call: WriteCall, body: unknown) => Promise<StoredValue[][]>
  /** Like `createMany` for an unparsed body: the writer thread parses and validates plain rows. */
  readonly createManyUnparsed: (call: WriteCall, body: UnparsedJson) => Promise<StoredValue[][]>
  /** Atomic; finds each row by its key. Returns for each if it existed. */
  readonly updateMany: (call: WriteCall, body: unknown) => Promise<boolean[]>
  readonly removeMany: (call: WriteCall, body: unknown) => Promise<boolean[]>
}
