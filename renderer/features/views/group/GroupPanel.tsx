import { isChoice } from '@common/columns/questions'
import { groupLevelsMax, sortRule, type FilterColumn } from '@common/views'
import { t as translate, useTranslation } from '@renderer/i18n'
import { Button, IconButton } from '@renderer/ui'
import { OrderEditor, type Direction } from '../order/OrderEditor'
import type { GroupPopoverProps } from './GroupPopover'

export interface GroupPanelProps extends Pick<GroupPopoverProps, 'view' | 'onAllOpen'> {
  readonly columns: readonly FilterColumn[]
}

/** The levels of a grouping, the outermost on top. */
export function GroupPanel({ view, columns, onAllOpen }: GroupPanelProps) {
  const { t } = useTranslation()
  return (
    <OrderEditor
      view={view}
      columns={columns}
      orders={view.settings.groups}
      max={groupLevelsMax}
      onChange={(groups) => view.change({ groups })}
      likely={likelyLevel}
      texts={{
        title: t('grid.groups.title'),
        empty: t('grid.groups.none'),
        add: t('grid.groups.add'),
        field: (level) => t('grid.groups.field', { level: level + 1 }),
        direction: (level) => t('grid.groups.direction', { level: level + 1 }),
        remove: (name) => t('grid.groups.remove', { column: name }),
        rule: directionText,
      }}
      lineButtons={(level, column) => (
        <>
          <IconButton
            icon="fold"
            size="xs"
            label={t('grid.groups.collapseLevel', { column })}
            onClick={() => onAllOpen(false, level)}
          />
          <IconButton
            icon="unfold"
            size="xs"
            label={t('grid.groups.expandLevel', { column })}
            onClick={() => onAllOpen(true, level)}
          />
        </>
      )}
      listButtons={() => (
        <>
          <Button kind="quiet" icon="fold" onClick={() => onAllOpen(false)}>
            {t('grid.groups.collapseAll')}
          </Button>
          <Button kind="quiet" icon="unfold" onClick={() => onAllOpen(true)}>
            {t('grid.groups.expandAll')}
          </Button>
        </>
      )}
    />
  )
}

/**
 * Returns the most likely field to group by: preferably a select, and a field that is unique per record only as a last
 * resort.
 */
function likelyLevel(free: readonly FilterColumn[]): FilterColumn | undefined {
  return (
    free.find(({ column }) => isChoice(column)) ??
    free.find(({ column }) => !column.primaryKey && !column.unique && !column.primaryValue) ??
    free[0]
  )
}

/** Options sort in the order of their column, not by letter. */
function directionText(column: FilterColumn | undefined, direction: Direction): string {
  if (column !== undefined && isChoice(column.column)) return translate(`grid.groups.rules.${direction}`)
  return translate(`sorts.rules.${column === undefined ? 'text' : sortRule(column)}.${direction}`)
}
