import { Card, type CardCover } from '@renderer/features/cards'
import {
  useModelVersion,
  useRowColours,
  useSessionState,
  type DataGridHandle,
  type GridPart,
  type GridSession,
} from '@renderer/features/records'
import { memo, useTranslation } from '@renderer/i18n'
import { classes, Icon, type Bounds } from '@renderer/ui'
import {
  useImperativeHandle,
  useMemo,
  useReducer,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import { movedBy } from './card-keys'
import styles from './gallery.module.css'
import { placeOf, type Lanes } from './geometry'
import { useCardSelection } from './use-card-selection'
import { useGalleryPlace } from './use-gallery-place'

export interface GalleryStageProps {
  readonly session: GridSession
  readonly parts: readonly GridPart[]
  readonly cover: CardCover | undefined
  readonly onOpen: (row: number) => void
  readonly onMenu: (row: number, at: Bounds) => void
  readonly label: string
}

/** The cards of a gallery: renders only visible cards and handles keyboard navigation between them. */
export function GalleryStage({ session, parts, cover, onOpen, onMenu, label }: GalleryStageProps) {
  const { model, grid, actions, mayAddRows, mayDeleteRows } = session
  const selection = useSessionState(session, (state) => state.selection)
  const { t } = useTranslation()
  const version = useModelVersion(model)
  const [repainted, repaint] = useReducer((count: number) => count + 1, 0)
  const colours = useRowColours(session)
  const place = useGalleryPlace(session, cover, selection.active?.row)
  const { box, size, lanes, rows, shown, shift, height, onScroll, boundsOf, scrollTo, scrollBy } = place
  const { active, isTicked, choose, chooseTo, chooseAll, move, remove, escape } = useCardSelection(
    session,
    selection,
    place,
  )
  const handle: DataGridHandle = {
    repaint: () => repaint(),
    focus: () => box.current?.focus({ preventScroll: true }),
    scrollTo,
    scrollBy,
    boundsOf,
  }
  useImperativeHandle(grid, () => handle)

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
      chooseAll()
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
  const click = (event: MouseEvent, row: number): void => {
    if (event.shiftKey) chooseTo(row)
    else choose(row, event.ctrlKey || event.metaKey ? 'more' : 'only')
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
      <div className={styles.cards} role="presentation" style={{ height }}>
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
