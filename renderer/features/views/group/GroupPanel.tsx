import { isChoice } from '@common/columns/questions'
import { moved } from '@common/util/moved'
import { groupLevelsMax, sortRule, type FilterColumn, type ViewOrder } from '@common/views'
import { TypeIcon } from '@renderer/cells'
import { t as translate, useTranslation } from '@renderer/i18n'
import { Button, IconButton, Select } from '@renderer/ui'
import { useMemo, useRef } from 'react'
import { PopoverHead } from '../ScopeSwitch'
import { SortableList } from '../SortableList'
import { useFocusAdded } from '../use-focus-added'
import type { GroupPopoverProps } from './GroupPopover'
import styles from './group.module.css'

/** From so many on, a list of fields is searched by writing. */
const searchedFrom = 10

export interface GroupPanelProps extends Pick<GroupPopoverProps, 'view' | 'onAllOpen'> {
  readonly columns: readonly FilterColumn[]
}

/** The levels of a grouping, the outermost on top. */
export function GroupPanel({ view, columns, onAllOpen }: GroupPanelProps) {
  const { t } = useTranslation()
  const add = useRef<HTMLButtonElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const { groups } = view.settings
  const willAdd = useFocusAdded(body, styles.field, groups.length)
  const options = useMemo(
    () =>
      columns.map(({ id, title, column }) => ({ value: id, label: title, icon: <TypeIcon uiType={column.uiType} /> })),
    [columns],
  )
  const free = columns.filter(({ id }) => !groups.some(({ column }) => column === id))
  const change = (next: readonly ViewOrder[]): void => view.change({ groups: [...next] })
  const put = (key: ViewOrder, next: ViewOrder): void => change(groups.map((each) => (each === key ? next : each)))
  const nameOf = ({ column }: ViewOrder): string => columns.find(({ id }) => id === column)?.title ?? column
  return (
    <div className={styles.panel}>
      <PopoverHead title={t('grid.groups.title')} view={view} />
      <div ref={body} className={styles.body}>
        {groups.length === 0 && <p className={styles.empty}>{t('grid.groups.none')}</p>}
        <SortableList
          items={groups}
          idOf={({ column }) => column}
          nameOf={nameOf}
          label={t('grid.groups.title')}
          onMove={groups.length > 1 ? (from, to) => change(moved(groups, from, to)) : undefined}
        >
          {(key, level) => {
            const column = columns.find(({ id }) => id === key.column)
            const name = nameOf(key)
            return (
              <>
                <Select
                  size="sm"
                  className={styles.field}
                  aria-label={t('grid.groups.field', { level: level + 1 })}
                  placeholder={t('filters.goneField')}
                  searchable={options.length >= searchedFrom}
                  value={column === undefined ? null : key.column}
                  options={options.filter(({ value }) => value === key.column || free.some(({ id }) => id === value))}
                  onChange={(id) => put(key, { ...key, column: id })}
                />
                <Select
                  size="sm"
                  className={styles.direction}
                  aria-label={t('grid.groups.direction', { level: level + 1 })}
                  value={key.descending ? 'descending' : 'ascending'}
                  options={(['ascending', 'descending'] as const).map((direction) => ({
                    value: direction,
                    label: directionText(column, direction),
                  }))}
                  onChange={(direction) => put(key, { ...key, descending: direction === 'descending' })}
                />
                <IconButton
                  icon="fold"
                  size="xs"
                  label={t('grid.groups.collapseLevel', { column: name })}
                  onClick={() => onAllOpen(false, level)}
                />
                <IconButton
                  icon="unfold"
                  size="xs"
                  label={t('grid.groups.expandLevel', { column: name })}
                  onClick={() => onAllOpen(true, level)}
                />
                <IconButton
                  icon="trash"
                  size="xs"
                  label={t('grid.groups.remove', { column: name })}
                  onClick={() => {
                    change(groups.filter((each) => each !== key))
                    add.current?.focus()
                  }}
                />
              </>
            )
          }}
        </SortableList>
      </div>
      <div className={styles.foot}>
        <Button
          ref={add}
          kind="quiet"
          icon="plus"
          data-autofocus
          disabled={free.length === 0 || groups.length >= groupLevelsMax}
          onClick={() => {
            const next = likelyLevel(free)
            if (!next) return
            willAdd()
            change([...groups, { column: next.id, descending: false }])
          }}
        >
          {t('grid.groups.add')}
        </Button>
        <span className={styles.space} />
        {groups.length > 0 && (
          <>
            <Button kind="quiet" icon="fold" onClick={() => onAllOpen(false)}>
              {t('grid.groups.collapseAll')}
            </Button>
            <Button kind="quiet" icon="unfold" onClick={() => onAllOpen(true)}>
              {t('grid.groups.expandAll')}
            </Button>
          </>
        )}
      </div>
    </div>
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
function directionText(column: FilterColumn | undefined, direction: 'ascending' | 'descending'): string {
  if (column !== undefined && isChoice(column.column)) return translate(`grid.groups.rules.${direction}`)
  return translate(`sorts.rules.${column === undefined ? 'text' : sortRule(column)}.${direction}`)
}
