import { bulkRowsMax } from '@common/constants'
import type { Column, Table } from '@common/model'
import type { RowChange } from '@renderer/stores'
import type { GridModel } from '../model/grid-model'
import { deleteOf, isThere, updateOf } from '../rows/row-changes'
import type { Row } from '../rows/row-key'
import { removedWords } from '../undo/words'
import type { DuplicateGroup } from './duplicates'
import { isDeleted, survivorOf, type Decisions } from './survivors'

/**
 * Deletes the ticked records of groups as one undo step. The server rejects a batch if one of its records, or the
 * survivor, no longer has the compared values: no user loses the last copy. In production, the deletes are staged until
 * a commit.
 *
 * @param compared  the columns that define the groups
 * @param progress  receives the number of deleted records after each batch
 * @returns the number of deleted records, and whether they are staged
 * @throws ApiError VALUE_CHANGED, ROW_REFERENCED …; earlier batches stay deleted
 */
export async function deleteDuplicates(
  model: GridModel,
  groups: readonly DuplicateGroup[],
  decisions: Decisions,
  compared: readonly Column[],
  progress: (deleted: number) => void,
): Promise<{ readonly count: number; readonly isStaged: boolean }> {
  const batches = batchesOf(model.table, groups, decisions, compared)
  const rows = groups.flatMap((group) =>
    group.records.flatMap(({ row }, at) => (isDeleted(group, at, decisions) ? [row] : [])),
  )
  const words = removedWords(model.table, rows)
  if (model.stages) {
    await model.apply(batches.flat().filter(isDelete), words)
    return { count: rows.length, isStaged: true }
  }
  const work = async (): Promise<number> => {
    let done = 0
    for (const changes of batches) {
      await model.api.apply({ id: crypto.randomUUID(), changes, words, anyway: false })
      done += changes.filter(isDelete).length
      progress(done)
    }
    return done
  }
  try {
    const count = await model.saving(() => model.api.asOne?.(words, work) ?? work())
    return { count, isStaged: false }
  } finally {
    model.rows.refresh()
  }
}

const isDelete = ({ kind }: RowChange): boolean => kind === 'delete'

/** Splits changes into batches that one call takes. Each batch guards the surviving records. */
export function batchesOf(
  table: Table,
  groups: readonly DuplicateGroup[],
  decisions: Decisions,
  compared: readonly Column[],
): readonly (readonly RowChange[])[] {
  const batches: RowChange[][] = []
  let batch: RowChange[] = []
  const end = (): void => {
    if (batch.length > 0) batches.push(batch)
    batch = []
  }
  for (const group of groups) {
    const guard = guardOf(table, group.records[survivorOf(group, decisions)]?.row, compared)
    const deletes = group.records
      .filter((_, at) => isDeleted(group, at, decisions))
      .map(({ row }) => deleteOf(table, row))
      .filter(isThere)
    while (deletes.length > 0) {
      if (batch.length + guard.length + 1 > bulkRowsMax) end()
      batch.push(...guard, ...deletes.splice(0, bulkRowsMax - batch.length - guard.length))
    }
  }
  end()
  return batches
}

/** An update that changes nothing: the server rejects the batch if the record is gone or has other values. */
function guardOf(table: Table, row: Row | undefined, compared: readonly Column[]): readonly RowChange[] {
  const stored = compared.filter((column) => table.columns.includes(column) && !column.generated)
  const values = Object.fromEntries(stored.map(({ title }) => [title, row?.[title] ?? null]))
  return row === undefined ? [] : [updateOf(table, row, values)].filter(isThere)
}
