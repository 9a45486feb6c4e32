import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import type { Database } from '@main/db/database'
import type { Step, StepResult } from '@main/db/statement'
import type { CallContext } from '@main/operations/context'
import { keyOfRow } from '../parse/row-key'
import { writeIndex, type TableIndex } from '../plan/columns'
import { storedRow } from '../shape/row-json'
import { withTitles } from './error-titles'
import type { Recorder, StepsChange } from './recorded'
import { selectRows } from './row-statements'
import type { StoredRow } from './change-event'

/** A write to one table; the permission was checked. */
export interface WriteCall {
  readonly projectId: string
  readonly database: Database
  readonly index: TableIndex
  readonly context: CallContext
  /** Source of the change, for the change event. */
  readonly why: string
  /** Receives the ignored keys of the body: computed columns and nested rows. */
  readonly ignored?: Set<string>
}

/** Stored values of a row in column order. */
export type RowValues = readonly StoredValue[]

/**
 * Returns the index for a write (`writeIndex`).
 *
 * @throws AppError VIEW_READ_ONLY; NOT_ALLOWED without the right
 */
export function requireWritable({ index }: WriteCall, right: 'create' | 'change' | 'delete'): TableIndex {
  const { sight } = index.table
  // A visitor writes through a form, which creates rows for it.
  if (!sight[right] || sight.visitor) throw new AppError('NOT_ALLOWED')
  if (index.table.type === 'view') throw new AppError('VIEW_READ_ONLY', { table: index.table.title })
  return writeIndex(index)
}

/** Runs steps in one transaction, and records changes in it. Errors name the row and the columns by their titles. */
export async function transact(
  call: WriteCall & { readonly recorder: Recorder },
  steps: readonly Step[],
  changes: readonly Omit<StepsChange, 'table'>[],
): Promise<StepResult[]> {
  const { index, recorder } = call
  if (steps.length === 0) return []
  try {
    return await recorder.transact(call, steps, () => changes.map((change) => ({ ...change, table: index.table })))
  } catch (error) {
    throw error instanceof AppError ? withTitles(index, withRow(steps, error)) : error
  }
}

/** Adds the row's position, counted over the batches that write. */
function withRow(steps: readonly Step[], error: AppError): AppError {
  const { at, ...details } = error.details
  if (typeof at !== 'object' || at === null || !('step' in at) || !('row' in at)) return error
  const before = steps.slice(0, Number(at.step)).filter(changes)
  const row = before.reduce((sum, step) => sum + (step.batch?.length ?? 1), Number(at.row))
  return new AppError(error.code, { ...details, row }, { cause: error })
}

const changes = ({ sql }: Step): boolean => !sql.startsWith('SELECT')

/** Returns rows by the text of their key. */
export async function heldRows(
  database: Database,
  index: TableIndex,
  keys: readonly (readonly string[])[],
  signal: AbortSignal,
): Promise<Map<string, RowValues>> {
  if (keys.length === 0) return new Map()
  const [held] = await database.transact([selectRows(database.dialect, index, keys)], { signal })
  return new Map((held?.rows ?? []).map((row) => [keyText(keyOf(index, row)), row]))
}

/** Returns the names of columns. */
export const namesOf = (columns: Iterable<Column>): string[] => Array.from(columns, ({ name }) => name)

export function keyOf(index: TableIndex, row: RowValues): string[] {
  return keyOfRow(index, (column) => row[index.table.columns.indexOf(column)])
}

export function keyText(key: readonly string[]): string {
  return JSON.stringify(key)
}

export function stored(index: TableIndex, row: RowValues): StoredRow {
  return storedRow(index.table.columns, row)
}
