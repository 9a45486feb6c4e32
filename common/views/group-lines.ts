import type { GroupNode } from './group-tree'

/** The content of a line in a grouped grid. */
export type LineKind = 'head' | 'record' | 'draft' | 'add' | 'more'

export interface GroupLinesOptions {
  readonly isOpen: (node: GroupNode) => boolean
  /** True if each open group ends with a line that adds a record. */
  readonly adds: boolean
  /** For each draft, the key of its group; undefined without a group or in a hidden one. */
  readonly drafts: readonly (string | undefined)[]
  /** True if the last line loads further groups. */
  readonly more: boolean
}

/** A range of rows in the order of the server's list. */
export interface RowSpanAtServer {
  readonly offset: number
  readonly count: number
}

/**
 * The lines of a grouped grid: headers, records of open groups, drafts, and lines that add records.
 *
 * Three numbers identify a record. Its *line* is its position on the screen. Its *row* is its index among the visible
 * records without headers; selection, clipboard and editing use rows. Its *offset* is its position in the server's list
 * of all records; pages use offsets. Converting between them is a binary search over the headers.
 */
export class GroupLines {
  /** Groups with visible headers, from top to bottom. */
  readonly nodes: readonly GroupNode[]
  readonly lineCount: number
  /** Number of visible records without drafts. */
  readonly rowCount: number
  readonly #firstLine: Int32Array
  readonly #firstRow: Int32Array
  readonly #draftLine: Int32Array
  /** Draft and add lines after the records of a group. */
  readonly #drafts: readonly (readonly number[] | undefined)[]
  readonly #loose: readonly number[]
  readonly #looseLine: number
  readonly #more: boolean
  /** Lines under open groups that aren't loaded. */
  readonly #unread: readonly number[]
  /** Open groups of the last level, sorted by their offset. */
  readonly #byStart: Int32Array

  constructor(roots: readonly GroupNode[], { isOpen, adds, drafts, more }: GroupLinesOptions) {
    const nodes: GroupNode[] = []
    const firstLine: number[] = []
    const firstRow: number[] = []
    const inGroup = new Map<string, number[]>()
    const loose: number[] = []
    drafts.forEach((key, at) => {
      if (key === undefined) loose.push(at)
      else inGroup.set(key, [...(inGroup.get(key) ?? []), at])
    })
    const draftsOf: (readonly number[] | undefined)[] = []
    const leaves: number[] = []
    const unread: number[] = []
    this.#draftLine = new Int32Array(drafts.length)
    let line = 0
    let row = 0
    const visit = (node: GroupNode): void => {
      const at = nodes.length
      nodes.push(node)
      firstLine.push(line)
      firstRow.push(row)
      line += 1
      draftsOf.push(undefined)
      if (!isOpen(node)) return
      if (node.children.length > 0) return node.children.forEach(visit)
      if (node.isUnread) {
        unread.push(line++)
        return
      }
      if (node.rows > 0) leaves.push(at)
      line += node.rows
      row += node.rows
      const made = inGroup.get(node.key)
      if (made) {
        draftsOf[at] = made
        inGroup.delete(node.key)
        for (const draft of made) this.#draftLine[draft] = line++
      }
      if (adds) line += 1
    }
    roots.forEach(visit)
    // Drafts in closed or unknown groups go to the end.
    for (const hidden of inGroup.values()) loose.push(...hidden)
    this.#looseLine = line
    for (const draft of loose) this.#draftLine[draft] = line++
    if (more) line += 1
    this.nodes = nodes
    this.lineCount = line
    this.rowCount = row
    this.#firstLine = Int32Array.from(firstLine)
    this.#firstRow = Int32Array.from(firstRow)
    this.#drafts = draftsOf
    this.#loose = loose
    this.#more = more
    this.#unread = unread
    this.#byStart = Int32Array.from(leaves.toSorted((a, b) => (nodes[a]?.start ?? 0) - (nodes[b]?.start ?? 0)))
  }

  kindAt(line: number): LineKind {
    if (line >= this.#looseLine) return line < this.#looseLine + this.#loose.length ? 'draft' : 'more'
    const at = lastAtMost(this.#firstLine, line)
    const within = line - (this.#firstLine[at] ?? 0)
    if (within === 0) return 'head'
    if (this.nodes[at]?.isUnread) return 'more'
    const records = this.#recordsOf(at)
    if (within <= records) return 'record'
    return within <= records + (this.#drafts[at]?.length ?? 0) ? 'draft' : 'add'
  }

  /** Returns the row on a line; drafts follow the records. -1 for other lines. */
  rowAt(line: number): number {
    if (line >= this.#looseLine) {
      const draft = this.#loose[line - this.#looseLine]
      return draft === undefined ? -1 : this.rowCount + draft
    }
    const at = lastAtMost(this.#firstLine, line)
    const within = line - (this.#firstLine[at] ?? 0) - 1
    if (within < 0) return -1
    const records = this.#recordsOf(at)
    if (within < records) return (this.#firstRow[at] ?? 0) + within
    const draft = this.#drafts[at]?.[within - records]
    return draft === undefined ? -1 : this.rowCount + draft
  }

  lineOf(row: number): number {
    if (row >= this.rowCount) return this.#draftLine[row - this.rowCount] ?? this.lineCount - 1
    const at = this.#groupOf(row)
    return (this.#firstLine[at] ?? 0) + 1 + row - (this.#firstRow[at] ?? 0)
  }

  /** Returns the group whose header is on a line; undefined for other lines. */
  headAt(line: number): GroupNode | undefined {
    if (line >= this.#looseLine) return undefined
    const at = lastAtMost(this.#firstLine, line)
    return this.#firstLine[at] === line ? this.nodes[at] : undefined
  }

  /** Returns the group of a line: of its header, a record or an add line. */
  groupAt(line: number): GroupNode | undefined {
    return line >= this.#looseLine ? undefined : this.nodes[lastAtMost(this.#firstLine, line)]
  }

  /** Returns the group of the last level that contains a row. */
  groupOfRow(row: number): GroupNode | undefined {
    return row < 0 || row >= this.rowCount ? undefined : this.nodes[this.#groupOf(row)]
  }

  /** Returns the line of a group's header; -1 inside a closed group. */
  lineOfHead(key: string): number {
    const at = this.nodes.findIndex((node) => node.key === key)
    return at < 0 ? -1 : (this.#firstLine[at] ?? -1)
  }

  /** Returns the line that adds a record to a group; -1 if there is none. */
  lineOfAdd(key: string): number {
    const at = this.nodes.findIndex((node) => node.key === key)
    if (at < 0) return -1
    const line = (this.#firstLine[at + 1] ?? this.#looseLine) - 1
    return line >= 0 && this.kindAt(line) === 'add' && this.groupAt(line)?.key === key ? line : -1
  }

  /** Counts the records above a line. */
  rowsBefore(line: number): number {
    if (line >= this.#looseLine) return this.rowCount
    const at = lastAtMost(this.#firstLine, line)
    const within = line - (this.#firstLine[at] ?? 0) - 1
    return (this.#firstRow[at] ?? 0) + Math.max(0, Math.min(within, this.#recordsOf(at)))
  }

  /** Returns the offset of a row. */
  offsetOf(row: number): number {
    const at = this.#groupOf(row)
    return (this.nodes[at]?.start ?? 0) + row - (this.#firstRow[at] ?? 0)
  }

  /** Returns the row at an offset; -1 in a closed group. */
  rowOf(offset: number): number {
    let low = 0
    let high = this.#byStart.length - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const at = this.#byStart[middle] ?? 0
      const { start = 0, rows = 0 } = this.nodes[at] ?? {}
      if (offset < start) high = middle - 1
      else if (offset >= start + rows) low = middle + 1
      else return (this.#firstRow[at] ?? 0) + offset - start
    }
    return -1
  }

  /** Returns the server ranges of some rows, in row order. */
  spans(from: number, to: number): RowSpanAtServer[] {
    const spans: { offset: number; count: number }[] = []
    let row = Math.max(0, from)
    const end = Math.min(to, this.rowCount)
    while (row < end) {
      const at = this.#groupOf(row)
      const first = this.#firstRow[at] ?? 0
      const count = Math.min(end, first + this.#recordsOf(at)) - row
      if (count <= 0) break
      const offset = (this.nodes[at]?.start ?? 0) + row - first
      const last = spans.at(-1)
      if (last && last.offset + last.count === offset) last.count += count
      else spans.push({ offset, count })
      row += count
    }
    return spans
  }

  /** Returns the height of each line. Headers have their own height. */
  heights(record: number, head: number): Uint8Array {
    const heights = new Uint8Array(this.lineCount).fill(record)
    for (const line of this.#firstLine) heights[line] = head
    for (const line of this.#unread) heights[line] = head
    if (this.#more) heights[this.lineCount - 1] = head
    return heights
  }

  #groupOf(row: number): number {
    return lastAtMost(this.#firstRow, row)
  }

  #recordsOf(at: number): number {
    const next = this.#firstRow[at + 1] ?? this.rowCount
    return next - (this.#firstRow[at] ?? 0)
  }
}

/**
 * Returns the last index whose value is at most the given one, or 0. Headers without records share their row with the
 * next header.
 */
function lastAtMost(sorted: Int32Array, value: number): number {
  let low = 0
  let high = sorted.length - 1
  let found = 0
  while (low <= high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) <= value) {
      found = middle
      low = middle + 1
    } else high = middle - 1
  }
  return found
}
