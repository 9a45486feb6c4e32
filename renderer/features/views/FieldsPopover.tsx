import { hiddenCount, isHiddenByKind } from '@common/views'
import { useOpenedBy } from '@renderer/actions'
import type { UiType } from '@common/columns/ui-types'
import { memo, useTranslation } from '@renderer/i18n'
import { Button, Popover } from '@renderer/ui'
import { FieldsPanel } from './panels'
import type { TableView } from './use-table-view'

/** A field of the table, visible or hidden. */
export interface ViewField {
  readonly id: string
  readonly title: string
  readonly uiType: UiType
  /** True for the column that names the record. It is always visible and comes first. */
  readonly primary: boolean
}

export interface FieldsPopoverProps {
  readonly view: TableView
  /** In the order of the view. */
  readonly fields: readonly ViewField[]
}

/** A toolbar button with a popover that shows, hides and reorders the fields of the view. */
export const FieldsPopover = memo(function FieldsPopover({ view, fields }: FieldsPopoverProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useOpenedBy({ id: 'view.fields', label: 'actions.fields', keys: [], area: 'view' })
  const { kind } = view.view
  // Counts fields that users hid, without those that this kind of view omits by default.
  const hidden = hiddenCount(
    fields.filter((field) => !isHiddenByKind(kind, field)),
    view.settings,
  )
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={340}
      flush
      label={t('views.fields.title')}
      target={
        <Button
          kind="quiet"
          icon="eye"
          {...(hidden > 0 && { on: true, 'data-count': hidden })}
          onClick={() => setOpened(!opened)}
        >
          {hidden === 0 ? t('views.fields.title') : t('views.fields.hidden', { count: hidden })}
        </Button>
      }
    >
      <FieldsPanel view={view} fields={fields} />
    </Popover>
  )
})
