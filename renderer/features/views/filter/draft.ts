import {
  filterColumns,
  isFilterGroup,
  operatorsOf,
  valueEditor,
  type FilterColumn,
  type ViewCondition,
  type ViewFilterGroup,
} from '@common/views'
import type { Table } from '@common/model'

/** Maximum depth of nested groups, without the outermost. */
export const groupDepthMax = 2

/** A filter while a user edits it. Every line has its own id, so that lines aren't confused. */
export interface DraftCondition {
  readonly key: number
  readonly condition: ViewCondition
}
export interface DraftGroup {
  readonly key: number
  readonly join: ViewFilterGroup['join']
  readonly lines: readonly DraftLine[]
}
export type DraftLine = DraftCondition | DraftGroup

export const isDraftGroup = (line: DraftLine): line is DraftGroup => 'lines' in line

let keys = 0

export function draftOf(group: ViewFilterGroup): DraftGroup {
  return {
    key: (keys += 1),
    join: group.join,
    lines: group.filters.map((each) => (isFilterGroup(each) ? draftOf(each) : { key: (keys += 1), condition: each })),
  }
}

/** Returns the filter to store; leaves out groups without conditions. */
export function filterOf({ join, lines }: DraftGroup): ViewFilterGroup {
  return {
    join,
    filters: lines.flatMap((line): ViewFilterGroup['filters'] => {
      if (!isDraftGroup(line)) return [line.condition]
      const group = filterOf(line)
      return group.filters.length === 0 ? [] : [group]
    }),
  }
}

/** Returns the group with one line changed or removed, at any depth. */
export function changedLine(
  group: DraftGroup,
  key: number,
  change: (line: DraftLine) => DraftLine | undefined,
): DraftGroup {
  const lines = group.lines.flatMap((line): DraftLine[] => {
    if (line.key !== key) return [isDraftGroup(line) ? changedLine(line, key, change) : line]
    const changed = change(line)
    return changed === undefined ? [] : [changed]
  })
  return { ...group, lines }
}

/** Returns the group with one line moved, in the group itself or in a subgroup. */
export function withMovedLine(root: DraftGroup, key: number, from: number, to: number): DraftGroup {
  if (root.key !== key) {
    const lines = root.lines.map((line) => (isDraftGroup(line) ? withMovedLine(line, key, from, to) : line))
    return { ...root, lines }
  }
  const line = root.lines[from]
  return line === undefined ? root : { ...root, lines: root.lines.toSpliced(from, 1).toSpliced(to, 0, line) }
}

/** Returns a new condition on a column, with its first operator. */
export function newCondition(column: FilterColumn): ViewCondition {
  const [operator = 'isNotEmpty'] = operatorsOf(column)
  const isPeriod = valueEditor(column, operator) === 'period'
  return { column: column.id, operator, ...(isPeriod && { value: { relative: 'thisWeek' } }) }
}

/** Returns a new condition on the column that names the records, or else on the first column. */
export function firstCondition(table: Table): ViewCondition | undefined {
  const columns = filterColumns(table)
  const column = columns.find((each) => each.column.primaryValue) ?? columns[0]
  return column && newCondition(column)
}

export function withLine(group: DraftGroup, condition: ViewCondition): DraftGroup {
  return { ...group, lines: [...group.lines, { key: (keys += 1), condition }] }
}

export function withGroup(group: DraftGroup, condition: ViewCondition): DraftGroup {
  const inner: DraftGroup = {
    key: (keys += 1),
    join: group.join === 'and' ? 'or' : 'and',
    lines: [{ key: (keys += 1), condition }],
  }
  return { ...group, lines: [...group.lines, inner] }
}

/** Counts all conditions of a group, including those of nested groups. */
export function countLines({ lines }: DraftGroup): number {
  return lines.reduce((count, line) => count + (isDraftGroup(line) ? countLines(line) : 1), 0)
}
