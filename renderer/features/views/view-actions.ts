import type { Table } from '@common/model'
import { freeTitle } from '@common/util/free-title'
import {
  isHiddenByKind,
  isOrderColumn,
  kindOptions,
  type PartialViewSettings,
  type View,
  type ViewKind,
} from '@common/views'
import { client, queryClient, type CallOptions } from '@renderer/api'
import { changeStep, recorded, sayDone, undoLog, type StepWords } from '@renderer/features/undo'
import { sentence } from '@renderer/i18n'
import { nextFocus } from '@renderer/stores'
import { viewTitle, type TableView } from './use-table-view'
import { addressOf, deletedHere, viewEdits, viewListKey } from './view-edits'

/** Actions of creators on the views of a table. Each rejects with the server's error, which the caller shows. */
export interface ViewActions {
  /** Creates a view and opens it. */
  readonly create: (kind: ViewKind, title: string) => Promise<void>
  readonly duplicate: (view: View, title: string) => Promise<void>
  readonly rename: (view: View, title: string) => Promise<void>
  /** Moves a view to another position among the movable ones. */
  readonly move: (from: number, to: number) => Promise<void>
  readonly lock: (view: View, locked: boolean) => Promise<void>
  /** Copies the settings of another view. */
  readonly copyFrom: (view: View, source: View) => Promise<void>
  /** Deletes without confirmation: the toast and the history offer an undo. */
  readonly remove: (view: View) => Promise<void>
}

/** The data of a table that the actions need; `view` is the open one. */
export type ViewActionsOf = Pick<TableView, 'projectId' | 'table' | 'views' | 'view' | 'choose'>

/** Returns the actions on this table's views. Each is an undo step, and an undo waits for the running one. */
export function viewActions({ projectId, table, views, view: open, choose }: ViewActionsOf): ViewActions {
  const { name } = table
  const options = { projectId, silent: true }
  const reload = (): Promise<void> =>
    queryClient.invalidateQueries({ queryKey: viewListKey({ projectId, table: name }) })
  const at = ({ id }: View) => addressOf({ table: name, id })
  /** Runs a command on views, and reads them again. */
  const changed = async (words: StepWords, run: (options: CallOptions) => Promise<unknown>): Promise<void> => {
    await recorded(projectId, words, (recording) => run({ ...options, ...recording }))
    await reload()
  }

  /** Opens a new view as soon as it is in the list. */
  const made = async (title: string, make: (options: CallOptions) => Promise<{ id: string }>): Promise<void> => {
    // The focus goes to the first cell or card of the new view. Holds the keys until then.
    nextFocus.askForNewView(name)
    let change: string | undefined
    let id: string
    try {
      ;({ id } = await make({ ...options, onChange: (made) => (change = made) }))
      await reload()
    } catch (error) {
      nextFocus.drop()
      throw error
    }
    choose(id)
    nextFocus.ask({ table: name, view: id })
    if (change === undefined) return
    const words = {
      label: sentence('views.changes.created', { view: title }),
      undone: sentence('views.changes.deleted', { view: title }),
    }
    const step = changeStep(projectId, words, [change])
    const undo = (): Promise<void> => {
      deletedHere.add(id)
      return step.undo()
    }
    undoLog.record(projectId, { ...step, undo })
  }

  return {
    create: (kind, title) =>
      undoLog.during(
        projectId,
        made(title, (recording) =>
          client.call(
            'viewCreate',
            {
              table: name,
              title,
              kind,
              options: kindOptions[kind].initial(table),
              settings: initialSettings(kind, table),
            },
            recording,
          ),
        ),
      ),

    duplicate: (view, title) =>
      undoLog.during(
        projectId,
        made(title, async (recording) => {
          await viewEdits.flush()
          return client.call('viewDuplicate', { ...at(view), title }, recording)
        }),
      ),

    rename: async (view, title) => {
      const { id } = view
      if (id === undefined || title.trim() === view.title) return
      const words = {
        label: sentence('views.changes.renamed', { view: title }),
        undone: sentence('views.changesBack.renamed', { view: view.title }),
      }
      await changed(words, (recording) => client.call('viewRename', { view: id, title }, recording))
    },

    move: async (from, to) => {
      const movable = views.filter(({ id }) => id !== undefined)
      const view = movable[from]
      const others = movable.filter((one) => one !== view)
      const id = view?.id
      if (view === undefined || id === undefined) return
      const before = others[to - 1]?.position ?? 0
      const after = others[to]?.position ?? before + 2
      const words = {
        label: sentence('views.changes.placed', { view: view.title }),
        undone: sentence('views.changesBack.placed', { view: view.title }),
      }
      const position = (before + after) / 2
      await changed(words, (recording) => client.call('viewMove', { view: id, position }, recording))
    },

    lock: async (view, locked) => {
      await viewEdits.flush()
      const named = { view: viewTitle(view, table) }
      const words = [sentence('views.changes.locked', named), sentence('views.changes.unlocked', named)] as const
      const [label, undone] = locked ? words : [words[1], words[0]]
      await changed({ label, undone }, (recording) => client.call('viewLock', { ...at(view), locked }, recording))
    },

    copyFrom: async (view, source) => {
      await viewEdits.flush()
      const from = source.id === undefined ? {} : { from: source.id }
      const words = {
        label: sentence('views.changes.copied', { view: viewTitle(source, table) }),
        undone: sentence('views.changesBack.copied', { view: viewTitle(view, table) }),
      }
      await changed(words, (recording) => client.call('viewSettingsCopy', { ...at(view), ...from }, recording))
    },

    remove: async (view) => {
      const { id } = view
      if (id === undefined) return
      const words = {
        label: sentence('views.changes.deleted', { view: view.title }),
        undone: sentence('views.changesBack.deleted', { view: view.title }),
      }
      await recorded(projectId, words, async (recording) => {
        await client.call('viewDelete', { view: id }, { ...options, ...recording })
        deletedHere.add(id)
      })
      if (open.id === id) choose(undefined)
      await reload()
      sayDone(projectId, words.label)
    },
  }
}

/** Returns the settings of a new view. Hides the columns that its kind omits by default; users can show them. */
function initialSettings(kind: ViewKind, table: Table): PartialViewSettings {
  const hidden = table.columns.filter(
    (column) => isOrderColumn(column) || isHiddenByKind(kind, { uiType: column.uiType, primary: column.primaryValue }),
  )
  return hidden.length === 0 ? {} : { hidden: hidden.map(({ name }) => name) }
}

/** Returns a title that no view of the table has: `Grid`, `Grid 2` … */
export function freeViewTitle(views: readonly View[], wanted: string): string {
  return freeTitle(
    wanted,
    views.map(({ title }) => title),
  )
}
