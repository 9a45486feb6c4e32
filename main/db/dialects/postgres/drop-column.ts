import { AppError } from '@common/errors'
import type { NativeColumn } from '@main/db/dialect'
import type { ConstraintFacts, TableFacts } from './table-facts'

/**
 * Whether a column can go. What is about it alone goes with it: its own checks, its foreign key, indexes that only make
 * reading faster. What others rely on keeps it; the server would drop some of that without a word.
 *
 * @param leaving  columns that go in the same change, this one among them
 * @param droppedKeys  foreign keys that go before
 * @throws AppError COLUMN_KEY_FIXED, COLUMN_IN_USE
 */
export function refuseDrop(
  facts: TableFacts,
  column: NativeColumn,
  leaving: readonly string[],
  droppedKeys: readonly ConstraintFacts[],
): void {
  const { name } = column
  if (column.keyPosition > 0) throw new AppError('COLUMN_KEY_FIXED', { column: name })
  const goes = (columns: readonly string[]): boolean => columns.every((other) => leaving.includes(other))
  const constraint = facts.constraints.find(
    (rule) => rule.columns.includes(name) && !goes(rule.columns) && !droppedKeys.includes(rule),
  )
  const index = facts.indexes.find(
    ({ unique, columns, constraint: owner }) => unique && owner === null && columns.includes(name) && !goes(columns),
  )
  const by =
    constraint?.name ??
    index?.name ??
    facts.referring.find(({ columns }) => columns.includes(name))?.table ??
    facts.users.find((user) => user.column === name && !leaving.includes(user.name))?.name
  if (by !== undefined) throw new AppError('COLUMN_IN_USE', { column: name, by })
}
