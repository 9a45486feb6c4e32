import { logicalKey } from '@renderer/i18n'
import { classes } from '@renderer/ui'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import styles from './access.module.css'

export interface MatrixProps {
  readonly label: string
  /** Number of rows below the head. */
  readonly count: number
  readonly keyOf: (row: number) => string
  /** First and last column with a control, counted from 0, the names of the rows. */
  readonly first: 0 | 1
  readonly last: number
  readonly roles: number
  /** Width of the columns of a role, in pixels. */
  readonly roleWidth: number
  readonly corner: ReactNode
  /** Renders the cells of the head, given the focusable column among them. */
  readonly head: (focusable: number | undefined) => ReactNode
  /** Renders the cells of a row, given the focusable column among them. */
  readonly row: (row: number, focusable: number | undefined) => ReactNode
}

const rowHeightPx = 36
const headHeightPx = 88
const namesWidthPx = 260

interface Place {
  /** -1 for the head. */
  readonly row: number
  readonly column: number
}

/**
 * A grid with names down and roles across. Virtualized, because a project may have thousands of tables. Arrow keys move
 * between the controls, which tell their place in `data-at`.
 */
export function Matrix(props: MatrixProps) {
  const { label, count, keyOf, first, last, roles, roleWidth, corner, head, row: rowOf } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<Place>({ row: 0, column: 1 })
  const wantsFocus = useRef(false)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    overscan: 8,
    scrollPaddingStart: headHeightPx,
    getItemKey: keyOf,
  })
  // A filter can take the active row away.
  const activeRow = Math.min(active.row, count - 1)

  const elementAt = ({ row: at, column }: Place): HTMLElement | null =>
    scroller.current?.querySelector<HTMLElement>(`[data-at="${at},${column}"]`) ?? null
  useEffect(() => {
    if (!wantsFocus.current) return
    const element = elementAt(active)
    if (element === null) return
    wantsFocus.current = false
    element.focus({ preventScroll: false })
  })

  const go = (to: Place): void => {
    wantsFocus.current = true
    if (to.row >= 0) virtual.scrollToIndex(to.row)
    setActive(to)
  }
  const press = (event: KeyboardEvent): void => {
    const at = placeOf(event.target)
    if (at === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const column = (wanted: number): number => Math.max(at.row < 0 ? 1 : first, Math.min(last, wanted))
    const moves: Readonly<Record<string, Place>> = {
      ArrowDown: { ...at, row: Math.min(count - 1, at.row + 1) },
      ArrowUp: { row: Math.max(-1, at.row - 1), column: at.row <= 0 ? Math.max(1, at.column) : at.column },
      ArrowRight: { ...at, column: column(at.column + 1) },
      ArrowLeft: { ...at, column: column(at.column - 1) },
      Home: { ...at, column: column(0) },
      End: { ...at, column: column(last) },
      PageDown: { ...at, row: Math.min(count - 1, at.row + 10) },
      PageUp: { ...at, row: Math.max(0, at.row - 10) },
    }
    const to = moves[logicalKey(event.key)]
    if (to === undefined) return
    event.preventDefault()
    go(to)
  }
  const follow = (event: FocusEvent): void => {
    const at = placeOf(event.target)
    if (at !== undefined && (at.row !== active.row || at.column !== active.column)) setActive(at)
  }

  const columns: CSSProperties & Readonly<Record<'--role', string>> = { '--role': `${roleWidth}px` }
  return (
    <div className={styles.scroller} ref={scroller}>
      <div
        className={styles.matrix}
        role="grid"
        tabIndex={-1}
        onKeyDown={press}
        onFocus={follow}
        aria-label={label}
        aria-rowcount={count + 1}
        aria-colcount={last + 1}
        style={{ ...columns, minWidth: namesWidthPx + roles * roleWidth }}
      >
        <div className={classes(styles.row, styles.head)} role="row" aria-rowindex={1}>
          <div className={styles.corner} role="columnheader" aria-colindex={1}>
            {corner}
          </div>
          {head(active.row === -1 ? active.column : undefined)}
        </div>
        <div className={styles.body} role="rowgroup" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => (
            <div
              key={item.key}
              className={classes(styles.row, styles.place)}
              role="row"
              aria-rowindex={item.index + 2}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {rowOf(item.index, item.index === activeRow ? active.column : undefined)}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

/** Returns the place of a control of the matrix; undefined for others, such as menus. */
function placeOf(target: EventTarget): Place | undefined {
  const at = target instanceof HTMLElement ? target.dataset['at'] : undefined
  if (at === undefined) return undefined
  const [row = 0, column = 0] = at.split(',').map(Number)
  return { row, column }
}
