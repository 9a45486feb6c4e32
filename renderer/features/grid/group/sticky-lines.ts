import type { GroupLines } from '@common/views/group-lines'
import type { GroupNode } from '@common/views/group-tree'

/** A head that stays at the top while its records pass below. */
export interface StickyLine {
  readonly line: number
  /** Distance from the top of the first line, in CSS pixels. */
  readonly top: number
}

/**
 * Returns the sticky heads, one per level, outermost first.
 *
 * Each level has its place and shows the head of the group whose records scroll past it. A head already at its place
 * doesn't stick.
 *
 * @param first  the first line on the screen
 * @param top  its scroll offset, 0 or less
 */
export function stickyLines(
  lines: GroupLines,
  heights: Uint8Array,
  { first, top }: { readonly first: number; readonly top: number },
  headHeight: number,
): StickyLine[] {
  const sticky: StickyLine[] = []
  let line = first
  let y = top
  for (let level = 0; ; level += 1) {
    const place = level * headHeight
    while (line < lines.lineCount && y + (heights[line] ?? 0) <= place) {
      y += heights[line] ?? 0
      line += 1
    }
    const head = ancestor(lines.groupAt(line), level)
    if (head === undefined || line >= lines.lineCount) return sticky
    const at = lines.lineOfHead(head.key)
    // The head is already in its place or below it.
    if (at > line || (at === line && y >= place)) return sticky
    sticky.push({ line: at, top: place })
  }
}

function ancestor(node: GroupNode | undefined, level: number): GroupNode | undefined {
  let at = node
  while (at !== undefined && at.level > level) at = at.parent
  return at?.level === level ? at : undefined
}
