import { TableIcon } from '@renderer/features/tables'
import type { TableSummary } from '@common/model'
import { viewKindOf } from '@renderer/features/views'
import { formatNumber, memo, useTranslation } from '@renderer/i18n'
import { classes, Icon, type IconName, Skeleton, Tooltip } from '@renderer/ui'
import { type KeyboardEvent, type PointerEvent } from 'react'
import { shallow as isShallowEqual } from 'zustand/shallow'
import { foundIn, isItem, type TreeGroup, type TreeItem, type TreeLine } from './tree-nodes'
import styles from './tree.module.css'
import { useRowCount } from './use-row-count'

const groupIcons: Readonly<Record<TreeGroup, IconName>> = {
  favourites: 'star',
  tables: 'table',
  views: 'eye',
  functions: 'function',
  procedures: 'procedure',
  sequences: 'hash',
}

export interface TreeRowProps {
  readonly projectId: string
  readonly line: TreeLine
  /** Display name of the view. */
  readonly title: string
  /** Text beside the name: the table of a favourite view. */
  readonly detail: string | undefined
  readonly filter: string
  readonly isActive: boolean
  readonly isFocusable: boolean
  readonly isDragged: boolean
  readonly hasMenu: boolean
  /** The same object for the lifetime of the tree. */
  readonly events: TreeRowEvents
}

/** Events of a line. */
export interface TreeRowEvents {
  readonly act: (line: TreeItem) => void
  readonly toggle: (line: TreeItem) => void
  readonly point: (line: TreeItem) => void
  readonly press: (line: TreeItem, event: KeyboardEvent) => void
  readonly pointerDown: (line: TreeItem, event: PointerEvent) => void
  readonly openMenu: (line: TreeItem, x: number, y: number) => void
}

/** A line of the tree. Memoized: opening a table renders two lines, not all of them. */
export const TreeRow = memo(Row, (before, after) => {
  const { line, ...rest } = before
  const { line: lineAfter, ...restAfter } = after
  return isShallowEqual(line, lineAfter) && isShallowEqual(rest, restAfter)
})

function Row(props: TreeRowProps) {
  const { projectId, line, title, detail, filter, isActive, isFocusable, events } = props
  const { t } = useTranslation()
  if (!isItem(line))
    return line.kind === 'loading' ? (
      <div className={classes(styles.line, styles.level3)} role="none">
        <span className={styles.said}>{t('tree.loading')}</span>
        <Skeleton width={88} />
      </div>
    ) : (
      <p className={styles.none}>{line.isFiltered ? t('tree.noMatch') : t(`tree.none.${line.group}`)}</p>
    )
  const isGroup = line.kind === 'group'
  const isOpen = isGroup || line.kind === 'table' ? line.isOpen : undefined
  const row = (
    <div
      role="treeitem"
      tabIndex={isFocusable ? 0 : -1}
      aria-level={line.level}
      aria-setsize={line.count}
      aria-posinset={line.at + 1}
      aria-expanded={isOpen}
      aria-selected={isActive}
      className={classes(
        styles.line,
        isGroup ? styles.group : line.level === 3 ? styles.level3 : styles.table,
        line.level === 2 && isOpen === undefined && styles.plain,
        line.kind === 'routine' && styles.routine,
        line.kind === 'hidden' && styles.hidden,
        isActive && styles.active,
        props.isDragged && styles.dragged,
      )}
      onClick={() => events.act(line)}
      onPointerDown={(event) => events.pointerDown(line, event)}
      onPointerEnter={() => events.point(line)}
      onFocus={() => events.point(line)}
      onKeyDown={(event) => events.press(line, event)}
      onContextMenu={(event) => {
        event.preventDefault()
        if (props.hasMenu) events.openMenu(line, event.clientX, event.clientY)
      }}
      title={isGroup ? undefined : title}
    >
      {isOpen !== undefined && (
        <span
          className={styles.chevron}
          aria-hidden="true"
          data-toggle
          onClick={(event) => {
            event.stopPropagation()
            events.toggle(line)
          }}
        >
          <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={12} mirrored={!isOpen} />
        </span>
      )}
      <LineIcon line={line} />
      <span className={styles.name} dir="auto">
        <span data-name>
          <Marked text={title} filter={isGroup ? '' : filter} />
        </span>
        {detail !== undefined && <bdi className={styles.detail}>{detail}</bdi>}
      </span>
      {isGroup && <span className={styles.count}>{formatNumber(line.size)}</span>}
      {line.kind === 'table' && <RowCount projectId={projectId} table={line.table} />}
      {line.kind === 'hidden' && (
        <>
          <Icon name="lock" size={12} />
          <span className={styles.said}>{line.table.reason}</span>
        </>
      )}
      {props.hasMenu && (
        // For the mouse: keys and readers have the menu key.
        <span
          className={styles.more}
          aria-hidden="true"
          data-menu
          onPointerDown={(event) => event.stopPropagation()}
          onClick={(event) => {
            event.stopPropagation()
            const box = event.currentTarget.getBoundingClientRect()
            events.openMenu(line, box.left, box.bottom)
          }}
        >
          <Icon name="more" size={14} />
        </span>
      )}
    </div>
  )
  return line.kind === 'hidden' ? (
    <Tooltip label={line.table.reason} side="right">
      {row}
    </Tooltip>
  ) : (
    row
  )
}

function LineIcon({ line }: { readonly line: TreeItem }) {
  if (line.kind === 'table') return <TableIcon table={line.table} className={styles.icon} />
  return <Icon name={line.kind === 'view' ? viewKindOf(line.view.kind).icon : groupIcons[line.group]} size={14} />
}

/** A name with the search text highlighted. */
function Marked({ text, filter }: { readonly text: string; readonly filter: string }) {
  const place = foundIn(text, filter)
  if (place === undefined) return text
  const [from, to] = place
  return (
    <>
      {text.slice(0, from)}
      <mark className={styles.mark}>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  )
}

function RowCount({ projectId, table }: { readonly projectId: string; readonly table: TableSummary }) {
  const { t } = useTranslation()
  const count = useRowCount(projectId, table)
  if (count === undefined) return null
  return <span className={styles.count}>{Number.isFinite(count) ? formatNumber(count) : t('tree.many')}</span>
}
