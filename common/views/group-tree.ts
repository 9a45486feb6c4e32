/** A group as the server tells it: what its rows have in common, how many they are, and figures over them. */
export interface GroupAnswer {
  /** Of each column that groups are made by, from the first level to that of this group. */
  readonly values: readonly unknown[]
  readonly count: number
  /** The whole answer: values of functions under their keys. */
  readonly figures: Readonly<Record<string, unknown>>
}

/** A group and the groups in it. */
export interface GroupNode {
  /** The values from the first level on, as text: the same group has it again after every reading. */
  readonly key: string
  readonly level: number
  readonly values: readonly unknown[]
  readonly parent: GroupNode | undefined
  /** Rows in it by the server's word, those of groups that are not read yet among them. */
  readonly count: number
  readonly figures: Readonly<Record<string, unknown>>
  /** Where its rows begin among all rows, in the order of the server's list. */
  readonly start: number
  /** Rows of it that can be shown: its own, or those of the groups in it. */
  readonly rows: number
  /** Empty for a group of the last level. */
  readonly children: readonly GroupNode[]
  /** Its groups aren't loaded: they lie beyond the page limit. */
  readonly isUnread?: true
}

/** One page of groups on several levels: of all rows, or of the rows in one group. */
export interface GroupReading {
  /** Values of the parent group; empty for all rows. */
  readonly within: readonly unknown[]
  /** The levels below it, each in the order of the server's list, with one group more than `limit` if there are more. */
  readonly levels: readonly (readonly GroupAnswer[])[]
  readonly limit: number
}

/** Names a group by its values. */
export const groupKey = (values: readonly unknown[]): string => JSON.stringify(values)

interface Growing extends GroupNode {
  rows: number
  readonly children: Growing[]
}

/**
 * Joins what the server says of each level to a tree.
 *
 * The last level decides which groups there are and where their rows stand: a level above it that was read a moment
 * earlier may know others already, and they are left out until everything is read again.
 *
 * @param levels  groups of the first column, of the first two …, each in the order of the server's list
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
 * Builds the tree from several pages. Each level has its own limit, so subgroups never crowd out groups of the first
 * level. A group whose subgroups lie beyond a limit is `isUnread`.
 *
 * @returns the tree, and whether groups of one group, or of the first level, go on beyond the limit
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

/** A group that its own level did not tell of has the rows that are known of it. */
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

/** Puts the groups of each level in an order of their own: choices as they stand in their column. */
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

/** Whether two trees have the same groups with as many rows, whatever their figures. */
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
