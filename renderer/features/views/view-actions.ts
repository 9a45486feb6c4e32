import type { Table } from '@common/model'
import { freeTitle } from '@common/util/free-title'
import {
  isHiddenByKind,
  isOrderColumn,
  kindOptions,
  optionsPatchOf,
  type PartialViewSettings,
  type View,
  type ViewKind,
} from '@common/views'
import { client, queryClient } from '@renderer/api'
import { sayDone, undoLog, type StepWords } from '@renderer/features/undo'
import { t } from '@renderer/i18n'
import { nextFocus } from '@renderer/stores'
import { settingsBack, undoing } from './personal'
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

/** Returns the actions on this table's views. An undo waits for the running action and its step. */
export function viewActions(of: ViewActionsOf): ViewActions {
  const during = <T extends readonly unknown[]>(act: (...given: T) => Promise<void>) => {
    return (...given: T): Promise<void> => undoLog.during(of.projectId, act(...given))
  }
  const actions = recordingActions(of)
  return {
    create: during(actions.create),
    duplicate: during(actions.duplicate),
    rename: during(actions.rename),
    move: during(actions.move),
    lock: during(actions.lock),
    copyFrom: during(actions.copyFrom),
    remove: during(actions.remove),
  }
}

function recordingActions({ projectId, table, views, view: open, choose }: ViewActionsOf): ViewActions {
  const { name } = table
  const options = { projectId, silent: true }
  const reload = (): Promise<void> =>
    queryClient.invalidateQueries({ queryKey: viewListKey({ projectId, table: name }) })
  const at = ({ id }: View) => addressOf({ table: name, id })
  const record = (words: StepWords, undo: () => Promise<unknown>, redo: () => Promise<unknown>): void => {
    const then = (work: () => Promise<unknown>) => () =>
      undoing(async () => {
        await work()
        await reload()
      })
    undoLog.record(projectId, { ...words, undo: then(undo), redo: then(redo) })
  }
  const drop = async (id: string): Promise<void> => {
    await client.call('viewDelete', { view: id }, options)
    deletedHere.add(id)
  }

  /** Opens a new view as soon as it is in the list. */
  const made = async (title: string, make: () => Promise<string | undefined>): Promise<void> => {
    // The focus goes to the first cell or card of the new view. Holds the keys until then.
    nextFocus.askForNewView(name)
    let id: string | undefined
    try {
      id = await make()
      await reload()
    } catch (error) {
      nextFocus.drop()
      throw error
    }
    choose(id)
    if (id === undefined) nextFocus.drop()
    else nextFocus.ask({ table: name, view: id })
    record(
      { label: t('views.changes.created', { view: title }), undone: t('views.changes.deleted', { view: title }) },
      async () => {
        if (id !== undefined) await drop(id)
      },
      async () => {
        id = await make()
      },
    )
  }

  return {
    create: (kind, title) =>
      made(title, async () => {
        const answer = await client.call(
          'viewCreate',
          {
            table: name,
            title,
            kind,
            options: kindOptions[kind].initial(table),
            settings: initialSettings(kind, table),
          },
          options,
        )
        return answer.id
      }),

    duplicate: (view, title) =>
      made(title, async () => {
        await viewEdits.flush()
        return (await client.call('viewDuplicate', { ...at(view), title }, options)).id
      }),

    rename: async (view, title) => {
      const { id } = view
      if (id === undefined || title.trim() === view.title) return
      const rename = (to: string): Promise<unknown> => client.call('viewRename', { view: id, title: to }, options)
      await rename(title)
      await reload()
      record(
        {
          label: t('views.changes.renamed', { view: title }),
          undone: t('views.changesBack.renamed', { view: view.title }),
        },
        () => rename(view.title),
        () => rename(title),
      )
    },

    move: async (from, to) => {
      const movable = views.filter(({ id }) => id !== undefined)
      const view = movable[from]
      const others = movable.filter((one) => one !== view)
      const id = view?.id
      if (view === undefined || id === undefined) return
      const before = others[to - 1]?.position ?? 0
      const after = others[to]?.position ?? before + 2
      const place = (position: number): Promise<unknown> => client.call('viewMove', { view: id, position }, options)
      const position = (before + after) / 2
      await place(position)
      await reload()
      record(
        {
          label: t('views.changes.placed', { view: view.title }),
          undone: t('views.changesBack.placed', { view: view.title }),
        },
        () => place(view.position),
        () => place(position),
      )
    },

    lock: async (view, locked) => {
      await viewEdits.flush()
      const set = (to: boolean): Promise<unknown> => client.call('viewLock', { ...at(view), locked: to }, options)
      await set(locked)
      await reload()
      const named = { view: viewTitle(view, table) }
      const [lockedWords, unlockedWords] = [t('views.changes.locked', named), t('views.changes.unlocked', named)]
      record(
        locked ? { label: lockedWords, undone: unlockedWords } : { label: unlockedWords, undone: lockedWords },
        () => set(!locked),
        () => set(locked),
      )
    },

    copyFrom: async (view, source) => {
      await viewEdits.flush()
      const from = source.id === undefined ? {} : { from: source.id }
      const copy = (): Promise<unknown> => client.call('viewSettingsCopy', { ...at(view), ...from }, options)
      await copy()
      await reload()
      record(
        {
          label: t('views.changes.copied', { view: viewTitle(source, table) }),
          undone: t('views.changesBack.copied', { view: viewTitle(view, table) }),
        },
        () =>
          client.call(
            'viewSettingsSave',
            {
              ...at(view),
              settings: settingsBack(source.settings, view.settings),
              ...(source.kind === view.kind && { optionsPatch: optionsPatchOf(source.options, view.options) }),
            },
            options,
          ),
        copy,
      )
    },

    remove: async (view) => {
      let { id } = view
      if (id === undefined) return
      await drop(id)
      if (open.id === id) choose(undefined)
      await reload()
      const label = t('views.changes.deleted', { view: view.title })
      const restore = async (): Promise<void> => {
        const again = await client.call(
          'viewCreate',
          {
            table: name,
            title: view.title,
            kind: view.kind,
            settings: view.settings,
            options: view.options,
            position: view.position,
          },
          options,
        )
        id = again.id
      }
      record({ label, undone: t('views.changesBack.deleted', { view: view.title }) }, restore, async () => {
        if (id !== undefined) await drop(id)
      })
      sayDone(projectId, label)
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
