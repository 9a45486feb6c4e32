import { infoToastMs } from '@common/constants'
import type { Capabilities } from '@common/dialects'
import type { TableSummary } from '@common/model'
import { messageOf } from '@renderer/api'
import { PointMenu } from '@renderer/features/grid'
import type { Loaded } from '@renderer/features/tables'
import { formatNumber, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import {
  classes,
  ErrorState,
  Icon,
  IconButton,
  type IconName,
  MenuDivider,
  MenuItem,
  SearchField,
  Skeleton,
} from '@renderer/ui'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState, type Dispatch, type KeyboardEvent, type SetStateAction } from 'react'
import { isTableGroup, lineAfterKey, tablesOf, treeLines, type TreeGroup, type TreeLine } from './tree-nodes'
import styles from './tree.module.css'
import { useRoutines } from './use-routines'
import { useRowCount } from './use-row-count'

export interface TreeProps {
  readonly projectId: string
  readonly tables: Loaded<readonly TableSummary[]>
  /** What the project's kind of database can have. */
  readonly capabilities: Capabilities
  /** Name of the table in front. */
  readonly activeName: string | undefined
  readonly onOpen: (table: TableSummary) => void
  /** Somebody points at a table, as people do before they open it. */
  readonly onPoint: (table: TableSummary) => void
  /** Undefined commands are not the person's to use. */
  readonly onCreate: (() => void) | undefined
  readonly onRename: ((table: TableSummary) => void) | undefined
  readonly onDelete: ((table: TableSummary) => void) | undefined
}

const lineHeight = 26

/** Tables and views of a project. Row counts are asked for lines that are seen. */
export function Tree(props: TreeProps) {
  const { projectId, tables, activeName, onOpen, onCreate } = props
  const { t } = useTranslation()
  const [filter, setFilter] = useState('')
  const [open, setOpen] = useState<ReadonlySet<TreeGroup>>(new Set(['tables']))
  const [focused, setFocused] = useState<string>()
  const [menu, setMenu] = useState<{ readonly table: TableSummary; readonly x: number; readonly y: number }>()
  const scroller = useRef<HTMLDivElement>(null)
  const list = tables.value ?? []
  useGroupOpened(list, activeName, setOpen)
  const routines = useRoutines(projectId, props.capabilities)
  const lines = treeLines(list, open, filter, routines)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 8,
    getItemKey: (index) => lines[index]?.key ?? index,
  })
  const focusKey = lines.some((line) => line.key === focused) ? focused : lines[0]?.key

  const toggle = (group: TreeGroup): void => {
    const next = new Set(open)
    if (next.delete(group)) return setOpen(next)
    next.add(group)
    setOpen(next)
    // S1 §8: an empty node says so when it is opened.
    if (isTableGroup(group) && tables.value && tablesOf(group, list).length === 0)
      toast.info(t(group === 'tables' ? 'tree.noTables' : 'tree.noViews'), { durationMs: infoToastMs })
  }
  const act = (line: TreeLine): void => {
    if (line.kind === 'group') toggle(line.group)
    else if (line.kind === 'table') onOpen(line.table)
  }
  const focusLine = (at: number): void => {
    setFocused(lines[at]?.key)
    virtual.scrollToIndex(at)
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus())
  }
  const press = (event: KeyboardEvent, at: number): void => {
    const line = lines[at]
    if (!line) return
    if (event.key === 'Enter' || event.key === ' ') act(line)
    else if (line.kind === 'group' && line.isOpen && event.key === 'ArrowLeft') toggle(line.group)
    else if (line.kind === 'group' && !line.isOpen && event.key === 'ArrowRight') toggle(line.group)
    else if (line.kind === 'table' && event.key === 'F2') props.onRename?.(line.table)
    else if (line.kind === 'table' && event.key === 'Delete') props.onDelete?.(line.table)
    else if (line.kind === 'table' && (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey))) {
      const box = event.currentTarget.getBoundingClientRect()
      setMenu({ table: line.table, x: box.left + 24, y: box.bottom })
    } else {
      const to = lineAfterKey(lines, at, event.key)
      if (to === undefined) return
      focusLine(to)
    }
    event.preventDefault()
  }

  return (
    <div className={styles.tree}>
      <div className={styles.filter}>
        <SearchField size="sm" className={styles.search} label={t('tree.filter')} value={filter} onChange={setFilter} />
        {onCreate && <IconButton icon="plus" label={t('tree.newTable')} onClick={onCreate} />}
      </div>
      {tables.error && !tables.value ? (
        <ErrorState title={t('tree.failed')} text={messageOf(tables.error)} onRetry={tables.retry} />
      ) : (
        <div className={styles.lines} ref={scroller} role="tree" aria-label={t('tree.label')}>
          {tables.isLoading ? (
            <LoadingLines />
          ) : (
            <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
              {virtual.getVirtualItems().map((item) => {
                const line = lines[item.index]
                if (!line) return null
                return (
                  <div key={item.key} className={styles.place} style={{ transform: `translateY(${item.start}px)` }}>
                    <Line
                      projectId={projectId}
                      line={line}
                      isActive={line.kind === 'table' && line.table.name === activeName}
                      isFocusable={line.key === focusKey}
                      onAct={() => {
                        setFocused(line.key)
                        act(line)
                      }}
                      onPoint={() => line.kind === 'table' && props.onPoint(line.table)}
                      onKeyDown={(event) => press(event, item.index)}
                      onMenu={(x, y) => line.kind === 'table' && setMenu({ table: line.table, x, y })}
                    />
                  </div>
                )
              })}
            </div>
          )}
        </div>
      )}
      {menu && (
        <PointMenu
          at={{ x: menu.x, y: menu.y, width: 1, height: 1 }}
          label={t('tree.menu.more', { table: menu.table.title })}
          onClose={() => setMenu(undefined)}
        >
          <MenuItem icon="table" onClick={() => onOpen(menu.table)}>
            {t('tree.menu.open')}
          </MenuItem>
          {props.onRename && menu.table.type === 'table' && (
            <MenuItem icon="pencil" keys="F2" onClick={() => props.onRename?.(menu.table)}>
              {t('tree.menu.rename')}
            </MenuItem>
          )}
          {props.onDelete && menu.table.type === 'table' && (
            <>
              <MenuDivider />
              <MenuItem icon="trash" danger onClick={() => props.onDelete?.(menu.table)}>
                {t('tree.menu.delete')}
              </MenuItem>
            </>
          )}
        </PointMenu>
      )}
    </div>
  )
}

/** The table in front is seen in the tree: its group opens when it comes there. */
function useGroupOpened(
  tables: readonly TableSummary[],
  activeName: string | undefined,
  setOpen: Dispatch<SetStateAction<ReadonlySet<TreeGroup>>>,
): void {
  const type = tables.find((table) => table.name === activeName)?.type
  useEffect(() => {
    if (type !== undefined) setOpen((open) => new Set([...open, type === 'view' ? 'views' : 'tables']))
  }, [activeName, type, setOpen])
}

const groupIcons: Readonly<Record<TreeGroup, IconName>> = {
  tables: 'table',
  views: 'eye',
  functions: 'function',
  procedures: 'procedure',
  sequences: 'hash',
}

interface LineProps {
  readonly projectId: string
  readonly line: TreeLine
  readonly isActive: boolean
  readonly isFocusable: boolean
  readonly onAct: () => void
  readonly onPoint: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onMenu: (x: number, y: number) => void
}

function Line({ projectId, line, isActive, isFocusable, onAct, onPoint, onKeyDown, onMenu }: LineProps) {
  const { t } = useTranslation()
  if (line.kind === 'empty')
    return <p className={styles.none}>{line.isFiltered ? t('tree.noMatch') : t(`tree.none.${line.group}`)}</p>
  const isGroup = line.kind === 'group'
  const name = isGroup ? t(`tree.${line.group}`) : line.kind === 'table' ? line.table.title : line.name
  return (
    <div
      role="treeitem"
      tabIndex={isFocusable ? 0 : -1}
      aria-level={isGroup ? 1 : 2}
      aria-expanded={isGroup ? line.isOpen : undefined}
      aria-selected={isActive}
      className={classes(
        styles.line,
        isGroup ? styles.group : styles.table,
        line.kind === 'routine' && styles.routine,
        isActive && styles.active,
      )}
      onClick={onAct}
      onPointerEnter={onPoint}
      onFocus={onPoint}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => {
        event.preventDefault()
        onMenu(event.clientX, event.clientY)
      }}
      title={isGroup ? undefined : name}
    >
      {isGroup && (
        <Icon
          className={styles.chevron}
          name={line.isOpen ? 'chevronDown' : 'chevronRight'}
          size={12}
          mirrored={!line.isOpen}
        />
      )}
      <Icon name={groupIcons[line.group]} size={14} />
      <span className={styles.name}>
        <bdi>{name}</bdi>
      </span>
      {isGroup && <span className={styles.count}>{formatNumber(line.count)}</span>}
      {line.kind === 'table' && <RowCount projectId={projectId} table={line.table} />}
    </div>
  )
}

function RowCount({ projectId, table }: { readonly projectId: string; readonly table: TableSummary }) {
  const { t } = useTranslation()
  const count = useRowCount(projectId, table.name, table.title)
  if (count === undefined) return null
  return <span className={styles.count}>{Number.isFinite(count) ? formatNumber(count) : t('tree.many')}</span>
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
