import { moved } from '@common/util/moved'
import { sortRule, type FilterColumn, type ViewOrder } from '@common/views'
import { TypeIcon } from '@renderer/cells'
import { useTranslation } from '@renderer/i18n'
import { Button, IconButton, Select } from '@renderer/ui'
import { useMemo, useRef } from 'react'
import { PopoverHead } from '../ScopeSwitch'
import { SortableList } from '../SortableList'
import { useFocusAdded } from '../use-focus-added'
import type { TableView } from '../use-table-view'
import styles from './sort.module.css'

/** `viewSettings.sorts`. */
const keysMax = 20

export interface SortPanelProps {
  readonly view: TableView
  readonly columns: readonly FilterColumn[]
}

/** The sort keys of a view, the first one on top. */
export function SortPanel({ view, columns }: SortPanelProps) {
  const { t } = useTranslation()
  const add = useRef<HTMLButtonElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const { sorts } = view.settings
  const willAdd = useFocusAdded(body, styles.field, sorts.length)
  const options = useMemo(
    () =>
      columns.map(({ id, title, column }) => ({
        value: id,
        label: title,
        icon: <TypeIcon uiType={column.uiType} />,
      })),
    [columns],
  )
  const free = columns.filter(({ id }) => !sorts.some(({ column }) => column === id))
  const change = (next: readonly ViewOrder[]): void => view.change({ sorts: [...next] })
  const put = (key: ViewOrder, next: ViewOrder): void => change(sorts.map((each) => (each === key ? next : each)))
  const nameOf = ({ column }: ViewOrder): string => columns.find(({ id }) => id === column)?.title ?? column
  return (
    <div className={styles.panel}>
      <PopoverHead title={t('sorts.title')} view={view} />
      <div ref={body} className={styles.body}>
        {sorts.length === 0 && <p className={styles.empty}>{t('sorts.empty')}</p>}
        <SortableList
          items={sorts}
          idOf={({ column }) => column}
          nameOf={nameOf}
          label={t('sorts.title')}
          onMove={sorts.length > 1 ? (from, to) => change(moved(sorts, from, to)) : undefined}
        >
          {(key) => {
            const column = columns.find(({ id }) => id === key.column)
            return (
              <>
                <Select
                  size="sm"
                  className={styles.field}
                  aria-label={t('filters.field')}
                  placeholder={t('filters.goneField')}
                  searchable
                  value={column === undefined ? null : key.column}
                  options={options.filter(({ value }) => value === key.column || free.some(({ id }) => id === value))}
                  onChange={(id) => put(key, { ...key, column: id })}
                />
                <Select
                  size="sm"
                  className={styles.direction}
                  aria-label={t('sorts.direction')}
                  value={key.descending ? 'descending' : 'ascending'}
                  options={(['ascending', 'descending'] as const).map((direction) => ({
                    value: direction,
                    label: t(`sorts.rules.${column === undefined ? 'text' : sortRule(column)}.${direction}`),
                  }))}
                  onChange={(direction) => put(key, { ...key, descending: direction === 'descending' })}
                />
                <IconButton
                  icon="trash"
                  label={t('sorts.remove', { name: nameOf(key) })}
                  onClick={() => {
                    change(sorts.filter((each) => each !== key))
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
          disabled={free.length === 0 || sorts.length >= keysMax}
          onClick={() => {
            const next = free.find(({ column }) => column.primaryValue) ?? free[0]
            if (!next) return
            willAdd()
            change([...sorts, { column: next.id, descending: false }])
          }}
        >
          {t('sorts.add')}
        </Button>
        <span className={styles.space} />
        {sorts.length > 0 && (
          <Button
            kind="quiet"
            onClick={() => {
              change([])
              add.current?.focus()
            }}
          >
            {t('filters.clear')}
          </Button>
        )}
      </div>
    </div>
  )
}
