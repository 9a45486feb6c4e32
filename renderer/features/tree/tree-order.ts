import type { TreeItem, TreeLine } from './tree-nodes'
import { isItem } from './tree-nodes'

/** Something with a place among others. Places may be fractions. */
export interface Ordered {
  readonly name: string
  readonly order: number
}

/** Minimum gap between two positions; smaller ones soon run out of precision. */
const leastGap = 1e-6

/**
 * Returns the positions to store after a move: only that of the moved item, between its new neighbours. Renumbers all
 * items if there is no room between them.
 *
 * @param list  in current order
 * @param to  new index, counted without the moved item
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

/** True if a line can be dragged: tables within their group, favourites, and views of one table. */
export function canMove(line: TreeLine, mayChange: { readonly tables: boolean; readonly views: boolean }): boolean {
  if (!isItem(line) || line.kind === 'group' || line.kind === 'routine' || line.kind === 'hidden') return false
  if (line.group === 'favourites') return true
  if (line.kind === 'table') return mayChange.tables
  // The table's own grid always comes first.
  return mayChange.views && line.view.id !== undefined
}

/** A place between lines where something can be put down. */
export interface DropPlace {
  /** New index among its siblings, counted without it. */
  readonly to: number
  /** Index of the line that the drop marker precedes; the number of lines for the end. */
  readonly above: number
}

/**
 * Returns the drop position of a dragged line for a pointer position; undefined if the line wouldn't move.
 *
 * @param y  pointer position in lines from the top: 2.5 is the middle of the third
 */
export function dropPlace(lines: readonly TreeLine[], dragged: TreeItem, y: number): DropPlace | undefined {
  const siblings = lines.flatMap((line, index) =>
    isItem(line) && line.parent === dragged.parent && line.kind !== 'group' && line.kind !== 'hidden'
      ? [{ line, index }]
      : [],
  )
  // The table's own grid stays first.
  const fixed = siblings.filter(
    ({ line }) => line.kind === 'view' && line.view.id === undefined && line.level === 3,
  ).length
  const last = siblings.at(-1)
  if (last === undefined) return undefined
  /** After the last sibling and its visible children. */
  let end = last.index + 1
  for (let line = lines[end]; line !== undefined && line.level > last.line.level; line = lines[end]) end += 1
  const edges = [...siblings.map(({ index }) => index), end]
  let best = fixed
  for (const [at, edge] of edges.entries())
    if (at >= fixed && Math.abs(edge - y) < Math.abs((edges[best] ?? 0) - y)) best = at
  // Directly before or after itself, the line doesn't move.
  if (best === dragged.at || best === dragged.at + 1) return undefined
  return { to: best > dragged.at ? best - 1 : best, above: edges[best] ?? end }
}
