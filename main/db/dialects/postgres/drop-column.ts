import { AppError } from '@common/errors'
import type { NativeColumn } from '@main/db/dialect'
import type { ConstraintFacts, TableFacts } from './table-facts'

/**
 * Checks that a column can be dropped. Its own checks, its foreign key and plain indexes go with it. Constraints that
 * involve other columns block it; the server would drop some of them silently.
 *
 * @param leaving  all columns dropped in the same change
 * @param droppedKeys  foreign keys dropped before
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
