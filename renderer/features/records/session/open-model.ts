import type { Table } from '@common/model'
import { messageOf } from '@renderer/api'
import { localeTag, readerZone, t } from '@renderer/i18n'
import { toast, unsaved } from '@renderer/stores'
import { cellsOfBrowser } from '../drafts/unsaved-values'
import { storeDraft } from '../drafts/saved-drafts'
import { collectEarlyChanges } from '../live/early-changes'
import { GridModel } from '../model/grid-model'
import { restRowApi, restRowSource } from '../rows/row-api'
import type { RowSource } from '../rows/row-source'
import { linksOfBrowser } from '../unsaved/links-of-browser'
import { queueOfBrowser } from '../unsaved/queue-of-browser'
import { unmountedModels } from './unmounted-models'
import type { GridQuery } from './use-grid-model'

export const rowSourceOf = (projectId: string, table: Table, query: GridQuery): RowSource =>
  restRowSource(projectId, table, { ...query, isGrouped: (query.groups ?? []).length > 0 })

/** Returns the model of a view that opens now, which is reading its first rows. The same call gets the same model. */
export function openModel(projectId: string, table: Table, view: string | undefined, query: GridQuery): GridModel {
  const key = JSON.stringify([projectId, table.name, view, query])
  return unmountedModels.take(key, table, () => {
    const made = new GridModel({
      table,
      api: restRowApi(projectId, table),
      source: rowSourceOf(projectId, table, query),
      locale: localeTag(),
      timeZone: readerZone(),
      search: query.search,
      messageOf,
      lost,
      unsavedValues: cellsOfBrowser(projectId, table),
      queue: queueOfBrowser(projectId, table.name),
      links: linksOfBrowser(projectId, table.name),
      drafts: {
        saved: (draft, sending, message) => storeDraft(projectId, table, draft, sending, message),
        gone: (draft) => unsaved.remove(draft.id),
      },
    })
    collectEarlyChanges(projectId, made)
    made.rows.start()
    return made
  })
}

/** Handles a new record that the server rejected before the user filled it. */
function lost(error: unknown): void {
  toast.error(t('grid.notAdded'), { detail: messageOf(error) })
}
