import { useTranslation } from '@renderer/i18n'
import { classes, Icon } from '@renderer/ui'
import { useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import styles from './views.module.css'

export interface SortableListProps<T> {
  readonly items: readonly T[]
  readonly idOf: (item: T) => string
  /** Returns the display name of an item, for the label of its handle. */
  readonly nameOf: (item: T) => string
  /** Accessible name of the list. */
  readonly label: string
  /** So many at the beginning stay where they are. */
  readonly fixed?: number
  /** Undefined: items can't be moved and have no handles. */
  readonly onMove: ((from: number, to: number) => void) | undefined
  readonly rowClass?: (item: T) => string | undefined
  /** Renders a line; the handle comes before it. */
  readonly children: (item: T, at: number) => ReactNode
}

interface Drag {
  readonly from: number
  readonly to: number
  /** Start and end of each line when the drag began, in CSS pixels from the top of the list. */
  readonly places: readonly Place[]
}

interface Place {
  readonly top: number
  readonly bottom: number
}

/** Lines that are dragged into another order by their handle, or moved by the arrow keys while it has the focus. */
export function SortableList<T>({
  items,
  idOf,
  nameOf,
  label,
  fixed = 0,
  onMove,
  rowClass,
  children,
}: SortableListProps<T>) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  /** The line that has been moved. */
  const moving = useRef<string>(undefined)
  const [drag, setDrag] = useState<Drag>()
  const [told, setTold] = useState('')

  // A line that is put elsewhere in the page loses the focus: its handle gets it back, before the next key.
  const focusMoved = useEffectEvent((): void => {
    const at = items.findIndex((item) => idOf(item) === moving.current)
    moving.current = undefined
    if (at >= fixed) list.current?.querySelectorAll<HTMLElement>('[data-handle]')[at - fixed]?.focus()
  })
  useLayoutEffect(() => focusMoved(), [items])

  const within = (at: number): number => Math.min(items.length - 1, Math.max(fixed, at))
  const step = (from: number, by: number): void => {
    const to = within(from + by)
    const item = items[from]
    if (to === from || item === undefined) return
    onMove?.(from, to)
    setTold(t('views.movedTo', { name: nameOf(item), place: to + 1, count: items.length }))
    moving.current = idOf(item)
  }
  const drop = (): void => {
    const item = drag && items[drag.from]
    if (drag !== undefined && item !== undefined && drag.from !== drag.to) {
      moving.current = idOf(item)
      onMove?.(drag.from, drag.to)
    }
    setDrag(undefined)
  }

  return (
    <>
      <ul className={styles.list} ref={list} aria-label={label}>
        {items.map((item, at) => {
          const isDragged = drag?.from === at
          return (
            <li
              key={idOf(item)}
              className={classes(styles.line, rowClass?.(item), isDragged && styles.dragged)}
              style={drag && { transform: `translateY(${shiftOf(at, drag)}px)`, transition: 'transform 80ms ease-out' }}
            >
              {onMove === undefined ? null : at < fixed ? (
                <span className={styles.handlePlace} />
              ) : (
                <button
                  type="button"
                  data-handle
                  className={styles.handle}
                  aria-label={t('views.move', { name: nameOf(item) })}
                  title={t('views.moveHint')}
                  onKeyDown={(event) => {
                    if (event.key === 'Escape' && drag !== undefined) {
                      event.stopPropagation()
                      setDrag(undefined)
                    }
                    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
                    if (by === 0) return
                    event.preventDefault()
                    event.stopPropagation()
                    step(at, by)
                  }}
                  onPointerDown={(event) => {
                    if (event.button !== 0) return
                    event.currentTarget.setPointerCapture(event.pointerId)
                    setDrag({ from: at, to: at, places: placesOf(list.current) })
                  }}
                  onPointerMove={(event) => {
                    if (drag === undefined) return
                    scrollAlong(list.current, event.clientY)
                    const to = within(lineAt(list.current, event.clientY, drag.places))
                    if (to !== drag.to) setDrag({ ...drag, to })
                  }}
                  onPointerUp={drop}
                  onPointerCancel={() => setDrag(undefined)}
                >
                  <Icon name="grip" size={14} />
                </button>
              )}
              {children(item, at)}
            </li>
          )
        })}
      </ul>
      <span className={styles.visuallyHidden} aria-live="polite">
        {told}
      </span>
    </>
  )
}

function placesOf(list: HTMLElement | null): Place[] {
  if (list === null) return []
  const { top: start } = list.getBoundingClientRect()
  return [...list.children].map((line) => {
    const { top, bottom } = line.getBoundingClientRect()
    return { top: top - start, bottom: bottom - start }
  })
}

/** Returns the position in a list under a point. */
function lineAt(list: HTMLElement | null, y: number, places: readonly Place[]): number {
  if (list === null) return 0
  const at = y - list.getBoundingClientRect().top
  const below = places.findIndex(({ bottom }) => at < bottom)
  return below < 0 ? places.length - 1 : below
}

/** Returns how far a line moves aside. The lines stay in the document: a removed element loses the pointer. */
function shiftOf(at: number, { from, to, places }: Drag): number {
  const [own, target] = [places[from], places[to]]
  if (own === undefined || target === undefined) return 0
  const next = places[from + 1]
  const height = next === undefined ? own.bottom - own.top : next.top - own.top
  if (at === from) return to > from ? target.bottom - own.bottom : target.top - own.top
  if (at > from && at <= to) return -height
  return at < from && at >= to ? height : 0
}

/** A long list scrolls while something is dragged near its edge. */
function scrollAlong(list: HTMLElement | null, y: number): void {
  if (list === null) return
  const { top, bottom } = list.getBoundingClientRect()
  const scroller = list.scrollHeight > list.clientHeight ? list : list.parentElement
  if (scroller === null) return
  const edge = scroller.getBoundingClientRect()
  if (y < Math.max(top, edge.top) + 24) scroller.scrollTop -= 12
  if (y > Math.min(bottom, edge.bottom) - 24) scroller.scrollTop += 12
}
