import { useEffect, useReducer, useRef, type RefObject } from 'react'
import type { StackHandle } from './StackColumn'
import type { BoardStack } from './use-board'

/** A place to scroll to: a card, or a stack. */
export interface Goal {
  readonly row?: number
  readonly stack?: string
  readonly focus?: boolean
}

/**
 * Scrolls to a card or a stack as soon as the board shows it.
 *
 * @returns sets the goal; a new one replaces it
 */
export function useGoal(
  stacks: readonly BoardStack[],
  lists: RefObject<Map<string, StackHandle>>,
  reveal: (index: number) => void,
): (goal: Goal) => void {
  const goal = useRef<Goal>(undefined)
  const [, draw] = useReducer((count: number) => count + 1, 0)
  // Runs after each render: the goal may be reachable now.
  useEffect(() => {
    const { current: wanted } = goal
    if (wanted === undefined) return
    const { row } = wanted
    const found = row === undefined ? -1 : stacks.findIndex(({ cards }) => cards.includes(row))
    const index = found < 0 ? stacks.findIndex(({ key }) => key === wanted.stack) : found
    const stack = stacks[index]
    if (stack === undefined) return
    const list = lists.current.get(stack.key)
    reveal(index)
    if (list === undefined) return
    goal.current = undefined
    if (row !== undefined) list.scrollTo(row)
    if (wanted.focus === true) list.focus()
  })
  return (next) => {
    goal.current = next
    draw()
  }
}
