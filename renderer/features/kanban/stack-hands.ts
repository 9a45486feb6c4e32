import { cellSelection, emptySelection } from '@renderer/features/records'
import { t } from '@renderer/i18n'
import type { PointerEvent } from 'react'
import { pressBoardKey, type BoardKeyContext } from './board-keys'
import { boundsOfCard, cancelLift, dropLift, liftCard, orderStacks } from './board-moves'
import type { BoardNow } from './board-now'
import type { StackHands } from './StackColumn'
import type { BoardStack } from './use-board'

/** Returns the key and pointer handlers for the stacks of a board. */
export function stackHands(now: BoardNow): StackHands {
  const { props, board, at } = now
  const { model, groups } = props.session
  const { onAdd, onOrder } = props
  return {
    onFocus: ({ key }) => {
      if (key !== at) now.setAt(key)
    },
    onKeyDown: (event, stack) => pressBoardKey(event, keyContext(now, stack)),
    onPressCard: (event, row, stack) => pressCard(now, event, row, stack),
    onOpen: (row) => {
      if (row < model.rowCount) props.onOpen(row)
    },
    onMenu: (row, point) => {
      if (row < model.rowCount) props.onMenu(row, point)
    },
    onAdd: onAdd && ((stack) => onAdd(stack)),
    onOpenChange: (stack, isOpen) => {
      if (stack.value === null) now.setSpread(isOpen)
      groups.setOpen({ key: stack.key, level: 0 }, isOpen)
    },
    onMove:
      onOrder &&
      ((stack, by) => {
        const from = board.findIndex(({ key }) => key === stack.key)
        const to = from + by
        if (to >= 0 && to < board.length) orderStacks(now, from, to)
      }),
    onPressHead: (event, stack) => {
      if (event.button !== 0 || onOrder === undefined) return
      now.press(event, () => {
        const from = board.findIndex(({ key }) => key === stack.key)
        return { kind: 'stack', key: stack.key, name: stack.name, from, to: from }
      })
    },
    onChange: props.onChange,
  }
}

function chooseCard({ props, setAt, landing }: BoardNow, row: number, stack: Pick<BoardStack, 'key'>): void {
  const { state, select } = props.session
  setAt(stack.key)
  landing.current = undefined
  if (row !== state.getState().selection.active?.row) select(cellSelection({ column: 0, row }))
}

function pressCard(
  now: BoardNow,
  event: PointerEvent<HTMLDivElement>,
  row: number,
  stack: Pick<BoardStack, 'key'>,
): void {
  if (event.button !== 0 && event.button !== 2) return
  if (now.lift !== undefined) now.put(undefined)
  if (row < now.props.session.model.rowCount) chooseCard(now, row, stack)
  // A finger scrolls; a card is moved by the keys, or in its record.
  if (event.button !== 0 || event.pointerType === 'touch') return
  now.pointer.current = { x: event.clientX, y: event.clientY }
  now.press(event, () => {
    const begun = liftCard(now, row, stack)
    return begun && { ...begun, by: 'pointer' }
  })
}

function keyContext(now: BoardNow, stack: BoardStack): BoardKeyContext {
  const { props, stacks, carried, want, put } = now
  const { session, onAdd } = props
  const { notes, select } = session
  return {
    session,
    parts: props.parts,
    stacks,
    stack,
    active: now.active,
    lift: carried,
    page: now.lists.current.get(stack.key)?.page() ?? 1,
    chooseCard: (row, to) => {
      chooseCard(now, row, to)
      want({ row, stack: to.key, focus: true })
    },
    chooseStack: (to) => {
      now.setAt(to.key)
      now.landing.current = undefined
      select(emptySelection)
      want({ stack: to.key, focus: true })
    },
    lifted: (row) => {
      const begun = liftCard(now, row, stack)
      if (begun === undefined) return false
      put({ ...begun, by: 'keys' })
      notes.announce(t('kanban.announce.lifted', { record: begun.name, stack: stack.name }))
      return true
    },
    carriedTo: (to) => {
      if (carried === undefined) return
      put({ ...carried, to: to.key })
      want({ row: now.liftedRow ?? -1, stack: to.key, focus: true })
      const where = { record: carried.name, stack: to.name, place: stacks.indexOf(to) + 1, count: stacks.length }
      notes.announce(t('kanban.announce.over', where))
    },
    dropped: () => {
      if (carried === undefined) return
      put(undefined)
      dropLift(now, carried)
    },
    cancelled: () => {
      if (carried === undefined) return
      put(undefined)
      cancelLift(now, carried)
    },
    open: props.onOpen,
    add: onAdd && ((one) => onAdd(one)),
    menu: (row) => {
      const bounds = boundsOfCard(now, row)
      if (bounds) props.onMenu(row, { x: bounds.x + 16, y: bounds.y + 16 })
    },
  }
}
