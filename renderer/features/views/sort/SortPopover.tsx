import { useOpenedBy } from '@renderer/actions'
import type { Table } from '@common/model'
import { sortColumns } from '@common/views'
import { memo, useTranslation } from '@renderer/i18n'
import { Button, Popover } from '@renderer/ui'
import { SortPanel } from '../panels'
import type { TableView } from '../use-table-view'

export interface SortPopoverProps {
  readonly view: TableView
  readonly table: Table
}

/** Maximum number of field names in the button; it only counts the rest. */
const namedMax = 2

/** A toolbar button with the sort order; its popover lists the sort keys, the first one on top. */
export const SortPopover = memo(function SortPopover({ view, table }: SortPopoverProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useOpenedBy({ id: 'view.sort', label: 'actions.sort', keys: [], area: 'view' })
  const columns = sortColumns(table)
  const sorted = view.settings.sorts.flatMap((key) => columns.find(({ id }) => id === key.column) ?? [])
  const isOn = sorted.length > 0
  return (
    <Popover
      width={460}
      flush
      label={t('sorts.title')}
      opened={opened}
      onChange={setOpened}
      target={
        <Button
          kind="quiet"
          icon="sort"
          {...(isOn && { on: true, 'data-count': sorted.length })}
          onClick={() => setOpened(!opened)}
        >
          {!isOn
            ? t('sorts.title')
            : sorted.length > namedMax
              ? t('sorts.byMany', { count: sorted.length })
              : t('sorts.by', { columns: sorted.map(({ title }) => title) })}
        </Button>
      }
    >
      {opened && <SortPanel view={view} columns={columns} />}
    </Popover>
  )
})
