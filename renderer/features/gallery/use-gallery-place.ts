import { cardFieldsMax, fieldColumns, type CardCover } from '@renderer/features/cards'
import type { CellPosition, GridSession } from '@renderer/features/records'
import type { Bounds } from '@renderer/ui'
import { languageDirection } from '@renderer/i18n'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react'
import { heightOf, lanesOf, placeOf, reached, rowsIn } from './geometry'
import { longScroll, scrolled } from './long-scroll'

/** Number of lines rendered outside the viewport. */
const linesAhead = 1

/** Size, scroll position and visible cards of a gallery. Loads the records that become visible. */
export function useGalleryPlace({ model, columns }: GridSession, cover: CardCover | undefined, active?: number) {
  const [, draw] = useReducer((count: number) => count + 1, 0)
  const box = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  /** The list position, and the scroll bar position at that time. */
  const place = useRef({ list: 0, bar: 0 })
  const drawn = useRef('')

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
    const left = languageDirection() === 'rtl' ? frame.right - x - lanes.cardWidth : frame.x + x
    return { x: left, y: frame.y + y - place.current.list, width: lanes.cardWidth, height: lanes.cardHeight }
  }
  return {
    box,
    size,
    lanes,
    rows,
    /** Rows of the rendered cards. */
    shown,
    shift,
    /** Height of the scrolled content, which browsers limit. */
    height: scroll.height,
    onScroll,
    boundsOf,
    scrollTo: ({ row }: Pick<CellPosition, 'row'>): void => {
      const { lanes: seenLanes, size: seenSize } = now.current
      goTo(reached(place.current.list, seenSize.height, row, seenLanes))
    },
    scrollBy: (by: number): void => {
      const { count, lineHeight } = now.current.lanes
      goTo(place.current.list + Math.round(by / count) * lineHeight)
    },
  }
}

export type GalleryPlace = ReturnType<typeof useGalleryPlace>
