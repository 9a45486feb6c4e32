import { Card, cardFieldsMax, fieldColumns, type CardCover } from '@renderer/features/cards'
import {
  useModelVersion,
  useRowColours,
  useSessionState,
  type Bounds,
  type CellPosition,
  type DataGridHandle,
  type GridPart,
  type GridSession,
} from '@renderer/features/records'
import { useTranslation } from '@renderer/i18n'
import { classes, Icon } from '@renderer/ui'
import {
  memo,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import { movedBy, movedRow, selectCard } from './card-keys'
import styles from './gallery.module.css'
import { heightOf, lanesOf, placeOf, reached, rowsIn, type Lanes } from './geometry'
import { longScroll, scrolled } from './long-scroll'

export interface GalleryStageProps {
  readonly session: GridSession
  readonly parts: readonly GridPart[]
  readonly cover: CardCover | undefined
  readonly onOpen: (row: number) => void
  readonly onMenu: (row: number, at: Bounds) => void
  readonly label: string
}

/** Number of lines rendered outside the viewport. */
const linesAhead = 1

/** The cards of a gallery: renders only visible cards and handles keyboard navigation between them. */
export function GalleryStage({ session, parts, cover, onOpen, onMenu, label }: GalleryStageProps) {
  const { model, columns, select, grid, actions, mayAddRows, mayDeleteRows } = session
  const selection = useSessionState(session, (state) => state.selection)
  const { t } = useTranslation()
  const version = useModelVersion(model)
  const [, draw] = useReducer((count: number) => count + 1, 0)
  const [repainted, repaint] = useReducer((count: number) => count + 1, 0)
  const colours = useRowColours(session)
  const box = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  /** The list position, and the scroll bar position at that time. */
  const place = useRef({ list: 0, bar: 0 })
  const drawn = useRef('')
  /** The anchor of a selection of several cards; the current position while nothing is selected. */
  const anchor = useRef(0)

  const fields = useMemo(() => fieldColumns({ columns, cover }).length, [columns, cover])
  const lanes = useMemo(
    () => lanesOf(size.width, { hasCover: cover !== undefined, fields: Math.min(fields, cardFieldsMax) }),
    [size.width, cover, fields],
  )
  // Shows loading cards until the number of rows is known.
  const rows = model.rows.count === undefined && model.rowCount === 0 ? lanes.count * 3 : model.rowCount
  const total = heightOf(rows, lanes)
  const scroll = useMemo(() => longScroll(total, size.height), [total, size.height])
  const list = Math.min(place.current.list, scroll.end)
  const seen = rowsIn({ from: list, height: size.height }, rows, lanes)
  const shown = rowsIn({ from: list, height: size.height }, rows, lanes, linesAhead)
  /** Offset between list and scroll bar; only very long lists have one. */
  const shift = list - Math.min(place.current.bar, Math.max(0, scroll.height - size.height))

  const now = useRef({ scroll, lanes, size, rows, shift })
  now.current = { scroll, lanes, size, rows, shift }

  const goTo = (to: number): void => {
    const element = box.current
    if (!element) return
    const next = Math.max(0, Math.min(now.current.scroll.end, to))
    const bar = Math.round(now.current.scroll.toBar(next))
    place.current = { list: next, bar }
    element.scrollTop = bar
    place.current.bar = element.scrollTop
    draw()
  }
  const onScroll = (): void => {
    const element = box.current
    if (!element) return
    const { scroll: seenScroll, size: seenSize } = now.current
    const bar = element.scrollTop
    if (bar === place.current.bar) return
    const next = scrolled(seenScroll, seenSize.height, place.current.list, place.current.bar, bar)
    place.current = { list: next.list, bar }
    if (next.bar !== undefined) {
      element.scrollTop = next.bar
      place.current.bar = element.scrollTop
    }
    // Nothing to do while the viewport stays within the rendered cards.
    const range = rowsIn({ from: next.list, height: seenSize.height }, now.current.rows, now.current.lanes, linesAhead)
    const sign = `${range.from} ${range.to} ${next.list - place.current.bar}`
    if (sign !== drawn.current) draw()
  }
  useEffect(() => {
    drawn.current = `${shown.from} ${shown.to} ${shift}`
  })

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element
      // A hidden tab has no size, so the last one stays.
      if (width === 0) return
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }))
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    // Restores the scroll position when the tab is shown again.
    element.scrollTop = place.current.bar
    return () => sizes.disconnect()
  }, [])
  // A new card width moves the cards. Keep the first visible card in place, or the active card if it is visible.
  const active = selection.active?.row
  const first = useRef({ row: 0, end: 0, lanes })
  const keepPlace = useEffectEvent((): void => {
    const { row, end, lanes: before } = first.current
    if (before !== lanes && row > 0) goTo(placeOf(row, lanes).y - placeOf(0, lanes).y)
    if (before !== lanes && active !== undefined && active >= row && active < end)
      goTo(reached(place.current.list, size.height, active, lanes))
    first.current.lanes = lanes
  })
  useLayoutEffect(() => keepPlace(), [lanes])
  useEffect(() => {
    first.current.row = seen.from
    first.current.end = seen.to
  }, [seen.from, seen.to])
  useEffect(() => {
    if (size.height > 0) model.rows.show(seen.from, Math.max(seen.from + 1, seen.to))
  }, [model, seen.from, seen.to, size.height])

  const boundsOf = ({ row }: CellPosition): Bounds | undefined => {
    const frame = box.current?.getBoundingClientRect()
    const range = rowsIn({ from: place.current.list, height: size.height }, rows, lanes, linesAhead)
    if (!frame || row < range.from || row >= range.to) return undefined
    const { x, y } = placeOf(row, lanes)
    const isMirrored = isRightToLeft(box.current)
    const left = isMirrored ? frame.right - x - lanes.cardWidth : frame.x + x
    return { x: left, y: frame.y + y - place.current.list, width: lanes.cardWidth, height: lanes.cardHeight }
  }
  const handle: DataGridHandle = {
    repaint: () => repaint(),
    focus: () => box.current?.focus({ preventScroll: true }),
    scrollTo: ({ row }) => {
      const { lanes: seenLanes, size: seenSize } = now.current
      goTo(reached(place.current.list, seenSize.height, row, seenLanes))
    },
    scrollBy: (by) => {
      const { count, lineHeight } = now.current.lanes
      goTo(place.current.list + Math.round(by / count) * lineHeight)
    },
    boundsOf,
  }
  useImperativeHandle(grid, () => handle)

  const isTicked = (row: number): boolean => selection.rows.some(({ from, to }) => row >= from && row < to)
  const choose = (row: number, how: Parameters<typeof selectCard>[2]): void => {
    const wasAlone = selection.rows.length === 0 && active !== undefined && active !== row
    // The first Ctrl+click adds to the card selected before.
    const before = how === 'more' && wasAlone ? { rows: [{ from: active, to: active + 1 }] } : selection
    if (typeof how !== 'object') anchor.current = row
    select(selectCard(before, row, how))
  }
  const move = (by: number, extends_: boolean): void => {
    if (rows === 0) return
    const from = active ?? Math.min(anchor.current, rows - 1)
    const row =
      active === undefined && Math.abs(by) !== Infinity ? Math.max(from, 0) : movedRow(from, by, lanes.count, rows)
    choose(row, extends_ ? { from: anchor.current } : 'only')
    handle.scrollTo({ column: 0, row })
  }
  const remove = (): void => {
    if (selection.rows.length > 0) return actions.remove(selection.rows)
    if (active === undefined || active >= model.rowCount) return
    anchor.current = active
    if (model.isDraft(active)) model.discardDraft(active)
    else actions.remove([{ from: active, to: active + 1 }])
  }

  const press = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.target !== event.currentTarget || event.nativeEvent.isComposing) return
    if (pressKey(event)) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  const pressKey = (event: KeyboardEvent<HTMLDivElement>): boolean => {
    const { key, shiftKey: shift, altKey: alt } = event
    const control = event.ctrlKey || event.metaKey
    if (parts.some((part) => part.key?.({ key, control, shift, alt }))) return true
    const by = movedBy(key, {
      lanes: lanes.count,
      linesSeen: Math.floor(size.height / lanes.lineHeight),
      rightToLeft: isRightToLeft(event.currentTarget),
    })
    if (by !== undefined && !alt) {
      move(by, shift)
      return true
    }
    if (key === 'Enter' && shift) {
      if (mayAddRows) actions.addRow()
      return true
    }
    if (key === 'Escape') {
      escape()
      return true
    }
    if (key.toLowerCase() === 'a' && control) {
      if (model.rowCount > 0)
        select({ ...selectCard(selection, active ?? 0, 'only'), rows: [{ from: 0, to: model.rowCount }] })
      return true
    }
    if ((key === 'Delete' || key === 'Backspace') && mayDeleteRows) {
      remove()
      return true
    }
    if (active === undefined || active >= model.rowCount) return false
    if (key === ' ' && control) {
      choose(active, 'more')
      return true
    }
    if (key === 'Enter' || key === 'F2') {
      onOpen(active)
      return true
    }
    const bounds = boundsOf({ column: 0, row: active })
    if ((key === 'ContextMenu' || (key === 'F10' && shift)) && bounds) {
      onMenu(active, { ...bounds, width: 1, height: 1 })
      return true
    }
    return key === ' '
  }
  const escape = (): void => {
    if (active !== undefined && model.mayEscape(active)) {
      model.discardDraft(active)
      if (active > 0) choose(active - 1, 'only')
    } else if (selection.rows.length > 0 && active !== undefined) choose(active, 'only')
  }
  const click = (event: MouseEvent, row: number): void => {
    choose(row, event.shiftKey ? { from: anchor.current } : event.ctrlKey || event.metaKey ? 'more' : 'only')
  }
  const askMenu = (event: MouseEvent, row: number): void => {
    event.preventDefault()
    if (row >= model.rowCount) return
    if (!isTicked(row)) choose(row, 'only')
    onMenu(row, { x: event.clientX, y: event.clientY, width: 1, height: 1 })
  }

  const hands = useRef<Hands>({ click, askMenu, onOpen })
  hands.current = { click, askMenu, onOpen }
  // Scrolling renders only cards that enter the viewport.
  const look = useMemo((): Look => {
    // The cards read their values from the model.
    void [version, repainted]
    return { session, cover, colours, mark: parts.find((part) => part.rowMark)?.rowMark, lanes, rows }
  }, [session, parts, cover, colours, lanes, rows, version, repainted])
  const cards: number[] = []
  for (let row = shown.from; row < shown.to; row += 1) cards.push(row)
  return (
    <div
      ref={box}
      className={styles.stage}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable="true"
      aria-activedescendant={
        active !== undefined && active >= shown.from && active < shown.to ? idOf(active) : undefined
      }
      onScroll={onScroll}
      onKeyDown={press}
      data-gallery
    >
      <div className={styles.cards} role="presentation" style={{ height: scroll.height }}>
        {size.width > 0 &&
          cards.map((row) => (
            <GalleryCard
              key={row}
              look={look}
              row={row}
              shift={shift}
              isActive={row === active}
              isTicked={isTicked(row)}
              hands={hands}
              openLabel={t('record.open')}
            />
          ))}
      </div>
    </div>
  )
}

/** Properties shared by all cards of a gallery. A new object means that a card may look different. */
interface Look {
  readonly session: GridSession
  readonly cover: CardCover | undefined
  readonly colours: ReturnType<typeof useRowColours>
  readonly mark: GridPart['rowMark']
  readonly lanes: Lanes
  readonly rows: number
}

/** Actions on cards. */
interface Hands {
  readonly click: (event: MouseEvent, row: number) => void
  readonly askMenu: (event: MouseEvent, row: number) => void
  readonly onOpen: (row: number) => void
}

interface GalleryCardProps {
  readonly look: Look
  readonly row: number
  readonly shift: number
  readonly isActive: boolean
  readonly isTicked: boolean
  readonly hands: RefObject<Hands>
  readonly openLabel: string
}

/** One card in its place. */
const GalleryCard = memo(function GalleryCard(props: GalleryCardProps) {
  const { look, row, shift, isActive, isTicked, hands, openLabel } = props
  const { session, cover, colours, mark, lanes, rows } = look
  const { model, columns } = session
  const { x, y } = placeOf(row, lanes)
  const open = (): void => {
    if (row < model.rowCount) hands.current.onOpen(row)
  }
  return (
    <Card
      id={idOf(row)}
      role="option"
      aria-selected={isActive || isTicked}
      aria-setsize={Number.isFinite(rows) ? rows : -1}
      aria-posinset={row + 1}
      className={classes(styles.card, isActive && styles.active)}
      style={{ insetInlineStart: x, top: y - shift, width: lanes.cardWidth, height: lanes.cardHeight }}
      data-row={row}
      source={model}
      row={row}
      columns={columns}
      cover={cover}
      layout="lines"
      colour={colours?.rowColour(row)}
      colourOf={colours && ((column) => colours.cellColour({ column, row }))}
      comments={mark?.(row)?.count ?? 0}
      isSelected={isTicked}
      onClick={(event) => hands.current.click(event, row)}
      onDoubleClick={open}
      onContextMenu={(event) => hands.current.askMenu(event, row)}
    >
      {/* Keys do the same, so screen readers don't announce it on every card. */}
      <span
        className={styles.open}
        title={openLabel}
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation()
          open()
        }}
      >
        <Icon name="expand" size={14} />
      </span>
    </Card>
  )
})

const idOf = (row: number): string => `gallery-card-${row}`

const isRightToLeft = (element: Element | null): boolean =>
  element !== null && getComputedStyle(element).direction === 'rtl'
