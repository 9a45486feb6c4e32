import { useTranslation } from '@renderer/i18n'
import { classes } from '@renderer/ui'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import styles from './access.module.css'
import { MatrixHead } from './MatrixHead'
import { RoleCells } from './RoleCells'
import { shownRights } from './rules'
import { TableCell } from './TableCell'
import type { RoleColumn, RulesEntry } from './use-access'

export interface AccessMatrixProps {
  readonly projectId: string
  readonly entries: readonly RulesEntry[]
  readonly roles: readonly RoleColumn[]
  /** The table and role whose rules are open beside the matrix. */
  readonly opened: { readonly table: string; readonly role: string } | undefined
  readonly onOpen: (table: string, role: string) => void
  readonly onOpenTable: (name: string) => void
}

const rowHeightPx = 36
const headHeightPx = 88
/** Ticks and the button of a role. */
const columnsOfRole = shownRights.length + 1

interface Place {
  readonly row: number
  readonly column: number
}

/**
 * Tables down, roles across. Virtualized, because a project may have thousands of tables. Arrow keys move between the
 * ticks; the row above the first table is the head.
 */
export function AccessMatrix(props: AccessMatrixProps) {
  const { projectId, entries, roles, opened, onOpen, onOpenTable } = props
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<Place>({ row: 0, column: 1 })
  const wantsFocus = useRef(false)
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    overscan: 8,
    scrollPaddingStart: headHeightPx,
    getItemKey: (index) => entries[index]?.table ?? index,
  })
  // A filter can take the active row away.
  const row = Math.min(active.row, entries.length - 1)

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
    const last = roles.length * columnsOfRole
    const onward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const back = onward === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight'
    const column = (wanted: number): number => Math.max(at.row < 0 ? 1 : 0, Math.min(last, wanted))
    const moves: Readonly<Record<string, Place>> = {
      ArrowDown: { ...at, row: Math.min(entries.length - 1, at.row + 1) },
      ArrowUp: { row: Math.max(-1, at.row - 1), column: at.row <= 0 ? Math.max(1, at.column) : at.column },
      [onward]: { ...at, column: column(at.column + 1) },
      [back]: { ...at, column: column(at.column - 1) },
      Home: { ...at, column: column(0) },
      End: { ...at, column: column(last) },
      PageDown: { ...at, row: Math.min(entries.length - 1, at.row + 10) },
      PageUp: { ...at, row: Math.max(0, at.row - 10) },
    }
    const to = moves[event.key]
    if (to === undefined) return
    event.preventDefault()
    go(to)
  }
  const follow = (event: FocusEvent): void => {
    const at = placeOf(event.target)
    if (at !== undefined && (at.row !== active.row || at.column !== active.column)) setActive(at)
  }
  const focusableIn = (at: number): number | undefined =>
    at === row || (at === -1 && active.row === -1) ? active.column : undefined

  return (
    <div className={styles.scroller} ref={scroller}>
      <div
        className={styles.matrix}
        role="grid"
        tabIndex={-1}
        onKeyDown={press}
        onFocus={follow}
        aria-label={t('access.title')}
        aria-rowcount={entries.length + 1}
        aria-colcount={roles.length * columnsOfRole + 1}
        style={{ minWidth: 260 + roles.length * 212 }}
      >
        <div className={classes(styles.row, styles.head)} role="row" aria-rowindex={1}>
          <div className={styles.corner} role="columnheader" aria-colindex={1}>
            {t('access.tables', { count: entries.length })}
          </div>
          {roles.map((role, index) => (
            <MatrixHead
              key={role.id}
              projectId={projectId}
              entries={entries}
              role={role}
              column={1 + index * columnsOfRole}
              focusable={active.row === -1 ? active.column : undefined}
            />
          ))}
        </div>
        <div className={styles.body} role="rowgroup" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const entry = entries[item.index]
            if (entry === undefined) return null
            const focusable = focusableIn(item.index)
            return (
              <div
                key={item.key}
                className={classes(styles.row, styles.place)}
                role="row"
                aria-rowindex={item.index + 2}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <TableCell
                  projectId={projectId}
                  entry={entry}
                  roles={roles}
                  row={item.index}
                  isFocusable={focusable === 0}
                  onOpenTable={onOpenTable}
                />
                {roles.map((role, index) => {
                  const column = 1 + index * columnsOfRole
                  const isHere = focusable !== undefined && focusable >= column && focusable < column + columnsOfRole
                  return (
                    <RoleCells
                      key={role.id}
                      projectId={projectId}
                      entry={entry}
                      role={role}
                      row={item.index}
                      column={column}
                      focusable={isHere ? focusable : undefined}
                      isOpen={opened?.table === entry.table && opened.role === role.id}
                      onOpen={onOpen}
                    />
                  )
                })}
              </div>
            )
          })}
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
