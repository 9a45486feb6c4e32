import { useOpenedBy } from '@renderer/actions'
import type { Table } from '@common/model'
import { sortColumns, type FilterColumn } from '@common/views'
import { formatFacts, memo, useTranslation } from '@renderer/i18n'
import { Button, Popover } from '@renderer/ui'
import { GroupPanel } from '../panels'
import type { TableView } from '../use-table-view'

export interface GroupPopoverProps {
  readonly view: TableView
  readonly table: Table
  /** True if the view can group by a field. */
  readonly isGroupable: (field: FilterColumn) => boolean
  /** Expands or collapses all groups of a level, or all groups. */
  readonly onAllOpen: (open: boolean, level?: number) => void
}

/** Maximum number of field names in the button; it only counts the rest. */
const namedMax = 2

/** A toolbar button with the grouping; its popover lists the levels, the outermost on top. */
export const GroupPopover = memo(function GroupPopover({ view, table, isGroupable, onAllOpen }: GroupPopoverProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useOpenedBy({ id: 'view.group', label: 'actions.group', keys: [], area: 'view' })
  const columns = sortColumns(table).filter(isGroupable)
  const grouped = view.settings.groups.flatMap((key) => columns.find(({ id }) => id === key.column) ?? [])
  const names = formatFacts(grouped.map(({ title }) => title))
  return (
    <Popover
      width={480}
      flush
      label={t('grid.groups.title')}
      opened={opened}
      onChange={setOpened}
      target={
        <Button
          kind="quiet"
          icon="group"
          {...(grouped.length > 0 && { on: true, 'data-count': grouped.length })}
          onClick={() => setOpened(!opened)}
        >
          {grouped.length === 0
            ? t('grid.groups.title')
            : grouped.length > namedMax
              ? t('grid.groups.byMany', { count: grouped.length })
              : t('grid.groups.by', { columns: names })}
        </Button>
      }
    >
      {opened && <GroupPanel view={view} columns={columns} onAllOpen={onAllOpen} />}
    </Popover>
  )
})
