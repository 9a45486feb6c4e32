import type { Table } from '@common/model'
import type { Permissions } from '@common/permissions'
import {
  changedKeys,
  describeChange,
  effectiveSettings,
  isOrderColumn,
  orderedColumns,
  viewColumnsOf,
  type PartialViewSettings,
  type View,
  type ViewOptions,
  type ViewSettings,
} from '@common/views'
import { sentenceOf } from '@renderer/api'
import { recordChange, undoLog, type StepWords } from '@renderer/features/undo'
import { sentence, t } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { useCallback, useMemo } from 'react'
import { changeSentence, undoneSentence } from './change-sentence'
import { useLocalSettings } from './local-settings'
import { clearPersonal, publishPersonal } from './personal'
import { editKey, storeOptions, storeSettings, useViewEdits, viewEdits, type Scope, type ViewKey } from './view-edits'

/** The open view of a table, with its actions. */
export interface TableView {
  readonly projectId: string
  readonly table: Table
  readonly views: readonly View[]
  readonly view: View
  /** Display name of the view. */
  readonly title: string
  /** The settings that apply to this user: personal ones override shared ones. */
  readonly settings: ViewSettings
  /** Applies a patch immediately and stores it a moment later. Quiet: records no undo step of its own. */
  readonly change: (patch: Partial<ViewSettings>, how?: { readonly quiet?: boolean }) => void
  /** Changes the options of this kind of view, for everyone. Resolves when they are stored or rejected. */
  readonly changeOptions: (options: ViewOptions) => Promise<void>
  /** The scope of changes: everyone, or this user. */
  readonly scope: Scope
  /** The reason why changes only apply to this user; undefined if the user may choose. Visitors have a shared view. */
  readonly onlyMe: 'role' | 'locked' | 'visitor' | undefined
  /** Sets the scope. "Everyone" copies this user's settings to the shared ones. */
  readonly setScope: (scope: Scope) => void
  /** True if this user has personal settings; `reset` restores the shared ones. */
  readonly isPersonal: boolean
  readonly reset: () => void
  /** True if the user may create, rename, move and delete views: creators (S1 §6). */
  readonly mayManage: boolean
  /** True if the user may share views with visitors. */
  readonly mayShare: boolean
  /** Opens another view of the table in this tab. */
  readonly choose: (id: string | undefined) => void
}

export interface TableViewOptions {
  readonly projectId: string
  readonly table: Table
  readonly permissions: Permissions
  readonly views: readonly View[]
  readonly viewId: string | undefined
  readonly choose: (id: string | undefined) => void
}

/** A table's own grid is called by its table. */
export function viewTitle(view: Pick<View, 'id' | 'title'>, table: Pick<Table, 'title'>): string {
  return view.id === undefined ? t('views.own', { table: table.title }) : view.title
}

const ownView: View = {
  id: undefined,
  title: '',
  kind: 'grid',
  position: 0,
  locked: false,
  settings: {},
  personal: null,
  options: {},
}

/** The view with an id; the table's own grid where it is not there. */
const viewNamed = (views: readonly View[], viewId: string | undefined): View =>
  views.find(({ id }) => id === viewId) ?? views.find(({ id }) => id === undefined) ?? ownView

/**
 * Returns the columns that are hidden by default: the numbers of a manual order. Applies to views that set no hidden
 * columns, such as a table's own grid.
 */
const hiddenByDefault = (table: Table): string[] => table.columns.filter(isOrderColumn).map(({ name }) => name)

/** Returns the view of a table in a tab. Falls back to the table's own grid if the view doesn't exist. */
export function useTableView({ projectId, table, permissions, views, viewId, choose }: TableViewOptions): TableView {
  const view = viewNamed(views, viewId)
  const key = useMemo<ViewKey>(() => ({ projectId, table: table.name, id: view.id }), [projectId, table.name, view.id])
  const forAll = useViewEdits(({ patches }) => patches[editKey(key, 'everyone')])
  const forMe = useViewEdits(({ patches }) => patches[editKey(key, 'me')])
  const hidden = useMemo(() => hiddenByDefault(table), [table])
  const isLocal = !permissions.has('view.personal')
  const local = useLocalSettings(editKey(key, 'me'))
  const own = isLocal ? local.settings : forMe
  const settings = useMemo(
    () =>
      effectiveSettings({
        settings: { hidden, ...view.settings, ...forAll },
        personal: view.personal === null && own === undefined ? null : { ...view.personal, ...own },
      }),
    [hidden, view.settings, view.personal, forAll, own],
  )
  const onlyMe = !permissions.has('view.save') ? 'role' : view.locked ? 'locked' : undefined
  const scope: Scope = onlyMe === undefined && view.personal === null ? 'everyone' : 'me'
  const isPersonal = Object.keys((isLocal ? local.settings : view.personal) ?? {}).length > 0

  const { change: changeLocal } = local
  const change = useCallback(
    (patch: Partial<ViewSettings>, { quiet = false } = {}) => {
      if (isLocal) changeLocal(patch)
      else viewEdits.change(key, scope, patch, tell, quiet ? undefined : changeWords(table, settings, patch))
    },
    [isLocal, changeLocal, key, scope, settings, table],
  )
  const changeOptions = useCallback(
    async (options: ViewOptions) => {
      if (JSON.stringify(view.options) === JSON.stringify(options)) return
      const words = { label: sentence('views.changes.several'), undone: sentence('views.changesBack.several') }
      const stored = storeOptions(key, view.options, options).then((change) =>
        recordChange(key.projectId, words, change),
      )
      await undoLog.during(key.projectId, stored).catch(tell)
    },
    [key, view.options],
  )

  return {
    projectId,
    table,
    views,
    view,
    title: viewTitle(view, table),
    settings,
    change,
    changeOptions,
    scope,
    onlyMe,
    setScope: (next) => {
      if (next === scope || onlyMe !== undefined) return
      if (next === 'everyone') publishPersonal(key, view)
      else storeSettings(key, 'me', {}).catch(tell)
    },
    isPersonal,
    reset: () => (isLocal ? local.reset() : clearPersonal(key, view)),
    mayManage: permissions.has('view.change'),
    mayShare: permissions.has('share.manage'),
    choose,
  }
}

const tell = (error: unknown): void => {
  toast.error(sentence('views.notSaved'), { detail: sentenceOf(error) })
}

/** Returns the messages of a change of settings; undefined if it changes nothing. */
function changeWords(table: Table, settings: ViewSettings, patch: PartialViewSettings): StepWords | undefined {
  if (changedKeys(settings, patch).length === 0) return undefined
  const after = { ...settings, ...patch }
  const shown = orderedColumns(viewColumnsOf(table), after).map(({ id }) => id)
  return {
    label: changeSentence(describeChange(settings, after, shown), table),
    undone: undoneSentence(describeChange(after, settings, shown), table),
  }
}
