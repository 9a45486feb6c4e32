import type { Table } from '@common/model'
import { filteringColumns, type FilterReader } from '@common/views'
import { memo, useTranslation } from '@renderer/i18n'
import { Button, Popover } from '@renderer/ui'
import { FilterPanel } from '../panels'
import type { TableView } from '../use-table-view'
import type { ValueSources } from '../values/types'

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
      width={680}
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
