import type { TreeItem, TreeLine } from './tree-nodes'
import { isItem } from './tree-nodes'

/** Something with a place among others. Places may be fractions. */
export interface Ordered {
  readonly name: string
  readonly order: number
}

/** Nearer than this two places cannot be told apart for long. */
const leastGap = 1e-6

/**
 * Places that make a list stand in another order: that of the moved one, between its new neighbours. Where there is no
 * room between them every place is counted anew.
 *
 * @param list  as it stands
 * @param to  where the moved one stands afterwards, counted without it
 */
export function placesAfterMove(list: readonly Ordered[], from: number, to: number): readonly Ordered[] {
  const moved = list[from]
  if (moved === undefined || from === to) return []
  const others = list.filter((_, at) => at !== from)
  const before = others[to - 1]?.order
  const after = others[to]?.order
  if (before === undefined && after === undefined) return []
  const order = before === undefined ? Number(after) - 1 : after === undefined ? before + 1 : (before + after) / 2
  const isBetween =
    (before === undefined || order - before >= leastGap) && (after === undefined || after - order >= leastGap)
  if (isBetween && Math.abs(order) < 1e9) return [{ name: moved.name, order }]
  return [...others.slice(0, to), moved, ...others.slice(to)].flatMap(({ name, order: now }, at) =>
    now === at + 1 ? [] : [{ name, order: at + 1 }],
  )
}

/** What can be dragged: tables among those of their group, favourites, and views of one table. */
export function canMove(line: TreeLine, mayChange: { readonly tables: boolean; readonly views: boolean }): boolean {
  if (!isItem(line) || line.kind === 'group' || line.kind === 'routine') return false
  if (line.group === 'favourites') return true
  if (line.kind === 'table') return mayChange.tables
  // The table's own grid stands first.
  return mayChange.views && line.view.id !== undefined
}

/** A place between lines where something can be put down. */
export interface DropPlace {
  /** Where it stands afterwards among its siblings, counted without it. */
  readonly to: number
  /** Index of the line above which it is shown; the number of lines at the end. */
  readonly above: number
}

/**
 * Where a line that is dragged would be put down by a pointer over the lines; undefined where it would stay.
 *
 * @param y  of the pointer, in lines from the top: 2.5 is the middle of the third
 */
export function dropPlace(lines: readonly TreeLine[], dragged: TreeItem, y: number): DropPlace | undefined {
  const siblings = lines.flatMap((line, index) =>
    isItem(line) && line.parent === dragged.parent && line.kind !== 'group' ? [{ line, index }] : [],
  )
  // The table's own grid stays first.
  const fixed = siblings.filter(
    ({ line }) => line.kind === 'view' && line.view.id === undefined && line.level === 3,
  ).length
  const last = siblings.at(-1)
  if (last === undefined) return undefined
  /** Behind the last one and what is shown below it. */
  let end = last.index + 1
  for (let line = lines[end]; line !== undefined && line.level > last.line.level; line = lines[end]) end += 1
  const edges = [...siblings.map(({ index }) => index), end]
  let best = fixed
  for (const [at, edge] of edges.entries())
    if (at >= fixed && Math.abs(edge - y) < Math.abs((edges[best] ?? 0) - y)) best = at
  // Before itself and behind itself it stays.
  if (best === dragged.at || best === dragged.at + 1) return undefined
  return { to: best > dragged.at ? best - 1 : best, above: edges[best] ?? end }
}
