import { isExactNumber } from './parse-json'

/**
 * Calls a function for every object and list in a JSON value, level by level. Iterates, since recursion would overflow
 * the stack on deep values.
 *
 * @param levelsMax  levels of objects and lists, the outermost included
 * @returns false if the value is nested deeper
 */
export function eachLevel(root: unknown, levelsMax: number, look: (node: object) => void): boolean {
  if (typeof root !== 'object' || root === null) return true
  let level: object[] = [root]
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > levelsMax) return false
    const next: object[] = []
    for (const node of level) {
      look(node)
      for (const child of Array.isArray(node) ? node : Object.values(node))
        if (typeof child === 'object' && child !== null && !isExactNumber(child)) next.push(child as object)
    }
    level = next
  }
  return true
}

/** True if objects and lists are nested deeper than this many levels. */
export const isDeeperThan = (root: unknown, levelsMax: number): boolean => !eachLevel(root, levelsMax, () => undefined)
