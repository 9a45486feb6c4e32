import { FieldsPopover, RowHeightMenu, ViewSwitcher } from '@renderer/features/views'
import { useMemo } from 'react'
import { orderedColumns } from '../columns/grid-columns'
import type { GridSession } from '../session/session'
import type { GridPart } from './grid-part'

/** Shows the open view and the other views of the table. */
export function useViewPart({ view }: GridSession): GridPart {
  if (view.onlyMe === 'visitor') return {}
  return { toolbar: <ViewSwitcher view={view} /> }
}

/** Sets which fields are visible, and their order. */
export function useFieldsPart({ view, table, settings: { order } }: GridSession): GridPart {
  const fields = useMemo(
    () =>
      orderedColumns(table, order).map(({ name, title, uiType, primaryValue }) => ({
        id: name,
        title,
        uiType,
        primary: primaryValue,
      })),
    [table, order],
  )
  return view.onlyMe === 'visitor' ? {} : { toolbar: <FieldsPopover view={view} fields={fields} /> }
}

/** How high the rows are. */
export function useRowHeightPart({ view }: GridSession): GridPart {
  return view.onlyMe === 'visitor' ? {} : { toolbar: <RowHeightMenu view={view} /> }
}
