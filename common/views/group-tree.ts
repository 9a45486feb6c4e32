/** A group from the server: its common values, its row count and its aggregates. */
export interface GroupAnswer {
  /** Values of the grouping columns, from the first level to this one. */
  readonly values: readonly unknown[]
  readonly count: number
  /** Aggregates of the response, by key. */
  readonly figures: Readonly<Record<string, unknown>>
}

/** A group with its subgroups. */
export interface GroupNode {
  /** Serialized values from the first level on. Stable across reloads. */
  readonly key: string
  readonly level: number
  readonly values: readonly unknown[]
  readonly parent: GroupNode | undefined
  /** Row count from the server, including subgroups that aren't loaded. */
  readonly count: number
  readonly figures: Readonly<Record<string, unknown>>
  /** Offset of its first row in the server's list. */
  readonly start: number
  /** Number of rows that can be shown: its own, or those of its subgroups. */
  readonly rows: number
  /** Empty on the last level. */
  readonly children: readonly GroupNode[]
  /** Its subgroups aren't loaded: they lie beyond the page limit. */
  readonly isUnread?: true
}

/** One page of groups on several levels, for all rows or for one parent group. */
export interface GroupReading {
  /** Values of the parent group; empty for all rows. */
  readonly within: readonly unknown[]
  /** The levels below it in the order of the server, with one group more than `limit` if there are more. */
  readonly levels: readonly (readonly GroupAnswer[])[]
  readonly limit: number
}

/** Returns the key of a group. */
export const groupKey = (values: readonly unknown[]): string => JSON.stringify(values)

interface Growing extends GroupNode {
  rows: number
  readonly children: Growing[]
}

/**
 * Joins the groups of all levels into a tree.
 *
 * The last level decides which groups exist and where their rows begin. A higher level that was read a moment earlier
 * can contain groups that no longer exist; the tree skips them until the next reload.
 *
 * @param levels  groups by the first column, by the first two, and so on, each in the order of the server
 */
export function groupTree(levels: readonly (readonly GroupAnswer[])[]): readonly GroupNode[] {
  const roots: Growing[] = []
  const nodes = new Map<string, Growing>()
  const told = levels.slice(0, -1).map((level) => new Map(level.map((answer) => [groupKey(answer.values), answer])))
  const depth = levels.length
  let start = 0
  for (const answer of levels.at(-1) ?? []) {
    let parent: Growing | undefined
    for (let level = 0; level < depth; level += 1) {
      const values = answer.values.slice(0, level + 1)
      const key = groupKey(values)
      let node = nodes.get(key)
      if (node === undefined) {
        const said = level === depth - 1 ? answer : told[level]?.get(key)
        const { count = -1, figures = {} } = said ?? {}
        node = { key, level, values, parent, count, figures, start, rows: 0, children: [] }
        nodes.set(key, node)
        ;(parent?.children ?? roots).push(node)
      }
      node.rows += answer.count
      parent = node
    }
    start += answer.count
  }
  return roots.map(counted)
}

/**
 * Builds the tree from several pages. Each level has its own limit, so subgroups never displace groups of the first
 * level. A group whose subgroups lie beyond a limit is `isUnread`.
 *
 * @returns the tree, and whether a parent group or the first level has more groups than the limit
 */
export function pagedTree(readings: readonly GroupReading[]): {
  readonly nodes: readonly GroupNode[]
  readonly more: boolean
} {
  const [whole] = readings
  const isCut = ({ levels, limit }: GroupReading): boolean => levels.some((level) => level.length > limit)
  if (whole === undefined) return { nodes: [], more: false }
  if (!isCut(whole)) return { nodes: groupTree(whole.levels), more: false }
  const depth = whole.levels.length
  const known = new Map<string, readonly GroupAnswer[]>()
  let more = false
  for (const reading of readings)
    reading.levels.forEach((answers, at) => {
      const level = reading.within.length + at
      const groups = new Map<string, GroupAnswer[]>()
      for (const answer of answers.slice(0, reading.limit)) {
        const inside = answer.values.slice(0, reading.within.length)
        // Databases that ignore letter case also return groups of other spellings.
        if (groupKey(inside) !== groupKey(reading.within)) continue
        const key = groupKey(answer.values.slice(0, level))
        const list = groups.get(key)
        if (list) list.push(answer)
        else groups.set(key, [answer])
      }
      if (answers.length > reading.limit) {
        const last = [...groups.keys()].at(-1) ?? ''
        // A single incomplete group shows its loaded part. Otherwise the last group loads when the user opens it.
        if (groups.size > 1) groups.delete(last)
        else more = true
      }
      for (const [key, list] of groups) known.set(key, list)
    })
  const below = (values: readonly unknown[], level: number, from: number): Growing[] => {
    let start = from
    return (known.get(groupKey(values)) ?? []).map((answer): Growing => {
      const key = groupKey(answer.values)
      const isRead = level === depth - 1 || known.has(key)
      const children = level === depth - 1 ? [] : below(answer.values, level + 1, start)
      const rows = level === depth - 1 ? answer.count : children.reduce((sum, child) => sum + child.rows, 0)
      const node: Growing = { ...answer, key, level, parent: undefined, start, rows, children }
      start += answer.count
      return isRead ? node : { ...node, isUnread: true }
    })
  }
  return { nodes: below([], 0, 0).map(counted), more }
}

/** Uses the loaded rows for a group that its own level doesn't contain. */
function counted(node: Growing): GroupNode {
  const children = node.children.map(counted)
  const whole: { -readonly [K in keyof GroupNode]: GroupNode[K] } = {
    ...node,
    count: Math.max(node.count, node.rows),
    children,
  }
  for (const child of children) (child as { parent: GroupNode | undefined }).parent = whole
  return whole
}

/** Sorts the groups of each level. Options follow the order of their column. */
export function orderedTree(
  nodes: readonly GroupNode[],
  rankOf: (node: GroupNode) => number | undefined,
): readonly GroupNode[] {
  const ranks = new Map(nodes.map((node) => [node, rankOf(node)]))
  const isRanked = nodes.length > 0 && [...ranks.values()].every((rank) => rank !== undefined)
  const sorted = isRanked ? nodes.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0)) : nodes
  return sorted.map((node) => {
    if (node.children.length === 0) return node
    const children = orderedTree(node.children, rankOf)
    if (children.every((child, at) => child === node.children[at])) return node
    const whole = { ...node, children }
    for (const child of children) (child as { parent: GroupNode | undefined }).parent = whole
    return whole
  })
}

/** True if two trees have the same groups and row counts. Ignores aggregates. */
export function sameGroups(one: readonly GroupNode[], other: readonly GroupNode[]): boolean {
  return (
    one.length === other.length &&
    one.every((node, at) => {
      const twin = other[at]
      return (
        twin !== undefined &&
        node.key === twin.key &&
        node.count === twin.count &&
        node.rows === twin.rows &&
        node.start === twin.start &&
        node.isUnread === twin.isUnread &&
        sameGroups(node.children, twin.children)
      )
    })
  )
}
