import type { GroupLines } from '@common/views/group-lines'
import { useDirection } from '@renderer/i18n'
import { useShownLook } from '@renderer/ui'
import { useEffect, useImperativeHandle, useMemo, useRef, type Ref } from 'react'
import {
  groupLineHeight,
  rowNumberWidth,
  type DataGridColumn,
  type GridLine,
  type GridPlace,
} from '@renderer/features/records/painter/data-grid'
import { drawLine } from '../glide/glide-lines'
import { readGridTheme, type GridTheme } from '../glide/grid-theme'
import styles from './group.module.css'
import { stickyLines, type StickyLine } from './sticky-lines'

export interface StickyHandle {
  /** The grid was scrolled. */
  readonly moved: (place: GridPlace) => void
  readonly repaint: () => void
  /** Scrolls a visible line out from under the heads. */
  readonly uncover: (line: number) => void
}

export interface StickyHeadsProps {
  readonly ref: Ref<StickyHandle>
  readonly lines: GroupLines
  readonly heights: Uint8Array
  readonly columns: readonly DataGridColumn[]
  readonly frozen: number
  readonly headerHeight: number
  readonly lineAt: (line: number) => GridLine | undefined
  readonly onPress: (line: number) => void
  readonly scrollToLine: (line: number) => void
}

interface Drawn {
  readonly lines: GroupLines
  readonly heights: Uint8Array
  readonly columns: readonly DataGridColumn[]
  readonly frozen: number
  readonly lineAt: (line: number) => GridLine | undefined
  readonly theme: GridTheme
  readonly scrollToLine: (line: number) => void
}

/** Heads of the visible groups, over the grid. Painted on a canvas like the grid, without React. */
export function StickyHeads(props: StickyHeadsProps) {
  const { lines, heights, columns, frozen, headerHeight, lineAt, onPress, scrollToLine } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const place = useRef<GridPlace>({ column: 0, line: 0, left: 0, top: 0 })
  const shown = useRef<readonly StickyLine[]>([])
  const look = useShownLook()
  const direction = useDirection()
  const theme = useMemo(() => {
    void [look, direction]
    return readGridTheme(document.documentElement)
  }, [look, direction])
  const drawn = useRef<Drawn>(undefined)
  drawn.current = { lines, heights, columns, frozen, lineAt, theme, scrollToLine }

  const paint = useRef((): void => {
    const element = canvas.current
    if (element && drawn.current) shown.current = paintHeads(element, drawn.current, place.current)
  })
  useEffect(() => paint.current(), [lines, heights, columns, frozen, lineAt, theme])
  useEffect(() => {
    const parent = canvas.current?.parentElement?.parentElement
    if (!parent) return undefined
    const observer = new ResizeObserver(() => paint.current())
    observer.observe(parent)
    void document.fonts.ready.then(() => paint.current())
    return () => observer.disconnect()
  }, [])

  useImperativeHandle(
    props.ref,
    (): StickyHandle => ({
      moved: (next) => {
        place.current = next
        paint.current()
      },
      repaint: () => paint.current(),
      uncover: (line) => {
        const { line: first, top } = place.current
        const { heights: each = new Uint8Array() } = drawn.current ?? {}
        const covered = shown.current.length * groupLineHeight
        if (covered === 0 || line < first || shown.current.some((head) => head.line === line)) return
        let y = top
        for (let at = first; at < line && y < covered; at += 1) y += each[at] ?? 0
        if (y >= covered) return
        // Above it there is room for the heads.
        let back = line
        for (let room = covered; back > 0 && room > 0; back -= 1) room -= each[back - 1] ?? 0
        drawn.current?.scrollToLine(back)
      },
    }),
    // Constant: the grid reports its position while it renders, and needs a stable handle.
    [],
  )

  return (
    <div className={styles.stickyBox} dir={direction} style={{ insetBlockStart: headerHeight }}>
      <canvas
        ref={canvas}
        className={styles.sticky}
        // The grid has the same heads for readers.
        aria-hidden="true"
        onPointerDown={(event) => {
          // The focus stays in the grid.
          event.preventDefault()
          const at = Math.floor(event.nativeEvent.offsetY / groupLineHeight)
          const head = shown.current[at]
          if (head === undefined || event.button !== 0) return
          scrollToLine(head.line)
          onPress(head.line)
        }}
        onWheel={(event) => {
          const scroller = scrollerBeside(event.currentTarget)
          // The scroller counts from the start, the wheel from the left.
          scroller?.scrollBy({ left: direction === 'rtl' ? -event.deltaX : event.deltaX, top: event.deltaY })
        }}
      />
    </div>
  )
}

/** Returns the element in which the grid scrolls. */
const scrollerBeside = (canvas: HTMLCanvasElement): Element | null | undefined =>
  canvas.parentElement?.parentElement?.querySelector('.dvn-scroller')

/** Paints the heads that stick now. @returns them */
function paintHeads(canvas: HTMLCanvasElement, drawn: Drawn, place: GridPlace): readonly StickyLine[] {
  const { lines, heights, columns, frozen, lineAt, theme } = drawn
  const heads = stickyLines(lines, heights, { first: place.line, top: place.top }, groupLineHeight)
  const scroller = scrollerBeside(canvas)
  const width = scroller?.clientWidth ?? 0
  const height = heads.length * groupLineHeight
  canvas.style.display = height === 0 || width === 0 ? 'none' : 'block'
  if (height === 0 || width === 0) return heads
  const ratio = window.devicePixelRatio
  const [wide, high] = [Math.round(width * ratio), Math.round((height + 1) * ratio)]
  if (canvas.width !== wide || canvas.height !== high) {
    canvas.width = wide
    canvas.height = high
    canvas.style.width = `${width}px`
    canvas.style.height = `${height + 1}px`
  }
  const context = canvas.getContext('2d')
  if (!context) return heads
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.fillStyle = theme.side
  context.fillRect(0, 0, width, height)
  const numbers = rowNumberWidth(lines.lineCount)
  for (const { line, top } of heads) {
    const shown = lineAt(line)
    if (!shown) continue
    const cell = (at: number, x: number, from: number): void => {
      const column = columns[at]
      if (!column || x + column.width <= from || x >= width) return
      context.save()
      context.beginPath()
      context.rect(Math.max(x, from), top, x + column.width + 1 - Math.max(x, from), groupLineHeight)
      context.clip()
      const rect = { x, y: top, width: column.width, height: groupLineHeight }
      drawLine(context, rect, { line: shown, column, first: at === 0 }, theme)
      context.fillStyle = theme.cells.gridline
      context.fillRect(x + column.width, top, 1, groupLineHeight)
      context.restore()
    }
    let fixed = numbers
    for (let at = 0; at < frozen; at += 1) {
      cell(at, fixed, numbers)
      fixed += columns[at]?.width ?? 0
    }
    let x = fixed + place.left
    for (let at = Math.max(frozen, place.column); at < columns.length && x < width; at += 1) {
      cell(at, x, fixed)
      x += columns[at]?.width ?? 0
    }
    context.fillStyle = theme.cells.gridline
    context.fillRect(0, top + groupLineHeight - 1, width, 1)
  }
  let edge = numbers
  for (const { width: wide } of columns.slice(0, frozen)) edge += wide
  context.fillStyle = theme.cells.gridline
  context.fillRect(numbers, 0, 1, height)
  context.fillStyle = theme.cells.line2
  if (frozen > 0) context.fillRect(edge, 0, 1, height)
  context.fillRect(0, 0, width, 1)
  context.fillRect(0, height - 1, width, 1)
  return heads
}
