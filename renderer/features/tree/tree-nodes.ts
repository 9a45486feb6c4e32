import type { TableSummary } from '@common/model'

/** The groups of a project's tree. */
const tableGroups = ['tables', 'views'] as const
type TableGroup = (typeof tableGroups)[number]
/** Groups that databases have that know such things. */
export const routineGroups = ['functions', 'procedures', 'sequences'] as const
export type RoutineGroup = (typeof routineGroups)[number]
export type TreeGroup = TableGroup | RoutineGroup

/** Names by group; a group that is not there is not shown. */
export type Routines = Partial<Readonly<Record<RoutineGroup, readonly string[]>>>

export const isTableGroup = (group: TreeGroup): group is TableGroup => group === 'tables' || group === 'views'

/** A line of the tree as it is shown. */
export type TreeLine =
  | {
      readonly kind: 'group'
      readonly key: string
      readonly group: TreeGroup
      readonly count: number
      readonly isOpen: boolean
    }
  | { readonly kind: 'table'; readonly key: string; readonly group: TreeGroup; readonly table: TableSummary }
  | { readonly kind: 'routine'; readonly key: string; readonly group: RoutineGroup; readonly name: string }
  | { readonly kind: 'empty'; readonly key: string; readonly group: TreeGroup; readonly isFiltered: boolean }

const typeOf: Readonly<Record<TableGroup, TableSummary['type']>> = { tables: 'table', views: 'view' }

export function tablesOf(group: TableGroup, tables: readonly TableSummary[]): TableSummary[] {
  return tables.filter((table) => table.type === typeOf[group])
}

/**
 * Lines from top to bottom. A filter opens every group that has a match; letters count in any case.
 */
export function treeLines(
  tables: readonly TableSummary[],
  open: ReadonlySet<TreeGroup>,
  filter: string,
  routines: Routines = {},
): TreeLine[] {
  const wanted = filter.trim().toLocaleLowerCase()
  const lines = <T>(
    group: TreeGroup,
    all: readonly T[],
    nameOf: (item: T) => string,
    lineOf: (item: T) => TreeLine,
  ): TreeLine[] => {
    const shown = all.filter((item) => nameOf(item).toLocaleLowerCase().includes(wanted))
    const isOpen = wanted === '' ? open.has(group) : shown.length > 0
    const count = wanted === '' ? all.length : shown.length
    const head: TreeLine = { kind: 'group', key: group, group, count, isOpen }
    if (!isOpen) return [head]
    if (shown.length === 0) return [head, { kind: 'empty', key: `${group}/`, group, isFiltered: wanted !== '' }]
    return [head, ...shown.map(lineOf)]
  }
  return [
    ...tableGroups.flatMap((group) =>
      lines(
        group,
        tablesOf(group, tables),
        ({ title }) => title,
        (table) => ({ kind: 'table', key: `${group}/${table.name}`, group, table }),
      ),
    ),
    ...routineGroups.flatMap((group) =>
      lines(
        group,
        routines[group] ?? [],
        (name) => name,
        (name) => ({ kind: 'routine', key: `${group}/${name}`, group, name }),
      ).filter(() => routines[group] !== undefined),
    ),
  ]
}

/** The line that a key leads to from another; undefined when the key is none of the tree's. */
export function lineAfterKey(lines: readonly TreeLine[], at: number, key: string): number | undefined {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (step !== undefined) return nextFocusable(lines, at, step)
  if (key === 'Home') return 0
  if (key === 'End') return nextFocusable(lines, lines.length, -1)
  const line = lines[at]
  if (key === 'ArrowLeft' && line && line.kind !== 'group')
    return lines.findIndex((one) => one.kind === 'group' && one.group === line.group)
  if (key === 'ArrowRight' && line?.kind === 'group' && line.isOpen) return nextFocusable(lines, at, 1)
  return undefined
}

function nextFocusable(lines: readonly TreeLine[], from: number, step: number): number {
  for (let at = from + step; at >= 0 && at < lines.length; at += step) if (lines[at]?.kind !== 'empty') return at
  return Math.max(0, Math.min(lines.length - 1, from))
}
