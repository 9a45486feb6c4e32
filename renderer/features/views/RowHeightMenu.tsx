import { rowHeights, type RowHeight } from '@common/views'
import { useCommands } from '@renderer/actions'
import { memo, useTranslation } from '@renderer/i18n'
import { Button, Menu, MenuItem } from '@renderer/ui'
import { useMemo, useRef } from 'react'
import type { TableView } from './use-table-view'

const heights = Object.keys(rowHeights) as RowHeight[]

/** Sets the row height of the view. */
export const RowHeightMenu = memo(function RowHeightMenu({ view: { settings, change } }: { readonly view: TableView }) {
  const { t } = useTranslation()
  const { rowHeight } = settings
  const latest = useRef(change)
  latest.current = change
  useCommands(
    useMemo(
      () =>
        heights.map((height) => ({
          id: `view.rowHeight.${height}`,
          label: `actions.rowHeight.${height}` as const,
          keys: [],
          area: 'view' as const,
          run: () => latest.current({ rowHeight: height }),
        })),
      [],
    ),
  )
  return (
    <Menu
      target={
        <Button kind="quiet" icon="rowHeight" {...(rowHeight === 'short' ? {} : { on: true })}>
          {rowHeight === 'short'
            ? t('views.rowHeight.title')
            : t('views.rowHeight.is', { height: t(`views.rowHeights.${rowHeight}`) })}
        </Button>
      }
    >
      {heights.map((height) => (
        <MenuItem key={height} chosen={height === rowHeight} onClick={() => change({ rowHeight: height })}>
          {t(`views.rowHeights.${height}`)}
        </MenuItem>
      ))}
    </Menu>
  )
})
