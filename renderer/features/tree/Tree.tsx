import { infoToastMs } from '@common/constants'
import type { Capabilities } from '@common/dialects'
import type { TableSummary } from '@common/model'
import { messageOf } from '@renderer/api'
import type { Loaded } from '@renderer/features/tables'
import { useViewLists, viewTitle } from '@renderer/features/views'
import { useTranslation } from '@renderer/i18n'
import { favourites, isSamePlace, nextFocus, toast, useFavourites } from '@renderer/stores'
import { ErrorState, IconButton, later, Menu, MenuItem, SearchField, Skeleton, useLatest } from '@renderer/ui'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { menuActionsOf, type TreeDoes } from './menu-actions'
import {
  isItem,
  isTableGroup,
  lineAfterKey,
  openKey,
  tablesOf,
  treeLines,
  type OpenLines,
  type TableLine,
  type TreeItem,
  type TreeLine,
  type ViewLine,
} from './tree-nodes'
import { canMove } from './tree-order'
import { TreeRow, type TreeRowEvents } from './TreeRow'
import styles from './tree.module.css'
import type { TableMenuEntry } from './TreeMenu'
import { useRoutines } from './use-routines'
import { useTableOrder } from './use-table-order'
import { useTreeDrag } from './use-tree-drag'

const load = () => import('./lazy')
const TreeMenu = later(async () => (await load()).TreeMenu)
const RenameViewDialog = later(async () => (await load()).RenameViewDialog)

export interface TreeProps {
  readonly projectId: string
  readonly tables: Loaded<readonly TableSummary[]> & { readonly reload: () => Promise<unknown> }
  /** What the project's kind of database can have. */
  readonly capabilities: Capabilities
  /** Name of the table in front, and the view of it that is open. */
  readonly activeName: string | undefined
  readonly activeView: string | undefined
  /** Whether views are the person's to make, name, move and delete. */
  readonly mayManageViews: boolean
  readonly onOpen: (table: TableSummary, view?: string) => void
  /** Somebody points at a table, as people do before they open it. */
  readonly onPoint: (table: TableSummary) => void
  /** Undefined commands are not the person's to use. */
  readonly onCreate: (() => void) | undefined
  readonly onImport: (() => void) | undefined
  readonly onRename: ((table: TableSummary) => void) | undefined
  readonly onDuplicate: ((table: TableSummary) => void) | undefined
  readonly onIcon: ((table: TableSummary) => void) | undefined
  readonly onDelete: ((table: TableSummary) => void) | undefined
  /** What other screens offer in the menu of a table. */
  readonly more?: readonly TableMenuEntry[]
}

const lineHeight = 26
const noTables: readonly TableSummary[] = []

/** Tables and views of a project. Row counts are asked for lines that are seen, views for tables that are open. */
export function Tree(props: TreeProps) {
  const { projectId, activeName, onOpen, onCreate, onImport } = props
  const { t } = useTranslation()
  const [filter, setFilter] = useState('')
  const [open, setOpen] = useState<OpenLines>(new Set(['favourites', 'tables']))
  const [focused, setFocused] = useState<string>()
  const [menu, setMenu] = useState<{ readonly line: TreeItem; readonly x: number; readonly y: number }>()
  const [renaming, setRenaming] = useState<ViewLine>()
  const [told, setTold] = useState('')
  /** A line that gets the focus once it stands at its new place. */
  const moving = useRef<string>(undefined)
  const scroller = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)

  const order = useTableOrder(projectId, props.tables.value ?? noTables, props.tables.reload)
  const list = order.tables
  const marked = useFavourites(projectId)
  const asked = useMemo(
    () =>
      list
        .filter(
          ({ name }) =>
            // The tab has already loaded the views of the open table.
            name === activeName ||
            open.has(openKey(name)) ||
            marked.some(({ table, view }) => table === name && view !== undefined),
        )
        .map(({ name }) => name),
    [list, open, marked, activeName],
  )
  const views = useViewLists(projectId, asked)
  const routines = useRoutines(projectId, props.capabilities)
  const lines = useMemo(
    () => treeLines({ tables: list, routines, favourites: marked, views, viewTitle }, open, filter),
    [list, routines, marked, views, open, filter],
  )
  useGroupOpened(list, activeName, setOpen)
  useViewsOpened(activeName, (views.get(activeName ?? '')?.length ?? 0) > 1, setOpen)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 8,
    getItemKey: (index) => lines[index]?.key ?? index,
  })
  const focusKey = lines.some((line) => line.key === focused) ? focused : lines[0]?.key
  const found =
    filter.trim() === ''
      ? undefined
      : lines.filter((line) => line.kind === 'table' || line.kind === 'view' || line.kind === 'routine').length

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

  const titleOf = (line: TreeItem): string =>
    line.kind === 'group'
      ? t(`tree.${line.group}`)
      : line.kind === 'table'
        ? line.table.title
        : line.kind === 'view'
          ? viewTitle(line.view, line.table)
          : line.name
  const toggle = (line: TreeItem): void => {
    if (line.kind !== 'group' && line.kind !== 'table') return
    const next = new Set(open)
    const key = line.kind === 'group' ? line.group : openKey(line.table.name)
    if (next.delete(key)) return setOpen(next)
    next.add(key)
    setOpen(next)
    // S1 §8: an empty node says so when it is opened.
    if (
      line.kind === 'group' &&
      isTableGroup(line.group) &&
      props.tables.value &&
      tablesOf(line.group, list).length === 0
    )
      toast.info(t(line.group === 'tables' ? 'tree.noTables' : 'tree.noViews'), { durationMs: infoToastMs })
  }
  const act = (line: TreeItem): void => {
    if (line.kind === 'group') toggle(line)
    else if (line.kind === 'table') onOpen(line.table)
    else if (line.kind === 'view') onOpen(line.table, line.view.id ?? '')
  }

  const isMovable = (line: TreeItem): boolean =>
    // A part of a list has no order.
    filter.trim() === '' && canMove(line, { tables: props.onRename !== undefined, views: props.mayManageViews })
  const move = (line: TreeItem, to: number): void => {
    if (line.kind !== 'table' && line.kind !== 'view') return
    moving.current = line.key
    if (line.group === 'favourites') {
      const shown = lines.filter(
        (one): one is TableLine | ViewLine => isItem(one) && one.parent === 'favourites' && one.kind !== 'group',
      )
      const others = shown.filter(({ key }) => key !== line.key)
      const next = [...others.slice(0, to), line, ...others.slice(to)].map(placeOf)
      // What is marked and not shown at this moment stays marked.
      favourites.set(projectId, [...next, ...marked.filter((one) => !next.some((other) => isSamePlace(one, other)))])
    } else if (line.kind === 'view') workOn(line, (does) => does.move(line.view, to))
    else if (isTableGroup(line.group)) order.move(tablesOf(line.group, list), line.at, to)
    setTold(t('views.movedTo', { name: titleOf(line), place: to + 1, count: line.count }))
  }
  const workOn = (
    line: TableLine | ViewLine,
    work: (does: ReturnType<Awaited<ReturnType<typeof load>>['viewWork']>) => void,
  ): void => {
    const openView = line.table.name === activeName ? props.activeView : undefined
    void load().then(({ viewWork }) =>
      work(viewWork(projectId, line.table, openView, (table, view) => onOpen(table, view ?? ''))),
    )
  }
  const step = (line: TreeItem, by: 1 | -1): void => {
    const first = line.kind === 'view' && line.level === 3 ? 1 : 0
    const to = line.at + by
    if (isMovable(line) && to >= first && to < line.count) move(line, to)
  }

  const does: TreeDoes = {
    ...props,
    act,
    isMovable,
    step,
    say: (sentence) => toast.success(sentence),
    renameView: setRenaming,
    createView: (line, kind) => {
      nextFocus.askForNewView(line.table.name)
      workOn(line, (views) => views.create(kind))
    },
    duplicateView: (line) => {
      nextFocus.askForNewView(line.table.name)
      workOn(line, (views) => views.duplicate(line.view, titleOf(line)))
    },
    removeView: (line) => workOn(line, (views) => views.remove(line.view)),
    marked,
  }
  const rename = (line: TreeItem): void => menuActionsOf(line, does).rename?.()
  const drag = useTreeDrag(scroller, lines, lineHeight, isMovable, move)

  const press = (line: TreeItem, event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const at = lines.findIndex(({ key }) => key === line.key)
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    const isOpen = (line.kind === 'group' || line.kind === 'table') && line.isOpen
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown'))
      step(line, event.key === 'ArrowUp' ? -1 : 1)
    else if (event.key === 'Enter' || event.key === ' ') act(line)
    else if (isOpen === true && event.key === 'ArrowLeft') toggle(line)
    else if (isOpen === false && event.key === 'ArrowRight') toggle(line)
    else if (event.key === 'F2') rename(line)
    else if (event.key === 'Delete') menuActionsOf(line, does).remove?.()
    else if (event.key === 'Escape' && filter !== '') setFilter('')
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      const box = event.currentTarget.getBoundingClientRect()
      if (hasMenu(line, does)) setMenu({ line, x: box.left + 24, y: box.bottom })
    } else if (isPlain && event.key.length === 1 && event.key !== '?') {
      // What is typed anywhere in the tree is searched for.
      if (event.key !== '/') setFilter(filter + event.key)
      search.current?.focus()
    } else {
      const to = lineAfterKey(lines, at, event.key)
      if (to === undefined || !isPlain) return
      focusLine(to)
    }
    event.preventDefault()
    // Keys of the page are not those of the tree.
    event.stopPropagation()
  }
  const latest = useLatest<TreeRowEvents>({
    act: (line) => {
      setFocused(line.key)
      act(line)
    },
    toggle,
    point: (line) => {
      if (line.kind === 'table' || line.kind === 'view') props.onPoint(line.table)
    },
    press,
    pointerDown: (line, event) => drag.onPointerDown(event, line),
    openMenu: (line, x, y) => setMenu({ line, x, y }),
  })
  const events = useMemo<TreeRowEvents>(
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
  const pressInSearch = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || (event.key !== 'ArrowDown' && event.key !== 'Enter')) return
    const first = lines.findIndex((line) => line.kind === 'table' || line.kind === 'view')
    const at = first < 0 ? (event.key === 'Enter' ? -1 : 0) : first
    const line = lines[at]
    if (!isItem(line)) return
    event.preventDefault()
    focusLine(at)
    if (event.key === 'Enter' && filter.trim() !== '') act(line)
  }

  return (
    <div className={styles.tree}>
      <div className={styles.filter} role="presentation" onKeyDown={pressInSearch}>
        <SearchField
          ref={search}
          size="sm"
          className={styles.search}
          label={t('tree.filter')}
          value={filter}
          onChange={setFilter}
        />
        {(onCreate ?? onImport) && (
          <Menu align="end" target={<IconButton icon="plus" label={t('tree.add')} />}>
            {onCreate && (
              <MenuItem icon="table" onClick={onCreate}>
                {t('tree.newTable')}
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
      {props.tables.error && !props.tables.value ? (
        <ErrorState title={t('tree.failed')} text={messageOf(props.tables.error)} onRetry={props.tables.retry} />
      ) : (
        <div className={styles.lines} ref={scroller} role="tree" aria-label={t('tree.label')}>
          {props.tables.isLoading ? (
            <LoadingLines />
          ) : (
            <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
              {virtual.getVirtualItems().map((item) => {
                const line = lines[item.index]
                if (!line) return null
                const active = isActive(line, activeName, props.activeView)
                return (
                  <div key={item.key} className={styles.place} style={{ transform: `translateY(${item.start}px)` }}>
                    <TreeRow
                      projectId={projectId}
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

const placeOf = (line: TableLine | ViewLine): { table: string; view?: string } =>
  line.kind === 'view' && line.view.id !== undefined
    ? { table: line.table.name, view: line.view.id }
    : { table: line.table.name }

/** Whether a line stands for what is in front: a view where its table shows its views, else the table. */
function isActive(line: TreeLine, name: string | undefined, view: string | undefined): boolean {
  if (line.kind === 'view') return line.table.name === name && line.view.id === view
  if (line.kind !== 'table' || line.table.name !== name) return false
  return line.group === 'favourites' ? view === undefined : line.isOpen !== true
}

const hasMenu = (line: TreeItem, does: TreeDoes): boolean =>
  line.kind === 'table' ||
  line.kind === 'view' ||
  line.kind === 'routine' ||
  (line.group === 'tables' && does.onCreate !== undefined)

/** The table in front is seen in the tree: its group opens when it comes there. */
function useGroupOpened(
  tables: readonly TableSummary[],
  activeName: string | undefined,
  setOpen: (change: (open: OpenLines) => OpenLines) => void,
): void {
  const type = tables.find((table) => table.name === activeName)?.type
  useEffect(() => {
    if (type !== undefined) setOpen((open) => withLine(open, type === 'view' ? 'views' : 'tables'))
  }, [activeName, type, setOpen])
}

/** Expands the views of the open table, if it has any besides its own grid. */
function useViewsOpened(
  activeName: string | undefined,
  hasViews: boolean,
  setOpen: (change: (open: OpenLines) => OpenLines) => void,
): void {
  useEffect(() => {
    if (activeName !== undefined && hasViews) setOpen((open) => withLine(open, openKey(activeName)))
  }, [activeName, hasViews, setOpen])
}

/** The same set where the line is open already: nothing is rendered for it. */
const withLine = (open: OpenLines, key: string): OpenLines => (open.has(key) ? open : new Set([...open, key]))

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
