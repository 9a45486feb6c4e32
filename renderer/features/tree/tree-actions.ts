import type { TableSummary } from '@common/model'
import type { View, ViewKind } from '@common/views'
import { sentenceOf } from '@renderer/api'
import { readTable } from '@renderer/features/tables'
import { fetchViews, freeViewTitle, viewActions, type ViewActions } from '@renderer/features/views'
import { undoLog } from '@renderer/features/undo'
import { t } from '@renderer/i18n'
import { nextFocus, toast } from '@renderer/stores'

/** Where a view is opened, or undefined for the table's own grid. */
export type OpenView = (table: TableSummary, view: string | undefined) => void

/**
 * Performs an action on a view of a table, which need not be open.
 *
 * @param open  the open view in the table's tab
 */
async function actOnViews(
  projectId: string,
  table: TableSummary,
  open: string | undefined,
  openView: OpenView,
  work: (actions: ViewActions, views: readonly View[]) => Promise<void>,
): Promise<void> {
  const [whole, views] = await Promise.all([readTable(projectId, table.name), fetchViews(projectId, table.name)])
  const view = views.find(({ id }) => id === open) ?? views[0]
  if (whole === undefined || view === undefined) return
  const actions = viewActions({ projectId, table: whole, views, view, choose: (id) => openView(table, id) })
  await work(actions, views)
}

/** Returns the view actions of the tree's menu and keys. Shows errors in a toast. */
export function viewWork(projectId: string, table: TableSummary, open: string | undefined, openView: OpenView) {
  const act = (work: (actions: ViewActions, views: readonly View[]) => Promise<void>): Promise<void> =>
    undoLog.during(projectId, actOnViews(projectId, table, open, openView, work))
  const said = (work: Promise<void>): void => {
    work.catch((error: unknown) => {
      nextFocus.drop()
      toast.error(sentenceOf(error))
    })
  }
  return {
    create: (kind: ViewKind): void =>
      said(act((does, views) => does.create(kind, freeViewTitle(views, t(`views.kinds.${kind}`))))),
    duplicate: (view: View, title: string): void =>
      said(act((does, views) => does.duplicate(view, freeViewTitle(views, t('views.copyOf', { view: title }))))),
    remove: (view: View): void => said(act((does) => does.remove(view))),
    /** @param to  new position among the views of the table, including its own grid */
    move: (view: View, to: number): void =>
      said(
        act(async (does, views) => {
          const others = views.filter(({ id }) => id !== undefined)
          await does.move(
            others.findIndex(({ id }) => id === view.id),
            to - (views.length - others.length),
          )
        }),
      ),
    /** The caller shows the error. */
    rename: (view: View, title: string): Promise<void> => act((does) => does.rename(view, title)),
  }
}

export type ViewWork = ReturnType<typeof viewWork>
