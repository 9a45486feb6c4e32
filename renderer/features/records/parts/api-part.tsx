import { conditionJson } from '@common/query/condition-json'
import { ApiPanelButton } from '@renderer/features/api-panel'
import { useMemo } from 'react'
import type { GridSession } from '../session/session'
import { sortedBy } from '../session/sorted-by'
import type { GridPart } from './grid-part'

/** Shows the API calls for the visible rows. */
export function useApiPart({ projectId, table, columns, settings, search, rowFilter, view }: GridSession): GridPart {
  const { sorts } = settings
  const sort = useMemo(() => sortedBy(table, sorts), [table, sorts])
  const fields = useMemo(() => columns.map(({ column }) => column.title), [columns])
  if (view.onlyMe === 'visitor') return {}
  return {
    toolbarEnd: (
      <ApiPanelButton
        projectId={projectId}
        table={table}
        sort={sort}
        search={search.trim()}
        condition={rowFilter.filter && JSON.stringify(conditionJson(rowFilter.filter))}
        fields={fields}
      />
    ),
  }
}
