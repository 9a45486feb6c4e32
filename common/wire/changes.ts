import { takesOptions } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import { isSameType, type UiType } from '@common/columns/ui-types'
import { AppError } from '@common/errors'
import type { Column, ColumnChange, ColumnDefinition, Table } from '@common/model'
import { definitionFromWire, definitionOf } from './mappers'
import { findTitled } from './named'
import type { WireColumn } from './schemas'

const altered = { added: 1, changed: 2, deleted: 4, renamed: 8 } as const

/**
 * What the `altered` marks of tableUpdate ask for (wire §6). Columns are looked up by `cno`. A column that says
 * nothing new is no change.
 *
 * @throws AppError COLUMN_NOT_FOUND, COLUMN_TYPE_INVALID, COLUMN_OPTIONS_INVALID, INPUT_INVALID
 */
export function columnChangesFromWire(
  columns: readonly WireColumn[],
  table: Table,
  guess: (nativeType: string) => UiType,
): ColumnChange[] {
  return columns.flatMap((wire): ColumnChange[] => {
    const mark = wire.altered ?? 0
    if (mark === 0) return []
    if (mark === altered.added) return [{ kind: 'add', column: definitionFromWire(wire, guess) }]
    const column = columnNamed(table, wire.cno ?? wire.cn)
    switch (mark) {
      case altered.deleted:
        return [{ kind: 'drop', name: column.name }]
      case altered.renamed: {
        const newName = wire.cn.trim()
        const newTitle = wire._cn?.trim() || newName
        const same = newName === column.name && newTitle === column.title
        return same ? [] : [{ kind: 'rename', name: column.name, newName, newTitle }]
      }
      case altered.changed:
      case altered.changed + altered.renamed:
        return changeOf(column, definitionFromWire(wire, guess, column), wire.emptyLost === true)
      default:
        throw new AppError('INPUT_INVALID', { problems: [`altered ${mark} means nothing`] })
    }
  })
}

/** The change from a column to a definition; none when they say the same. */
export function changeOf(column: Column, to: ColumnDefinition, emptyLost = false): ColumnChange[] {
  if (JSON.stringify(definitionOf(column)) === JSON.stringify(to)) return []
  const refit = !isSameType(column, to) || isNarrower(column, to)
  return [
    {
      kind: 'change',
      name: column.name,
      column: to,
      ...(refit ? { from: column.uiType, ...(emptyLost ? { emptyLost: true } : {}) } : {}),
    },
  ]
}

/** Whether values that were allowed may not be any more. */
function isNarrower(column: Column, to: ColumnDefinition): boolean {
  if (columnType(to.uiType).settings.includes('max')) return (to.options.max ?? 0) < (column.options.max ?? 0)
  if (!takesOptions(to)) return false
  const before = column.options.options ?? []
  const after = new Set((to.options.options ?? []).map(({ title }) => title))
  // Without options, any text is one.
  return after.size > 0 && (before.length === 0 || before.some(({ title }) => !after.has(title)))
}

function columnNamed(table: Table, name: string): Column {
  const found = findTitled(table.columns, name) ?? findTitled(table.columns, name.trim())
  if (found === undefined) throw new AppError('COLUMN_NOT_FOUND', { column: name })
  return found
}
