import { z } from 'zod'
import type { GroupNode } from './group-tree'

/**
 * The groups that a user closed: the default of each level, and exceptions. Stored on one computer for each view, and
 * limited to the newest exceptions.
 */
export const groupState = z.strictObject({
  /** For each level, true if its groups are closed by default. */
  closed: z.array(z.boolean()).max(10),
  /** Keys of the exceptions, newest last. */
  except: z.array(z.string()).max(2_000),
})
export type GroupState = z.infer<typeof groupState>

export const groupExceptionsMax = 1_000

/** Opens all groups. */
export const allOpen: GroupState = { closed: [], except: [] }

/** Returns a test that tells if a group is open. */
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

/** Opens or closes all groups of a level, or of all levels. */
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
