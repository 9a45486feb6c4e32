import type { KeyLine } from '@renderer/actions'
import type { GridPart, GridSession } from '@renderer/features/records'
import { logicalKey } from '@renderer/i18n'
import type { KeyboardEvent } from 'react'
import type { BoardStack } from './use-board'
import type { Lift } from './use-lift'

/** Keys of a board, for the help. */
export const boardKeys: readonly KeyLine[] = [
  { id: 'kanban.move', label: 'keyHelp.kanban.move', keys: ['ArrowUp', 'ArrowLeft'], area: 'view' },
  { id: 'kanban.ends', label: 'keyHelp.kanban.ends', keys: ['Home', 'End'], area: 'view' },
  { id: 'kanban.lift', label: 'keyHelp.kanban.lift', keys: ['Space'], area: 'record' },
  { id: 'kanban.open', label: 'record.open', keys: ['Enter'], area: 'record' },
  { id: 'kanban.add', label: 'keyHelp.kanban.add', keys: ['Shift+Enter'], area: 'record' },
]

export interface BoardKeyContext {
  readonly session: GridSession
  readonly parts: readonly GridPart[]
  readonly stacks: readonly BoardStack[]
  /** The focused stack. */
  readonly stack: BoardStack
  readonly active: number | undefined
  readonly lift: (Lift & { readonly kind: 'card' }) | undefined
  /** Number of cards visible at once. */
  readonly page: number
  readonly chooseCard: (row: number, stack: BoardStack) => void
  readonly chooseStack: (stack: BoardStack) => void
  /** Lifts a card. @returns false if it can't move */
  readonly lifted: (row: number) => boolean
  readonly carriedTo: (stack: BoardStack) => void
  readonly dropped: () => void
  readonly cancelled: () => void
  readonly open: (row: number) => void
  readonly add: ((stack: BoardStack) => void) | undefined
  readonly menu: (row: number) => void
}

/** Handles a key press in the cards of a stack. */
export function pressBoardKey(event: KeyboardEvent<HTMLElement>, context: BoardKeyContext): void {
  if (event.target !== event.currentTarget || event.nativeEvent.isComposing) return
  if (!takesKey(event, context)) return
  event.preventDefault()
  event.stopPropagation()
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** @returns true if the board handled the key */
export function takesKey(event: Key, context: BoardKeyContext): boolean {
  const { altKey: alt, shiftKey: shift } = event
  const key = logicalKey(event.key)
  const control = event.ctrlKey || event.metaKey
  const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  if (context.lift) return carryKey(key, by, context)
  const { session, parts, stack, active, open, add } = context
  const { model } = session
  const isCard = active !== undefined && active < model.rowCount && stack.cards.includes(active)
  const isPlain = !control && !alt && !shift
  if (key === ' ' && isPlain && isCard && context.lifted(active)) return true
  if (parts.some((part) => part.key?.({ key, control, shift, alt }))) return true
  if (key === 'Enter' && shift) {
    if (add) add(stack)
    return true
  }
  if (alt) return false
  if (goesTo(key, by, control, context)) return true
  if (!isCard) return key === ' '
  if (key === 'Enter' || key === 'F2') open(active)
  else if (key === 'Delete' || key === 'Backspace') remove(active, context)
  else if (key === 'ContextMenu' || (key === 'F10' && shift)) context.menu(active)
  else if (key === 'Escape' && model.mayEscape(active)) model.discardDraft(active)
  else return key === ' '
  return true
}

/** While the user drags a card by keyboard, arrows move it to other stacks. All other keys do nothing. */
function carryKey(key: string, by: number, context: BoardKeyContext): boolean {
  const { stacks, lift } = context
  if (lift === undefined) return false
  if (key === 'Escape') context.cancelled()
  else if (key === ' ' || key === 'Enter') context.dropped()
  else if (key === 'Tab') {
    context.cancelled()
    return false
  } else if (by !== 0) {
    const takes = stacks.filter(({ accepts, key: own }) => accepts || own === lift.from)
    const next = takes[takes.findIndex((stack) => stack.key === lift.to) + by]
    if (next) context.carriedTo(next)
  }
  return true
}

function goesTo(key: string, by: number, control: boolean, context: BoardKeyContext): boolean {
  const { stacks, stack, active, page, chooseCard, chooseStack } = context
  const { cards } = stack
  const at = active === undefined ? -1 : cards.indexOf(active)
  const card = (index: number): boolean => {
    const row = cards[Math.max(0, Math.min(cards.length - 1, index))]
    if (row !== undefined) chooseCard(row, stack)
    return true
  }
  switch (key) {
    case 'ArrowDown':
      return card(control ? cards.length - 1 : at + 1)
    case 'ArrowUp':
      return card(control ? 0 : at < 0 ? 0 : at - 1)
    case 'PageDown':
      return card(at + page)
    case 'PageUp':
      return card(at - page)
    case 'Home':
      if (!control) return card(0)
      break
    case 'End':
      if (!control) return card(cards.length - 1)
      break
    default:
      if (by === 0) return false
  }
  const open = stacks.filter(({ isOpen }) => isOpen)
  const place = open.findIndex((each) => each.key === stack.key)
  const next = key === 'Home' ? open[0] : key === 'End' || control ? open.at(by < 0 ? 0 : -1) : open[place + by]
  if (next === undefined || next.key === stack.key) return true
  const row = next.cards[Math.min(Math.max(0, at), next.cards.length - 1)]
  if (row === undefined) chooseStack(next)
  else chooseCard(row, next)
  return true
}

function remove(row: number, { session }: BoardKeyContext): void {
  const { model, actions, mayDeleteRows } = session
  if (model.isDraft(row)) model.discardDraft(row)
  else if (mayDeleteRows) actions.remove([{ from: row, to: row + 1 }])
}
