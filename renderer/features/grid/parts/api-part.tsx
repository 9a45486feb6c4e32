import { conditionJson } from '@common/query/condition-json'
import { ApiPanelButton } from '@renderer/features/api-panel'
import type { GridPart } from '../parts'
import type { GridSession } from '../session'
import { sortedBy } from '../sorted-by'

/** The calls for what is on the screen. */
export function useApiPart({ projectId, table, columns, settings, search, rowFilter }: GridSession): GridPart {
  return {
    toolbarEnd: (
      <ApiPanelButton
        projectId={projectId}
        table={table}
        sort={sortedBy(table, settings.sorts)}
        search={search.trim()}
        condition={rowFilter.filter && JSON.stringify(conditionJson(rowFilter.filter))}
        fields={columns.map(({ column }) => column.title)}
      />
    ),
  }
}
