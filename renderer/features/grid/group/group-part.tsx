import type { FilterColumn } from '@common/views'
import type { KeyLine } from '@renderer/actions'
import type { GridPart } from '@renderer/features/records/parts/grid-part'
import { GroupPopover } from '@renderer/features/views'
import { useTranslation } from '@renderer/i18n'
import { messageOf } from '@renderer/api'
import { Button } from '@renderer/ui'
import { useCallback } from 'react'
import type { GridKey } from '@renderer/features/records/painter/data-grid'
import { columnNamed } from '@renderer/features/records/columns/grid-columns'
import type { HeaderMenuEntry } from '@renderer/features/records/frame/menu-entries'
import type { GridSession } from '@renderer/features/records/session/session'
import { isGroupable } from '@renderer/features/records/group/group-level'
import styles from './group.module.css'

/**
 * Groups records with equal values. The toolbar shows and selects the grouping, and keys expand and collapse groups.
 */
export function useGroupPart({ view, table, groups, settings, changeSettings }: GridSession): GridPart {
  const { t } = useTranslation()
  const { error } = groups
  const mayGroupBy = useCallback(
    ({ id }: FilterColumn) => {
      const column = columnNamed(table, id)
      return column !== undefined && isGroupable(column)
    },
    [table],
  )
  return {
    toolbar: view.onlyMe !== 'visitor' && (
      <GroupPopover view={view} table={table} isGroupable={mayGroupBy} onAllOpen={groups.setAllOpen} />
    ),
    ...(error !== undefined && {
      stage: (
        <div className={styles.failed} role="alert">
          <span>{t('grid.groups.failed', { reason: messageOf(error) })}</span>
          <Button kind="quiet" onClick={groups.retry}>
            {t('grid.groups.retry')}
          </Button>
        </div>
      ),
    }),
    key: (key) => pressGroupKey(key, groups),
    headerMenu: ({ id, column }) => {
      if (!isGroupable(column)) return []
      const held = settings.groups.some((key) => key.column === id)
      const entry: HeaderMenuEntry = {
        id: 'group.by',
        group: 'filter',
        icon: 'group',
        label: t(held ? 'grid.groups.notByField' : 'grid.groups.byField'),
        disabled: !held && settings.groups.length >= 3,
        run: () =>
          changeSettings({
            groups: held
              ? settings.groups.filter((key) => key.column !== id)
              : [...settings.groups, { column: id, descending: false }],
          }),
      }
      return [entry]
    },
  }
}

/** Keys of `pressGroupKey`, for the help. */
export const groupKeys: readonly KeyLine[] = [
  { id: 'group.fold', label: 'keyHelp.view.fold', keys: ['ArrowLeft', 'ArrowRight'], area: 'view' },
]

/** Keys on a line that is no record. True when the key was ours; moving about is the painter's. */
export function pressGroupKey(
  { key, control, shift, alt }: GridKey,
  { lines, choice, press, setOpen, addTo }: GridSession['groups'],
): boolean {
  if (lines === undefined || choice === undefined) return false
  const node = lines.nodes.find((each) => each.key === choice.key)
  if (key === 'Enter' && shift && node) {
    addTo(node)
    return true
  }
  if (control || alt || shift) return false
  if (choice.kind === 'head' && node && (key === 'ArrowLeft' || key === 'ArrowRight')) {
    setOpen(node, key === 'ArrowRight')
    return true
  }
  if (key !== 'Enter' && key !== ' ' && key !== 'F2') return false
  const line =
    choice.kind === 'head'
      ? lines.lineOfHead(choice.key)
      : choice.kind === 'add'
        ? lines.lineOfAdd(choice.key)
        : lines.lineCount - 1
  if (line >= 0) press(line)
  return true
}
