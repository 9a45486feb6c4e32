import type { TableSummary } from '@common/model'

/** The groups of a project's tree. Functions, procedures and sequences join with the databases that have them. */
export const treeGroups = ['tables', 'views'] as const
export type TreeGroup = (typeof treeGroups)[number]

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
  | { readonly kind: 'empty'; readonly key: string; readonly group: TreeGroup; readonly isFiltered: boolean }

const typeOf: Readonly<Record<TreeGroup, TableSummary['type']>> = { tables: 'table', views: 'view' }

export function tablesOf(group: TreeGroup, tables: readonly TableSummary[]): TableSummary[] {
  return tables.filter((table) => table.type === typeOf[group])
}

/**
 * Lines from top to bottom. A filter opens every group that has a match; letters count in any case.
 */
export function treeLines(tables: readonly TableSummary[], open: ReadonlySet<TreeGroup>, filter: string): TreeLine[] {
  const wanted = filter.trim().toLocaleLowerCase()
  return treeGroups.flatMap((group): TreeLine[] => {
    const all = tablesOf(group, tables)
    const shown = all.filter((table) => table.title.toLocaleLowerCase().includes(wanted))
    const isOpen = wanted === '' ? open.has(group) : shown.length > 0
    const head: TreeLine = {
      kind: 'group',
      key: group,
      group,
      count: wanted === '' ? all.length : shown.length,
      isOpen,
    }
    if (!isOpen) return [head]
    if (shown.length === 0) return [head, { kind: 'empty', key: `${group}/`, group, isFiltered: wanted !== '' }]
    return [head, ...shown.map((table): TreeLine => ({ kind: 'table', key: `${group}/${table.name}`, group, table }))]
  })
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
