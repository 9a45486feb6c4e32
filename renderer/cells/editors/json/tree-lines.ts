import { childrenOf, nodeAt, type JsonNode, type JsonPath } from '@common/columns/values/json-tree'

/** A visible line of the tree. */
export interface TreeLine {
  readonly path: JsonPath
  readonly node: JsonNode
  /** Key of the entry, or index in its list; undefined for the root. */
  readonly key: string | undefined
  /** True for an entry of an object, which the user can rename. */
  readonly isNamed: boolean
  readonly isOpen: boolean
  /** Position and number of siblings, for screen readers. */
  readonly place: number
  readonly siblings: number
}

export const pathName = (path: JsonPath): string => path.join('.')

/** Maximum number of drawn lines of a long list. */
export const linesAtMost = 1_000

/** Returns the lines of a tree, without those inside closed nodes. */
export function treeLines(root: JsonNode, closed: ReadonlySet<string>): TreeLine[] {
  const lines: TreeLine[] = []
  const add = (node: JsonNode, path: JsonPath, key: string | undefined, isNamed: boolean, siblings: number): void => {
    if (lines.length >= linesAtMost) return
    const isOpen = node.kind !== 'scalar' && !closed.has(pathName(path))
    lines.push({ path, node, key, isNamed, isOpen, place: (path.at(-1) ?? 0) + 1, siblings })
    if (!isOpen) return
    const children = childrenOf(node)
    children.forEach((child, at) => {
      const name = node.kind === 'object' ? (node.entries[at]?.key ?? '') : String(at)
      add(child, [...path, at], name, node.kind === 'object', children.length)
    })
  }
  add(root, [], undefined, false, 1)
  return lines
}

/** Returns the nodes that start closed: those below the second level, and long lists. */
export function closedAtFirst(root: JsonNode): ReadonlySet<string> {
  const closed = new Set<string>()
  const look = (node: JsonNode, path: JsonPath): void => {
    const children = childrenOf(node)
    if (children.length === 0) return
    if (path.length >= 2 || (path.length > 0 && children.length > 20)) closed.add(pathName(path))
    if (path.length < 3) children.forEach((child, at) => look(child, [...path, at]))
  }
  look(root, [])
  return closed
}

/** Returns the summary of a closed node: `{ 3 }`, `[ 12 ]`. */
export function summaryOf(node: JsonNode): string {
  const { length } = childrenOf(node)
  if (node.kind === 'object') return length === 0 ? '{ }' : `{ ${length} }`
  return length === 0 ? '[ ]' : `[ ${length} ]`
}

/** The nearest line that is still there after a change. */
export function nearest(root: JsonNode, path: JsonPath): JsonPath {
  const now = [...path]
  while (now.length > 0 && nodeAt(root, now) === undefined) {
    const last = now.pop() ?? 0
    if (last > 0 && nodeAt(root, [...now, last - 1]) !== undefined) now.push(last - 1)
  }
  return now
}
