import type { TableSummary } from '@common/model'
import type { View } from '@common/views'
import type { HiddenTable, Place } from '@renderer/stores'

/** The groups of a project's tree. */
const tableGroups = ['tables', 'views'] as const
type TableGroup = (typeof tableGroups)[number]
/** Groups that databases have that know such things. */
export const routineGroups = ['functions', 'procedures', 'sequences'] as const
export type RoutineGroup = (typeof routineGroups)[number]
export type TreeGroup = 'favourites' | TableGroup | RoutineGroup

/** Names by group; a group that is not there is not shown. */
export type Routines = Partial<Readonly<Record<RoutineGroup, readonly string[]>>>

export const isTableGroup = (group: TreeGroup): group is TableGroup => group === 'tables' || group === 'views'

/** Position of a line among its siblings. Lines with the same `parent` can be reordered. */
interface Placed {
  readonly key: string
  readonly level: 1 | 2 | 3
  /** Key of the parent line; empty for groups. */
  readonly parent: string
  /** From 0, and of how many. */
  readonly at: number
  readonly count: number
}

export interface GroupLine extends Placed {
  readonly kind: 'group'
  readonly group: TreeGroup
  readonly size: number
  readonly isOpen: boolean
}
export interface TableLine extends Placed {
  readonly kind: 'table'
  readonly group: TreeGroup
  readonly table: TableSummary
  /** True if its views are expanded; undefined if views aren't available. */
  readonly isOpen: boolean | undefined
}
export interface ViewLine extends Placed {
  readonly kind: 'view'
  readonly group: TreeGroup
  readonly table: TableSummary
  readonly view: View
}
export interface RoutineLine extends Placed {
  readonly kind: 'routine'
  readonly group: RoutineGroup
  readonly name: string
}
/** A table that a preview hides. */
export interface HiddenLine extends Placed {
  readonly kind: 'hidden'
  readonly group: TableGroup
  readonly table: HiddenTable
}
/** A line that says that a node is empty or loading. */
export interface NoteLine {
  readonly kind: 'empty' | 'loading'
  readonly key: string
  readonly level: 2 | 3
  readonly group: TreeGroup
  readonly isFiltered: boolean
}
/** A visible line of the tree. */
export type TreeLine = GroupLine | TableLine | ViewLine | RoutineLine | HiddenLine | NoteLine
/** A line that can have the focus. */
export type TreeItem = Exclude<TreeLine, NoteLine>

export const isItem = (line: TreeLine | undefined): line is TreeItem =>
  line !== undefined && line.kind !== 'empty' && line.kind !== 'loading'

const typeOf: Readonly<Record<TableGroup, TableSummary['type']>> = { tables: 'table', views: 'view' }

export function tablesOf(group: TableGroup, tables: readonly TableSummary[]): TableSummary[] {
  return tables.filter((table) => table.type === typeOf[group])
}

export interface TreeContents {
  readonly tables: readonly TableSummary[]
  /** Tables that a preview hides, after the others. */
  readonly hidden?: readonly HiddenTable[]
  readonly routines?: Routines
  readonly favourites?: readonly Place[]
  /** Loaded views by table name. */
  readonly views?: ReadonlyMap<string, readonly View[]>
  /** Returns the display name of a view. */
  readonly viewTitle?: (view: View, table: TableSummary) => string
}

/** Keys of expanded lines: groups by name, tables by `table/{name}`. */
export type OpenLines = ReadonlySet<string>
export const openKey = (table: string): string => `table/${table}`

/**
 * Returns the visible lines from top to bottom. A filter expands every group with a match, and every table with a
 * matching view, if its views are loaded. Ignores case.
 */
export function treeLines(contents: TreeContents, open: OpenLines, filter: string): TreeLine[] {
  const { tables, hidden = [], routines = {}, favourites = [], views = new Map() } = contents
  const { viewTitle = ({ title }) => title } = contents
  const wanted = filter.trim().toLocaleLowerCase()
  const isFiltered = wanted !== ''
  const fits = (name: string): boolean => name.toLocaleLowerCase().includes(wanted)
  const byName = new Map(tables.map((table) => [table.name, table]))

  /** A table and, when it is open, its views. */
  const tableLines = (group: TableGroup, table: TableSummary, at: number, count: number): TreeLine[] => {
    const key = `${group}/${table.name}`
    const known: readonly View[] | undefined = views.get(table.name)
    const found = isFiltered ? (known ?? []).filter((view) => fits(viewTitle(view, table))) : known
    // The table's own grid has the table's name, so a match on it adds nothing.
    const tells = isFiltered && (found ?? []).some(({ id }) => id !== undefined)
    const isOpen = isFiltered ? tells : open.has(openKey(table.name))
    const line: TableLine = { kind: 'table', key, level: 2, parent: group, at, count, group, table, isOpen }
    if (!isOpen) return [line]
    if (found === undefined) return [line, { kind: 'loading', key: `${key}/`, level: 3, group, isFiltered }]
    return [
      line,
      ...found.map((view, place): ViewLine => ({
        kind: 'view',
        key: `${key}/${view.id ?? ''}`,
        level: 3,
        parent: key,
        at: place,
        count: found.length,
        group,
        table,
        view,
      })),
    ]
  }

  const groups: { readonly group: TreeGroup; readonly size: number; readonly lines: TreeLine[] }[] = []
  const marked = favourites.flatMap((place) => favouriteOf(place, byName, views) ?? [])
  const shownMarked = marked.filter(({ table, view }) =>
    fits(view === undefined ? table.title : viewTitle(view, table)),
  )
  if (marked.length > 0 && (!isFiltered || shownMarked.length > 0))
    groups.push({
      group: 'favourites',
      size: shownMarked.length,
      lines: shownMarked.map(({ table, view }, at): TreeLine => {
        const placed = {
          level: 2 as const,
          parent: 'favourites',
          at,
          count: shownMarked.length,
          group: 'favourites' as const,
        }
        return view === undefined
          ? { kind: 'table', key: `favourites/${table.name}`, ...placed, table, isOpen: undefined }
          : { kind: 'view', key: `favourites/${table.name}/${view.id ?? ''}`, ...placed, table, view }
      }),
    })
  for (const group of tableGroups) {
    const shown = tablesOf(group, tables).filter(
      (table) =>
        fits(table.title) ||
        (views.get(table.name) ?? []).some((view: View) => view.id !== undefined && fits(viewTitle(view, table))),
    )
    groups.push({
      group,
      size: shown.length,
      lines: [
        ...shown.flatMap((table, at) => tableLines(group, table, at, shown.length)),
        ...hiddenLines(
          group,
          hidden.filter(({ name, title, type }) => type === typeOf[group] && !byName.has(name) && fits(title)),
          shown.length,
        ),
      ],
    })
  }
  for (const group of routineGroups) {
    const names = routines[group]
    if (names === undefined) continue
    const shown = names.filter(fits)
    groups.push({
      group,
      size: shown.length,
      lines: shown.map((name, at) => ({
        kind: 'routine',
        key: `${group}/${name}`,
        level: 2,
        parent: group,
        at,
        count: shown.length,
        group,
        name,
      })),
    })
  }
  // If nothing matches, shows a single message.
  const saysNothing = isFiltered && groups.every(({ lines }) => lines.length === 0) ? groups[0]?.group : undefined
  return groups.flatMap(({ group, size, lines }, at): TreeLine[] => {
    const isOpen = isFiltered ? lines.length > 0 || group === saysNothing : open.has(group)
    const head: GroupLine = {
      kind: 'group',
      key: group,
      level: 1,
      parent: '',
      at,
      count: groups.length,
      group,
      size,
      isOpen,
    }
    if (!isOpen) return [head]
    if (lines.length === 0) return [head, { kind: 'empty', key: `${group}/`, level: 2, group, isFiltered }]
    return [head, ...lines]
  })
}

/** Returns the lines of hidden tables, below those that are seen. */
const hiddenLines = (group: TableGroup, hidden: readonly HiddenTable[], seen: number): TreeLine[] =>
  hidden.map((table, at) => ({
    kind: 'hidden',
    key: `${group}/hidden/${table.name}`,
    level: 2,
    parent: group,
    at: seen + at,
    count: seen + hidden.length,
    group,
    table,
  }))

/** Returns a favourite if it still exists; a view only once the views of its table are loaded. */
function favouriteOf(
  { table: name, view: id }: Place,
  tables: ReadonlyMap<string, TableSummary>,
  views: ReadonlyMap<string, readonly View[]>,
): { readonly table: TableSummary; readonly view: View | undefined } | undefined {
  const table = tables.get(name)
  if (table === undefined || id === undefined) return table && { table, view: undefined }
  const view = views.get(name)?.find((one) => one.id === id)
  return view && { table, view }
}

/** Lines that PageUp and PageDown go by. */
const pageLines = 12

/** Returns the line that a key moves to; undefined if the tree doesn't handle the key. */
export function lineAfterKey(lines: readonly TreeLine[], at: number, key: string): number | undefined {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (step !== undefined) return nextFocusable(lines, at, step)
  if (key === 'Home') return nextFocusable(lines, -1, 1)
  if (key === 'End') return nextFocusable(lines, lines.length, -1)
  if (key === 'PageDown') return nextFocusable(lines, Math.min(lines.length, at + pageLines + 1), -1)
  if (key === 'PageUp') return nextFocusable(lines, Math.max(-1, at - pageLines - 1), 1)
  const line = lines[at]
  if (!isItem(line)) return undefined
  if (key === 'ArrowLeft' && line.parent !== '') return lines.findIndex((one) => one.key === line.parent)
  const isOpen = (line.kind === 'group' || line.kind === 'table') && line.isOpen === true
  if (key === 'ArrowRight' && isOpen && isItem(lines[at + 1])) return at + 1
  return undefined
}

function nextFocusable(lines: readonly TreeLine[], from: number, step: number): number {
  for (let at = from + step; at >= 0 && at < lines.length; at += step) if (isItem(lines[at])) return at
  return Math.max(0, Math.min(lines.length - 1, from))
}

/** Returns the range of the search text in a name; undefined without a match. */
export function foundIn(name: string, filter: string): readonly [number, number] | undefined {
  const wanted = filter.trim().toLocaleLowerCase()
  if (wanted === '') return undefined
  const lower = name.toLocaleLowerCase()
  const at = lower.indexOf(wanted)
  // Letters whose small form is longer would shift the mark: then there is none.
  return at < 0 || lower.length !== name.length ? undefined : [at, at + wanted.length]
}
