import { z } from 'zod'
import type { GroupNode } from './group-tree'

/**
 * Which groups a person has closed: all of a level, and those that are otherwise than their level. Kept on one computer
 * for each view, so it stays small: the exceptions made last are remembered.
 */
export const groupState = z.strictObject({
  /** For each level whether its groups are closed. */
  closed: z.array(z.boolean()).max(10),
  /** Keys of groups that are the other way round, the last one made last. */
  except: z.array(z.string()).max(2_000),
})
export type GroupState = z.infer<typeof groupState>

export const groupExceptionsMax = 1_000

/** Everything is open. */
export const allOpen: GroupState = { closed: [], except: [] }

/** Tells of many groups whether they are open. */
export function openGroups({ closed, except }: GroupState): (node: GroupNode) => boolean {
  const others = new Set(except)
  return ({ level, key }) => (closed[level] ?? false) === others.has(key)
}

/** Opens or closes one group. */
export function withGroup(state: GroupState, node: Pick<GroupNode, 'key' | 'level'>, open: boolean): GroupState {
  const rest = state.except.filter((key) => key !== node.key)
  const isOther = (state.closed[node.level] ?? false) === open
  return { ...state, except: isOther ? [...rest, node.key].slice(-groupExceptionsMax) : rest }
}

/** Opens or closes every group of a level, or of all levels. */
export function withLevel(state: GroupState, levels: number, open: boolean, only?: number): GroupState {
  const closed = Array.from({ length: levels }, (_, level) =>
    only === undefined || only === level ? !open : (state.closed[level] ?? false),
  )
  const except = only === undefined ? [] : state.except.filter((key) => levelOfKey(key) !== only)
  return { closed, except }
}

function levelOfKey(key: string): number | undefined {
  try {
    const values: unknown = JSON.parse(key)
    return Array.isArray(values) ? values.length - 1 : undefined
  } catch {
    return undefined
  }
}
