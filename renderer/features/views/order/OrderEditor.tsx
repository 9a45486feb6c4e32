import { moved } from '@common/util/moved'
import type { FilterColumn, ViewOrder } from '@common/views'
import { TypeIcon } from '@renderer/cells'
import { Button, classes, IconButton, Select } from '@renderer/ui'
import { useTranslation } from '@renderer/i18n'
import { useMemo, useRef, type ReactNode } from 'react'
import { PopoverHead } from '../ScopeSwitch'
import { SortableList } from '../SortableList'
import { useFocusAdded } from '../use-focus-added'
import type { TableView } from '../use-table-view'
import panelStyles from '../panel.module.css'
import styles from './order.module.css'

export type Direction = 'ascending' | 'descending'

export interface OrderEditorProps {
  readonly view: TableView
  readonly columns: readonly FilterColumn[]
  /** The list, the first one on top. */
  readonly orders: readonly ViewOrder[]
  readonly max: number
  readonly onChange: (orders: ViewOrder[]) => void
  /** Returns the field that a new line names. */
  readonly likely: (free: readonly FilterColumn[]) => FilterColumn | undefined
  readonly texts: OrderTexts
  /** More buttons of a line. */
  readonly lineButtons?: (level: number, name: string) => ReactNode
  /** Buttons at the end, while the list isn't empty. */
  readonly listButtons: (clear: () => void) => ReactNode
}

export interface OrderTexts {
  readonly title: string
  readonly empty: string
  readonly add: string
  /** Labels of the fields of a line. Levels count from 0. */
  readonly field: (level: number) => string
  readonly direction: (level: number) => string
  readonly remove: (name: string) => string
  readonly rule: (column: FilterColumn | undefined, direction: Direction) => string
}

/** Edits a list of fields with directions: sort keys, or levels of a grouping. Each field is in it once. */
export function OrderEditor(props: OrderEditorProps) {
  const { view, columns, orders, max, onChange, likely, texts, lineButtons, listButtons } = props
  const { t } = useTranslation()
  const add = useRef<HTMLButtonElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const willAdd = useFocusAdded(body, styles.field, orders.length)
  const options = useMemo(
    () =>
      columns.map(({ id, title, column }) => ({ value: id, label: title, icon: <TypeIcon uiType={column.uiType} /> })),
    [columns],
  )
  const free = columns.filter(({ id }) => !orders.some(({ column }) => column === id))
  const put = (key: ViewOrder, next: ViewOrder): void => onChange(orders.map((each) => (each === key ? next : each)))
  const keep = (rest: ViewOrder[]): void => {
    onChange(rest)
    add.current?.focus()
  }
  const addOne = (): void => {
    const next = likely(free)
    if (!next) return
    willAdd()
    onChange([...orders, { column: next.id, descending: false }])
  }
  const nameOf = ({ column }: ViewOrder): string => columns.find(({ id }) => id === column)?.title ?? column
  return (
    <div className={panelStyles.panel}>
      <PopoverHead title={texts.title} view={view} />
      <div ref={body} className={classes(panelStyles.body, styles.body)}>
        {orders.length === 0 && <p className={classes(panelStyles.empty, styles.empty)}>{texts.empty}</p>}
        <SortableList
          items={orders}
          idOf={({ column }) => column}
          nameOf={nameOf}
          label={texts.title}
          onMove={orders.length > 1 ? (from, to) => onChange(moved(orders, from, to)) : undefined}
        >
          {(key, level) => {
            const column = columns.find(({ id }) => id === key.column)
            return (
              <>
                <Select
                  size="sm"
                  className={styles.field}
                  aria-label={texts.field(level)}
                  placeholder={t('filters.goneField')}
                  searchable
                  value={column === undefined ? null : key.column}
                  options={options.filter(({ value }) => value === key.column || free.some(({ id }) => id === value))}
                  onChange={(id) => put(key, { ...key, column: id })}
                />
                <Select
                  size="sm"
                  className={styles.direction}
                  aria-label={texts.direction(level)}
                  value={key.descending ? 'descending' : 'ascending'}
                  options={(['ascending', 'descending'] as const).map((direction) => ({
                    value: direction,
                    label: texts.rule(column, direction),
                  }))}
                  onChange={(direction) => put(key, { ...key, descending: direction === 'descending' })}
                />
                {lineButtons?.(level, nameOf(key))}
                <IconButton
                  icon="trash"
                  size="xs"
                  label={texts.remove(nameOf(key))}
                  onClick={() => keep(orders.filter((each) => each !== key))}
                />
              </>
            )
          }}
        </SortableList>
      </div>
      <div className={panelStyles.foot}>
        <Button
          ref={add}
          kind="quiet"
          icon="plus"
          data-autofocus
          disabled={free.length === 0 || orders.length >= max}
          onClick={addOne}
        >
          {texts.add}
        </Button>
        <span className={panelStyles.space} />
        {orders.length > 0 && listButtons(() => keep([]))}
      </div>
    </div>
  )
}
