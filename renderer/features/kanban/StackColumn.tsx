import { Card, type CardCover } from '@renderer/features/cards'
import type { DataGridColumn, GridColours, GridModel } from '@renderer/features/records'
import { memo, useLanguage, useTranslation } from '@renderer/i18n'
import { Button, classes, Icon } from '@renderer/ui'
import { measureElement, useVirtualizer } from '@tanstack/react-virtual'
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react'
import styles from './kanban.module.css'
import { cardGap, cardHeight, idOfCard } from './measures'
import { StackHead, type StackHeadProps } from './StackHead'
import type { BoardStack } from './use-board'

/** Settings shared by all cards of a board. A new object whenever a card may look different. */
export interface CardLook {
  readonly columns: readonly DataGridColumn[]
  readonly cover: CardCover | undefined
  readonly colours: GridColours | undefined
  readonly comments: (row: number) => number
}

/** Methods that the board calls on each stack. */
export interface StackHandle {
  readonly focus: () => void
  readonly scrollTo: (row: number) => void
  /** Scrolls by so many pixels, as when something is dragged near an edge. */
  readonly scrollBy: (by: number) => void
  readonly bounds: () => DOMRect | undefined
  /** Approximate number of cards visible at once. */
  readonly page: () => number
}

/** Handlers for stacks and their cards. */
export interface StackHands extends Omit<StackHeadProps, 'stack' | 'mayRename'> {
  readonly onKeyDown: (event: KeyboardEvent<HTMLDivElement>, stack: BoardStack) => void
  readonly onFocus: (stack: BoardStack) => void
  readonly onPressCard: (event: PointerEvent<HTMLDivElement>, row: number, stack: Pick<BoardStack, 'key'>) => void
  readonly onOpen: (row: number) => void
  readonly onMenu: (row: number, at: { readonly x: number; readonly y: number }) => void
}

/** A card that is carried. */
export interface LiftedCard {
  readonly row: number
  /** In CSS pixels. */
  readonly height: number
  readonly by: 'keys' | 'pointer'
}

/** The props stay equal while the stack looks the same, so changes in other stacks don't render it. */
export interface StackColumnProps {
  readonly stack: BoardStack
  readonly model: GridModel
  readonly look: CardLook
  readonly hands: RefObject<StackHands>
  /** Registry where each stack stores its handle for the board. */
  readonly lists: RefObject<Map<string, StackHandle>>
  readonly isLoading: boolean
  /** A card is carried over it. */
  readonly isOver: boolean
  /** It is being moved itself. */
  readonly isTaken: boolean
  /** The dragged card, if it is in this stack. */
  readonly lifted: LiftedCard | undefined
  /** The card with the keyboard focus, if it is in this stack. */
  readonly active: number | undefined
  /** Tab leads to the cards of this stack. */
  readonly isReached: boolean
  readonly width: number
  /** From where the board begins, in CSS pixels. */
  readonly start: number
  readonly hintId: string
  readonly onSeen: (key: string, rows: readonly number[] | undefined) => void
  /** Handlers that apply to this stack. */
  readonly adds: boolean
  readonly moves: boolean
  readonly changes: boolean
  readonly mayRename: boolean
}

const waiting = [0, 1, 2]

/**
 * One stack: its head and its visible cards. Scrolling renders it again with the same props, so everything else is
 * memoized.
 */
export const StackColumn = memo(function StackColumn(props: StackColumnProps) {
  const { stack, model, look, hands, lists, isLoading, isOver, isTaken, lifted, active } = props
  const { isReached, width, start, hintId, onSeen } = props
  const { t } = useTranslation()
  const { cards, key, name } = stack
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  /** Estimates the height of cards from the first measured one. With equal heights, nothing renders twice. */
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

  const handle: StackHandle = {
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
  }
  useLayoutEffect(() => {
    const { current: all } = lists
    all.set(key, handle)
    return () => {
      all.delete(key)
    }
  })

  const place = { insetInlineStart: start, width }
  const openLabel = t('record.open')
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
          aria-activedescendant={active !== undefined && rows.includes(active) ? idOfCard(active) : undefined}
          onKeyDown={(event) => hands.current.onKeyDown(event, stack)}
          onFocus={() => hands.current.onFocus(stack)}
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
                <StackCard
                  stack={key}
                  count={cards.length}
                  index={index}
                  row={row}
                  model={model}
                  look={look}
                  isActive={row === active}
                  lifted={row === lifted?.row ? lifted : undefined}
                  openLabel={openLabel}
                  hands={hands}
                />
              </div>
            )
          })}
        </div>
        {isLoading && waiting.map((at) => <div key={at} className={styles.waiting} />)}
      </div>
      {props.adds && (
        <Button kind="quiet" icon="plus" className={styles.add} onClick={() => hands.current.onAdd?.(stack)}>
          {t('grid.toolbar.newRecord')}
        </Button>
      )}
    </section>
  )
})

/** Memoizes the head: its menu costs more to render than the cards. */
function useHead({ stack, hands, adds, moves, changes, mayRename }: StackColumnProps) {
  const latest = useRef(stack)
  latest.current = stack
  const language = useLanguage()
  const { key, name, look, color, count, limit, isOpen, value } = stack
  return useMemo(
    () => (
      <StackHead
        stack={stack}
        mayRename={mayRename}
        onAdd={adds ? () => hands.current.onAdd?.(latest.current) : undefined}
        onMove={moves ? (_, by) => hands.current.onMove?.(latest.current, by) : undefined}
        onChange={changes ? async (_, change) => hands.current.onChange?.(latest.current, change) : undefined}
        onOpenChange={(_, isWide) => hands.current.onOpenChange(latest.current, isWide)}
        onPressHead={(event) => hands.current.onPressHead(event, latest.current)}
      />
    ),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- of the stack what the head says of it
    [key, name, look, color, count, limit, isOpen, value, mayRename, adds, moves, changes, hands, language],
  )
}

interface StackCardProps extends Pick<StackColumnProps, 'model' | 'look' | 'hands' | 'lifted'> {
  /** Key of its stack. */
  readonly stack: string
  /** Number of cards in the stack. */
  readonly count: number
  readonly index: number
  readonly row: number
  readonly isActive: boolean
  readonly openLabel: string
}

/** One card in its place. */
const StackCard = memo(function StackCard(props: StackCardProps) {
  const { stack, count, index, row, model, look, hands, lifted, isActive } = props
  const { columns, cover, colours } = look
  if (lifted?.by === 'pointer') return <div className={styles.place} style={{ height: lifted.height }} data-place />
  return (
    <Card
      id={idOfCard(row)}
      role="option"
      aria-selected={isActive}
      aria-setsize={count}
      aria-posinset={index + 1}
      className={classes(isActive && styles.active, lifted !== undefined && styles.carried)}
      data-row={row}
      source={model}
      row={row}
      columns={columns}
      cover={cover}
      layout="flow"
      colour={colours?.rowColour(row)}
      colourOf={colourOf(colours, row)}
      comments={look.comments(row)}
      onPointerDown={(event) => hands.current.onPressCard(event, row, { key: stack })}
      onDoubleClick={() => hands.current.onOpen(row)}
      onContextMenu={(event) => {
        event.preventDefault()
        hands.current.onMenu(row, { x: event.clientX, y: event.clientY })
      }}
    >
      {/* Keys do the same, so screen readers don't announce it on every card. */}
      <span
        className={styles.open}
        title={props.openLabel}
        aria-hidden="true"
        onPointerDown={(event) => event.stopPropagation()}
        onClick={() => hands.current.onOpen(row)}
      >
        <Icon name="expand" size={14} />
      </span>
    </Card>
  )
})

/** Returns the same function while no colours apply. */
function colourOf(colours: GridColours | undefined, row: number) {
  return colours && ((column: number) => colours.cellColour({ column, row }))
}
