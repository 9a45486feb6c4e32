import type { Column } from '@common/model'
import { Card, type CardCover } from '@renderer/features/cards'
import type { DataGridColumn, GridColours, GridSession } from '@renderer/features/grid'
import { useTranslation } from '@renderer/i18n'
import { Button, classes, Icon } from '@renderer/ui'
import { measureElement, useVirtualizer } from '@tanstack/react-virtual'
import {
  memo,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
} from 'react'
import styles from './kanban.module.css'
import { cardGap, cardHeight, idOfCard } from './measures'
import { StackHead, type StackHeadProps } from './StackHead'
import type { BoardStack } from './use-board'
import type { Lift } from './use-lift'

/** What all cards of a board have in common. */
export interface CardLook {
  readonly columns: readonly DataGridColumn[]
  readonly cover: CardCover | undefined
  readonly colours: GridColours | undefined
  readonly comments: (row: number) => number
}

/** What the board asks of one of its stacks. */
export interface StackHandle {
  readonly focus: () => void
  readonly scrollTo: (row: number) => void
  /** Scrolls by so many pixels, as when something is dragged near an edge. */
  readonly scrollBy: (by: number) => void
  readonly bounds: () => DOMRect | undefined
  /** Cards that are seen at once, about. */
  readonly page: () => number
}

export interface StackColumnProps extends Omit<StackHeadProps, 'stack'> {
  readonly stack: BoardStack
  readonly session: GridSession
  readonly column: Column
  readonly look: CardLook
  readonly lift: Lift | undefined
  /** The row of what is lifted. */
  readonly liftedRow: number | undefined
  /** The card that the keyboard is at. */
  readonly active: number | undefined
  /** Tab leads to the cards of this stack. */
  readonly isReached: boolean
  readonly width: number
  /** From where the board begins, in CSS pixels. */
  readonly start: number
  readonly hintId: string
  readonly onSeen: (key: string, rows: readonly number[] | undefined) => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLDivElement>, stack: BoardStack) => void
  readonly onFocus: (stack: BoardStack) => void
  readonly onPressCard: (event: PointerEvent<HTMLDivElement>, row: number, stack: BoardStack) => void
  readonly onOpen: (row: number) => void
  readonly onMenu: (row: number, at: { readonly x: number; readonly y: number }) => void
  readonly ref?: Ref<StackHandle>
}

const waiting = [0, 1, 2]

/**
 * One stack: its head, and those of its cards that are seen. Scrolling draws it again with the same properties: what
 * depends on nothing else stays as it is then.
 */
export function StackColumn(props: StackColumnProps) {
  const { stack, session, lift, active, isReached, width, start, hintId, onSeen, ref } = props
  const { t } = useTranslation()
  const { cards, key, name } = stack
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  /** Cards are taken for as high as the first that was there is: where that is right, nothing is drawn twice. */
  const usual = useRef<number>(undefined)
  const virtual = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: cards.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usual.current ?? cardHeight,
    measureElement: (element, entry, instance) => {
      const height = measureElement(element, entry, instance)
      if (height > 0 && element.querySelector('[aria-busy], [data-place]') === null) usual.current ??= height
      return height
    },
    getItemKey: (at) => cards[at] ?? at,
    gap: cardGap,
    paddingStart: 3,
    overscan: 3,
  })
  const items = virtual.getVirtualItems()
  const rows = items.map(({ index }) => cards[index] ?? -1)
  const sign = rows.join(' ')
  useEffect(() => {
    onSeen(key, sign === '' ? [] : sign.split(' ').map(Number))
  }, [onSeen, key, sign])
  useEffect(() => () => onSeen(key, undefined), [onSeen, key])

  useImperativeHandle(ref, () => ({
    focus: () => list.current?.focus({ preventScroll: true }),
    scrollTo: (row) => {
      const at = cards.indexOf(row)
      if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' })
    },
    scrollBy: (by) => {
      scroller.current?.scrollBy({ top: by })
    },
    bounds: () => scroller.current?.getBoundingClientRect(),
    page: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / (cardHeight + cardGap))),
  }))

  const isOver = lift?.kind === 'card' && lift.to === key
  const isTaken = lift?.kind === 'stack' && lift.key === key
  const place = { insetInlineStart: start, width }
  const isLoading = session.groups.lines === undefined
  const head = useHead(props)
  if (!stack.isOpen)
    return (
      <section
        className={classes(styles.stack, styles.closed, isOver && styles.over, isTaken && styles.taken)}
        style={place}
        aria-label={name}
        data-stack={key}
      >
        {head}
      </section>
    )
  const isHere = active !== undefined && cards.includes(active)
  return (
    <section
      className={classes(styles.stack, isOver && styles.over, isTaken && styles.taken)}
      style={place}
      aria-label={name}
      data-stack={key}
    >
      {head}
      <div className={styles.scroller} ref={scroller}>
        <div
          ref={list}
          className={styles.cards}
          style={{ height: virtual.getTotalSize() }}
          role="listbox"
          tabIndex={isReached ? 0 : -1}
          aria-label={t('kanban.cardsOf', { stack: name, count: stack.count })}
          aria-describedby={hintId}
          aria-activedescendant={isHere && rows.includes(active) ? idOfCard(active) : undefined}
          onKeyDown={(event) => props.onKeyDown(event, stack)}
          onFocus={() => props.onFocus(stack)}
          data-cards
        >
          {items.map(({ index, start: top }) => {
            const row = cards[index] ?? -1
            return (
              <div
                key={row}
                ref={virtual.measureElement}
                data-index={index}
                className={styles.item}
                role="presentation"
                style={{ transform: `translateY(${top}px)` }}
              >
                <StackCard board={props} row={row} index={index} />
              </div>
            )
          })}
        </div>
        {isLoading && waiting.map((at) => <div key={at} className={styles.waiting} />)}
        {props.onAdd && (
          <Button kind="quiet" icon="plus" className={styles.add} onClick={() => props.onAdd?.(stack)}>
            {t('grid.toolbar.newRecord')}
          </Button>
        )}
      </div>
    </section>
  )
}

/** The head as it was while it says the same: its menu costs more to draw than the cards. */
function useHead(props: StackColumnProps) {
  const { stack, mayRename } = props
  const latest = useRef(props)
  latest.current = props
  const { key, name, look, color, count, limit, isOpen, value } = stack
  const [adds, moves, changes] = [props.onAdd, props.onMove, props.onChange].map((each) => each !== undefined)
  return useMemo(
    () => (
      <StackHead
        stack={stack}
        mayRename={mayRename}
        onAdd={adds === true ? () => latest.current.onAdd?.(latest.current.stack) : undefined}
        onMove={moves === true ? (_, by) => latest.current.onMove?.(latest.current.stack, by) : undefined}
        onChange={
          changes === true ? async (_, change) => latest.current.onChange?.(latest.current.stack, change) : undefined
        }
        onOpenChange={(_, isWide) => latest.current.onOpenChange(latest.current.stack, isWide)}
        onPressHead={(event) => latest.current.onPressHead(event, latest.current.stack)}
      />
    ),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- of the stack what the head says of it
    [key, name, look, color, count, limit, isOpen, value, mayRename, adds, moves, changes],
  )
}

interface StackCardProps {
  /** Another object whenever anything may look otherwise. */
  readonly board: StackColumnProps
  readonly row: number
  readonly index: number
}

/** One card in its place. */
const StackCard = memo(function StackCard({ board, row, index }: StackCardProps) {
  const { stack, session, look, lift, liftedRow, active } = board
  const { t } = useTranslation()
  const isLifted = row === liftedRow
  if (isLifted && lift?.kind === 'card' && lift.by === 'pointer')
    return <div className={styles.place} style={{ height: lift.height }} data-place />
  return (
    <Card
      id={idOfCard(row)}
      role="option"
      aria-selected={row === active}
      aria-setsize={stack.cards.length}
      aria-posinset={index + 1}
      className={classes(row === active && styles.active, isLifted && styles.carried)}
      data-row={row}
      source={session.model}
      row={row}
      columns={look.columns}
      cover={look.cover}
      layout="flow"
      colour={look.colours?.rowColour(row)}
      colourOf={colourOf(look.colours, row)}
      comments={look.comments(row)}
      onPointerDown={(event) => board.onPressCard(event, row, stack)}
      onDoubleClick={() => board.onOpen(row)}
      onContextMenu={(event) => {
        event.preventDefault()
        board.onMenu(row, { x: event.clientX, y: event.clientY })
      }}
    >
      {/* Keys do the same: readers are not told of it on every card. */}
      <span
        className={styles.open}
        title={t('record.open')}
        aria-hidden="true"
        onPointerDown={(event) => event.stopPropagation()}
        onClick={() => board.onOpen(row)}
      >
        <Icon name="expand" size={14} />
      </span>
    </Card>
  )
})

/** The same function as long as nothing is painted. */
function colourOf(colours: GridColours | undefined, row: number) {
  return colours && ((column: number) => colours.cellColour({ column, row }))
}
