import { moved } from '@common/util/moved'
import { emptySelection } from '@renderer/features/records'
import { t } from '@renderer/i18n'
import type { Point } from '@renderer/ui'
import type { BoardNow } from './board-now'
import { idOfCard } from './measures'
import { moveCard } from './move-card'
import type { BoardStack, MovedCard } from './use-board'
import type { Lift } from './use-lift'

/** Scrolling while the user drags near an edge, in CSS pixels. */
const edgePx = 48
const edgeStepPx = 12

/** Returns the bounds of a card on the screen; undefined if it isn't rendered. */
export function boundsOfCard({ places }: Pick<BoardNow, 'places'>, row: number): DOMRect | undefined {
  return places.box.current?.querySelector(`#${idOfCard(row)}`)?.getBoundingClientRect()
}

/** Starts to move a card; undefined if it can't be moved. */
export function liftCard(
  now: BoardNow,
  row: number,
  stack: Pick<BoardStack, 'key'>,
): Omit<Lift & { kind: 'card' }, 'by'> | undefined {
  const { model } = now.props.session
  const key = model.keyAt(row)
  if (!now.mayMove || model.isDraft(row) || key === undefined) return undefined
  const { width = now.places.width, height = 0, x = 0, y = 0 } = boundsOfCard(now, row) ?? {}
  const grip = { x: now.pointer.current.x - x, y: now.pointer.current.y - y }
  return { kind: 'card', key, row, name: nameOf(now, row), from: stack.key, to: stack.key, width, height, grip }
}

function nameOf({ props }: BoardNow, row: number): string {
  const { columns, model } = props.session
  const [first] = columns
  const cell = first && model.cellAt(row, first)
  const text = cell?.state === 'ready' ? cell.text.trim() : ''
  return text === '' ? t('cards.unnamed') : text
}

/** Returns the lift with its new target. Measures before anything moves. */
export function overStacks({ stacks, places }: BoardNow, held: Lift, point: Point): Lift {
  const under = stacks[places.under(point)]
  if (under === undefined) return held
  if (held.kind === 'stack') {
    const to = places.indexAt(point.x)
    return to !== held.to && isUncovered(point) ? { ...held, to } : held
  }
  const takes = under.key !== held.to && (under.accepts || under.key === held.from)
  return takes && isUncovered(point) ? { ...held, to: under.key } : held
}

/** True if no panel and no menu covers the board there. */
function isUncovered({ x, y }: Point): boolean {
  const top = document.elementFromPoint(x, y)
  return top !== null && top.closest('[data-kanban]') !== null
}

/** Drops a card or a stack where it is. */
export function dropLift(now: BoardNow, held: Lift): void {
  if (held.kind === 'stack') {
    if (held.from !== held.to) orderStacks(now, held.from, held.to)
    return
  }
  const { session, column } = now.props
  const { model, notes, projectId, groups, select, area } = session
  const row = now.rowOf(held.key, held.row)
  const stack = now.stacks.find(({ key }) => key === held.to)
  if (row === undefined || stack === undefined) return
  now.want({ row, focus: true, stack: held.to })
  if (held.from === held.to)
    return notes.announce(t('kanban.announce.stayed', { record: held.name, stack: stack.name }))
  now.setAt(stack.key)
  // Refetches its stack at once, unless the record panel is open: its record would change.
  if (!area.current?.querySelector('[data-record-panel]')) {
    now.landing.current = { key: held.key, lines: groups.lines }
    select(emptySelection)
  }
  const mine: MovedCard = { key: held.key, to: held.to }
  now.setSent((all) => [...all.filter(({ key }) => key !== held.key), mine])
  notes.announce(t('kanban.announce.dropped', { record: held.name, stack: stack.name }))
  void moveCard({ model, projectId, column, row, name: held.name, value: stack.value, stack: stack.name }).finally(() =>
    now.setSent((all) => all.filter((one) => one !== mine)),
  )
}

export function cancelLift({ props, want, rowOf }: BoardNow, held: Lift): void {
  props.session.notes.announce(t('kanban.announce.cancelled', { name: held.name }))
  if (held.kind === 'card') want({ row: rowOf(held.key, held.row) ?? -1, focus: true })
}

/** Moves a stack and announces its new position. */
export function orderStacks({ props, board }: BoardNow, from: number, to: number): void {
  const stack = board[from]
  if (stack === undefined || props.onOrder === undefined) return
  props.onOrder(moved(board, from, to).map(({ key }) => key))
  const words = { stack: stack.name, place: to + 1, count: board.length }
  props.session.notes.announce(t('kanban.announce.stackMoved', words))
}

/** Scrolls while the user drags near an edge. Returns true if the stacks have moved. */
export function scrollNear({ places, lift, lists }: BoardNow, { x, y }: Point): boolean {
  const element = places.box.current
  if (!element || lift === undefined) return false
  const frame = element.getBoundingClientRect()
  const across = x < frame.left + edgePx ? -edgeStepPx : x > frame.right - edgePx ? edgeStepPx : 0
  const list = lift.kind === 'card' ? lists.current.get(lift.to) : undefined
  const bounds = list?.bounds()
  if (list && bounds) {
    if (y < bounds.top + edgePx) list.scrollBy(-edgeStepPx)
    else if (y > bounds.bottom - edgePx) list.scrollBy(edgeStepPx)
  }
  if (across !== 0) element.scrollLeft += across
  return across !== 0
}
