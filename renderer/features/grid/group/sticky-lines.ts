import type { GroupLines } from '@common/views/group-lines'
import type { GroupNode } from '@common/views/group-tree'

/** A head that stays at the top while its records pass below. */
export interface StickyLine {
  readonly line: number
  /** From the top of the first line, in CSS pixels. */
  readonly top: number
}

/**
 * The heads that stick, one for each level, the outermost first.
 *
 * Each level has its place; the group whose records pass there shows its head. A head that stands in its place by
 * itself does not stick.
 *
 * @param first  the line that is first on the screen
 * @param top  how far it has been scrolled out already, 0 or less
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
    // It stands there by itself, or only below.
    if (at > line || (at === line && y >= place)) return sticky
    sticky.push({ line: at, top: place })
  }
}

function ancestor(node: GroupNode | undefined, level: number): GroupNode | undefined {
  let at = node
  while (at !== undefined && at.level > level) at = at.parent
  return at?.level === level ? at : undefined
}
