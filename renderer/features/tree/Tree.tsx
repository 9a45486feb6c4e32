import { scaledRow } from '@common/settings'
import { messageOf } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { useSetting } from '@renderer/stores'
import { ErrorState, IconButton, later, Menu, MenuItem, SearchField, Skeleton, useLatest } from '@renderer/ui'
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
} from 'react'
import { hasMenu, menuActionsOf, type TreeDoes } from './menu-actions'
import { pressTreeKey } from './tree-keys'
import { isItem, type TreeItem, type TreeLine, type ViewLine } from './tree-nodes'
import { titleOf, treeWork } from './tree-work'
import { TreeRow, type TreeRowEvents } from './TreeRow'
import styles from './tree.module.css'
import { useTreeDrag, type TreeDrag } from './use-tree-drag'
import { useTreeLines } from './use-tree-lines'
import type { TreeProps } from './types'

const load = () => import('./lazy')
const TreeMenu = later(async () => (await load()).TreeMenu)
const RenameViewDialog = later(async () => (await load()).RenameViewDialog)
/** Scrolls to a line that isn't in sight, by the sizes that are known: to scroll, the browser lays the page out. */
function reveal(virtual: Virtualizer<HTMLDivElement, Element>, line: number): void {
  const measured = virtual.measurementsCache[line]
  const { scrollOffset, scrollRect } = virtual
  const isInSight =
    measured !== undefined &&
    scrollOffset !== null &&
    scrollRect !== null &&
    measured.start >= scrollOffset &&
    measured.end <= scrollOffset + scrollRect.height
  if (!isInSight) virtual.scrollToIndex(line)
}

/** Height of a line, as in tree.module.css. */
const useLineHeight = (): number => scaledRow(26, useSetting('density'), useSetting('fontSize'))

/** Tables and views of a project. Requests row counts for visible lines, and views for expanded tables. */
export function Tree(props: TreeProps) {
  const { projectId, onCreate, onImport } = props
  const { t } = useTranslation()
  const [filter, setFilter] = useState('')
  const [focused, setFocused] = useState<string>()
  const [menu, setMenu] = useState<{ readonly line: TreeItem; readonly x: number; readonly y: number }>()
  const [renaming, setRenaming] = useState<ViewLine>()
  const [told, setTold] = useState('')
  /** Key of a line that gets the focus at its new position. */
  const moving = useRef<string>(undefined)
  const scroller = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)

  const tree = useTreeLines(props, filter)
  const { lines } = tree
  const lineHeight = useLineHeight()
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 8,
    getItemKey: (index) => lines[index]?.key ?? index,
  })
  useLayoutEffect(() => virtual.measure(), [virtual, lineHeight])
  const focusKey = lines.some((line) => line.key === focused) ? focused : lines[0]?.key
  const found = filter.trim() === '' ? undefined : lines.filter((line) => line.kind !== 'group' && isItem(line)).length

  const focusLine = (at: number): void => {
    setFocused(lines[at]?.key)
    virtual.scrollToIndex(at)
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus())
  }
  const focusMoved = useEffectEvent((): void => {
    const at = lines.findIndex(({ key }) => key === moving.current)
    moving.current = undefined
    if (at >= 0) focusLine(at)
  })
  useLayoutEffect(() => focusMoved(), [lines])

  const activeAt = lines.findIndex((line) => isActive(line, props.activeName, props.activeView))
  const activeKey = lines[activeAt]?.key
  const revealActive = useEffectEvent(() => reveal(virtual, activeAt))
  useEffect(() => {
    if (activeKey === undefined) return
    // The tab is drawn first: to scroll, the browser has to lay the page out.
    const frame = requestAnimationFrame(revealActive)
    return () => cancelAnimationFrame(frame)
  }, [activeKey])

  const { does, toggle, move } = treeWork({
    props,
    tree,
    filter,
    moving,
    onRenameView: setRenaming,
    onTold: setTold,
  })
  const drag = useTreeDrag(scroller, lines, lineHeight, does.isMovable, move)

  const events = useRowEvents({
    act: (line) => {
      setFocused(line.key)
      does.act(line)
    },
    toggle,
    point: (line) => {
      if (line.kind === 'table' || line.kind === 'view') props.onPoint(line.table)
    },
    press: (line, event) =>
      pressTreeKey(line, event, {
        lines,
        does,
        filter,
        setFilter,
        searchField: search,
        toggle,
        focusLine,
        openMenu: setMenu,
      }),
    pointerDown: (line, event) => drag.onPointerDown(event, line),
    openMenu: (line, x, y) => setMenu({ line, x, y }),
  })
  const pressInSearch = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || (event.key !== 'ArrowDown' && event.key !== 'Enter')) return
    const first = lines.findIndex((line) => line.kind === 'table' || line.kind === 'view')
    const at = first < 0 ? (event.key === 'Enter' ? -1 : 0) : first
    const line = lines[at]
    if (!isItem(line)) return
    event.preventDefault()
    focusLine(at)
    if (event.key === 'Enter' && filter.trim() !== '') does.act(line)
  }

  return (
    <div className={styles.tree}>
      <TreeHead
        ref={search}
        filter={filter}
        onFilter={setFilter}
        onKeyDown={pressInSearch}
        onCreate={onCreate}
        onImport={onImport}
        onCreateSqlView={props.onCreateSqlView}
      />
      {props.tables.error && !props.tables.value ? (
        <ErrorState title={t('tree.failed')} text={messageOf(props.tables.error)} onRetry={props.tables.retry} />
      ) : (
        <div className={styles.lines} ref={scroller} role="tree" aria-label={t('tree.label')}>
          {props.tables.isLoading ? (
            <LoadingLines />
          ) : (
            <TreeRows
              props={props}
              lines={lines}
              virtual={virtual}
              filter={filter}
              focusKey={focusKey}
              drag={drag}
              does={does}
              events={events}
            />
          )}
        </div>
      )}
      <span className={styles.said} role="status">
        {found === undefined ? told : t('tree.found', { count: found })}
      </span>
      {menu && (
        <TreeMenu
          line={menu.line}
          title={titleOf(menu.line)}
          x={menu.x}
          y={menu.y}
          actions={menuActionsOf(menu.line, does)}
          onClose={() => setMenu(undefined)}
        />
      )}
      {renaming && (
        <RenameViewDialog
          title={renaming.view.title}
          onRename={async (title) => {
            const { viewWork } = await load()
            await viewWork(projectId, renaming.table, undefined, () => undefined).rename(renaming.view, title)
          }}
          onClose={() => setRenaming(undefined)}
        />
      )}
    </div>
  )
}

interface TreeRowsProps {
  readonly props: TreeProps
  readonly lines: readonly TreeLine[]
  readonly virtual: Virtualizer<HTMLDivElement, Element>
  readonly filter: string
  readonly focusKey: string | undefined
  readonly drag: TreeDrag
  readonly does: TreeDoes
  readonly events: TreeRowEvents
}

/** The lines on the screen. */
function TreeRows({ props, lines, virtual, filter, focusKey, drag, does, events }: TreeRowsProps) {
  const lineHeight = useLineHeight()
  return (
    <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
      {virtual.getVirtualItems().map((item) => {
        const line = lines[item.index]
        if (!line) return null
        const active = isActive(line, props.activeName, props.activeView)
        return (
          <div key={item.key} className={styles.place} style={{ transform: `translateY(${item.start}px)` }}>
            <TreeRow
              projectId={props.projectId}
              line={line}
              title={isItem(line) ? titleOf(line) : ''}
              detail={line.kind === 'view' && line.group === 'favourites' ? line.table.title : undefined}
              filter={filter}
              isActive={active}
              isFocusable={line.key === focusKey}
              isDragged={line.key === drag.dragged}
              hasMenu={isItem(line) && hasMenu(line, does)}
              events={events}
            />
          </div>
        )
      })}
      {drag.place && <div className={styles.drop} style={{ top: drag.place.above * lineHeight }} />}
    </div>
  )
}

/** True if a line represents the active tab: the view if its table is expanded, otherwise the table. */
function isActive(line: TreeLine, name: string | undefined, view: string | undefined): boolean {
  if (line.kind === 'view') return line.table.name === name && line.view.id === view
  if (line.kind !== 'table' || line.table.name !== name) return false
  return line.group === 'favourites' ? view === undefined : line.isOpen !== true
}

/** Returns events that stay the same object, so that rows don't render again for them. */
function useRowEvents(now: TreeRowEvents): TreeRowEvents {
  const latest = useLatest(now)
  return useMemo<TreeRowEvents>(
    () => ({
      act: (line) => latest.current.act(line),
      toggle: (line) => latest.current.toggle(line),
      point: (line) => latest.current.point(line),
      press: (line, event) => latest.current.press(line, event),
      pointerDown: (line, event) => latest.current.pointerDown(line, event),
      openMenu: (line, x, y) => latest.current.openMenu(line, x, y),
    }),
    [latest],
  )
}

interface TreeHeadProps extends Pick<TreeProps, 'onCreate' | 'onImport' | 'onCreateSqlView'> {
  readonly ref: Ref<HTMLInputElement>
  readonly filter: string
  readonly onFilter: (filter: string) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** The search field, and the menu that adds tables. */
function TreeHead({ ref, filter, onFilter, onKeyDown, onCreate, onImport, onCreateSqlView }: TreeHeadProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.filter} role="presentation" onKeyDown={onKeyDown}>
      <SearchField
        ref={ref}
        size="sm"
        className={styles.search}
        label={t('tree.filter')}
        value={filter}
        onChange={onFilter}
      />
      {(onCreate ?? onImport) && (
        <Menu align="end" target={<IconButton icon="plus" label={t('tree.add')} />}>
          {onCreate && (
            <MenuItem icon="table" onClick={onCreate}>
              {t('tree.newTable')}
            </MenuItem>
          )}
          {onCreateSqlView && (
            <MenuItem icon="eye" onClick={onCreateSqlView}>
              {t('tree.newView')}
            </MenuItem>
          )}
          {onImport && (
            <MenuItem icon="file" onClick={onImport}>
              {t('importStart.import')}
            </MenuItem>
          )}
        </Menu>
      )}
    </div>
  )
}

const loadingWidths = [88, 64, 104, 72, 96, 56]

function LoadingLines() {
  return (
    <div aria-hidden="true">
      {loadingWidths.map((width) => (
        <div key={width} className={styles.line}>
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  )
}
