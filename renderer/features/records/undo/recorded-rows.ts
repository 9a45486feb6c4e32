import type { Table } from '@common/model'
import { recordChange, undoLog } from '@renderer/features/undo'
import { keyColumns, type Row } from '../rows/row-key'
import { addedWords, nameOf } from './row-steps'
import { changedWords } from './words'
import type { AppliedRows, RowApi, RowBatch } from '../rows/types'

/** Receives the id of a change in the change log. Not called if nothing was written. */
type OnChange = (id: string) => void

/** Writes rows without recording an undo step. */
export interface PlainRowApi extends Pick<RowApi, 'read'> {
  readonly update: (row: Row, changes: Row, expected: Row | undefined, onChange: OnChange) => Promise<Row>
  readonly updateMany: (rows: readonly Row[], onChange: OnChange) => Promise<void>
  readonly create: (values: Row, id: string | undefined, onChange: OnChange) => Promise<Row>
  readonly apply: (batch: RowBatch, onChange: OnChange) => Promise<AppliedRows>
}

/** The same writes. Each one is recorded as an undo step, by the id of its change. */
export function recordedRowApi(projectId: string, table: Table, plain: PlainRowApi): RowApi {
  /** Runs a write. @returns its response, and the id of its change; undefined if it can't be undone */
  const written = async <T>(write: (onChange: OnChange) => Promise<T>): Promise<[T, string | undefined]> => {
    let change: string | undefined
    const answer = await write((id) => (change = id))
    // Without a key, the server couldn't find the rows again.
    return [answer, table.primaryKey.length === 0 ? undefined : change]
  }

  return {
    read: plain.read,

    update: async (row, changes, expected) => {
      const [stored, change] = await written((onChange) => plain.update(row, changes, expected, onChange))
      const titles = Object.keys(changes)
      const name = nameOf(table, { ...stored, ...row })
      recordChange(projectId, changedWords(table, 1, titles.length, titles, name), change)
      return stored
    },

    updateMany: async (rows) => {
      const [, change] = await written((onChange) => plain.updateMany(rows, onChange))
      const key = new Set(keyColumns(table).map(({ title }) => title))
      const set = rows.map((row) => Object.keys(row).filter((title) => !key.has(title)))
      const cells = set.reduce((sum, titles) => sum + titles.length, 0)
      const name = rows[0] === undefined ? '' : nameOf(table, rows[0])
      recordChange(projectId, changedWords(table, rows.length, cells, [...new Set(set.flat())], name), change)
    },

    create: async (values, id) => {
      const [made, change] = await written((onChange) => plain.create(values, id, onChange))
      recordChange(projectId, addedWords(table, nameOf(table, made)), change)
      return made
    },

    apply: async (batch) => {
      const [applied, change] = await written((onChange) => plain.apply(batch, onChange))
      recordChange(projectId, batch.words, change)
      return applied
    },

    asOne: (words, work) => undoLog.group(projectId, words, work),
    during: (work) => void undoLog.during(projectId, work),
  }
}
