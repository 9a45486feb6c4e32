import { useOpenedBy } from '@renderer/actions'
import type { Table } from '@common/model'
import type { FilterReader } from '@common/views'
import { memo, useTranslation } from '@renderer/i18n'
import { Button, Popover } from '@renderer/ui'
import { ColourPanel } from '../panels'
import type { TableView } from '../use-table-view'
import type { ValueSources } from '../values/types'

export interface ColourPopoverProps {
  readonly view: TableView
  readonly table: Table
  readonly reader: FilterReader
  readonly sources: ValueSources
}

/** A toolbar button with the number of colour rules; its popover edits the rules. */
export const ColourPopover = memo(function ColourPopover(props: ColourPopoverProps) {
  const { view } = props
  const { t } = useTranslation()
  const [opened, setOpened] = useOpenedBy({ id: 'view.colour', label: 'actions.colour', keys: [], area: 'view' })
  const { colours } = view.settings
  return (
    <Popover
      width={592}
      flush
      label={t('colours.title')}
      opened={opened}
      onChange={setOpened}
      target={
        <Button
          kind="quiet"
          icon="colour"
          {...(colours.length > 0 && { on: true, 'data-count': colours.length })}
          onClick={() => setOpened(!opened)}
        >
          {colours.length === 0 ? t('colours.title') : t('colours.by', { count: colours.length })}
        </Button>
      }
    >
      {opened && <ColourPanel {...props} />}
    </Popover>
  )
})
