import type { Table } from '@common/model'
import { filteringColumns, type FilterReader } from '@common/views'
import { useTranslation } from '@renderer/i18n'
import { Button, Popover } from '@renderer/ui'
import { memo, useRef } from 'react'
import { PopoverHead } from '../ScopeSwitch'
import type { TableView } from '../use-table-view'
import type { ValueSources } from '../values/PickFields'
import { countLines, firstCondition, withGroup, withLine, type DraftGroup } from './draft'
import { FilterLines } from './FilterLines'
import styles from './filter.module.css'
import { useDraft } from './use-draft'

export interface FilterPopoverProps {
  readonly view: TableView
  readonly table: Table
  readonly reader: FilterReader
  readonly sources: ValueSources
  /** Number of records that match the filter; undefined while unknown. */
  readonly shown: number | undefined
  readonly total: number | undefined
  readonly opened: boolean
  readonly onOpen: (opened: boolean) => void
}

/** Maximum number of field names in the button; it only counts the rest. */
const namedMax = 2

/** A toolbar button with the active filter; its popover edits the conditions. */
export const FilterPopover = memo(function FilterPopover(props: FilterPopoverProps) {
  const { view, table, reader, opened, onOpen } = props
  const { t } = useTranslation()
  const columns = filteringColumns(view.settings.filter, table, reader)
  const isOn = columns.length > 0
  return (
    <Popover
      width={616}
      flush
      label={t('filters.title')}
      opened={opened}
      onChange={onOpen}
      target={
        <Button
          kind="quiet"
          icon="filter"
          {...(isOn && { on: true, 'data-count': columns.length })}
          aria-keyshortcuts="Control+Shift+F"
          onClick={() => onOpen(!opened)}
        >
          {!isOn
            ? t('filters.title')
            : columns.length > namedMax
              ? t('filters.byMany', { count: columns.length })
              : t('filters.by', { columns: columns.map(({ title }) => title) })}
        </Button>
      }
    >
      {opened && <FilterPanel {...props} />}
    </Popover>
  )
})

function FilterPanel({ view, table, reader, sources, shown, total }: FilterPopoverProps) {
  const { t } = useTranslation()
  const panel = useRef<HTMLDivElement>(null)
  const { draft, edit } = useDraft(view.settings.filter, (filter) => view.change({ filter }))
  const add = (change: (before: DraftGroup, condition: Parameters<typeof withLine>[1]) => DraftGroup): void => {
    const condition = firstCondition(table)
    if (condition === undefined) return
    edit((before) => change(before, condition))
    requestAnimationFrame(() => lastField(panel.current)?.focus())
  }
  const count = countLines(draft)
  return (
    <div ref={panel} className={styles.panel}>
      <PopoverHead title={t('filters.title')} hint={t('filters.hint')} view={view} />
      <div className={styles.body}>
        {count === 0 ? (
          <p className={styles.empty}>{t('filters.empty')}</p>
        ) : (
          <FilterLines table={table} reader={reader} sources={sources} group={draft} depth={0} edit={edit} />
        )}
      </div>
      <div className={styles.foot}>
        <Button kind="quiet" icon="plus" data-autofocus onClick={() => add(withLine)}>
          {t('filters.add')}
        </Button>
        <Button kind="quiet" icon="group" onClick={() => add(withGroup)}>
          {t('filters.addGroup')}
        </Button>
        <span className={styles.space} />
        <span className={styles.count} role="status">
          {count > 0 && shown !== undefined && total !== undefined && Number.isFinite(total)
            ? t('filters.count', { shown, count: total })
            : null}
        </span>
        {count > 0 && (
          <Button kind="quiet" onClick={() => edit((before) => ({ ...before, lines: [] }))}>
            {t('filters.clear')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Returns the field of the newly added condition. */
function lastField(panel: HTMLElement | null): HTMLElement | undefined {
  const lines = panel?.querySelectorAll<HTMLElement>('[data-line]')
  const last = lines?.[lines.length - 1]
  return last?.querySelector<HTMLElement>(`.${styles.condition} input`) ?? undefined
}
