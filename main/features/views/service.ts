import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import type { Table } from '@common/model'
import { viewLimits, type OptionsPatch, type PartialViewSettings, type ViewKind, type ViewOptions } from '@common/views'
import { inverse } from '@common/operations/inverse'
import type { DeletedView } from '@common/operations/views'
import type { Principal } from '@common/principal'
import { isPrintableName } from '@common/wire/names'
import { deleteFrom, metaTables } from '@main/db/meta'
import { disabledRolesCopied } from '@main/features/access'
import {
  keyOf,
  namesOfProject,
  personalOfTable,
  personalOfView,
  personalRowStep,
  viewStep,
  viewsOfTable,
  type NamedView,
  type StoredView,
  type ViewExtras,
} from './repository'
import { createSettingsService, refuseLocked, refuseOptions } from './settings-service'
import { createViewChanges } from './view-changes'
import {
  createViewRows,
  isTaken,
  undoSteps,
  type ViewAddress,
  type ViewCall,
  type ViewServiceOptions,
} from './view-rows'
import { goneViewValues } from './audit-values'

const { views } = metaTables

export interface NewView {
  readonly title: string
  readonly kind: ViewKind
  readonly settings: PartialViewSettings
  readonly options: ViewOptions
  readonly extras?: ViewExtras
  readonly locked?: boolean
  readonly position?: number | undefined
}

/** The views of a table, default grid first, with one user's personal settings. */
export interface ViewList {
  readonly table: Table
  readonly own: StoredView
  readonly others: readonly StoredView[]
  readonly personal: ReadonlyMap<string, PartialViewSettings>
}

/** Views of tables, with shared and personal settings. */
export interface ViewService {
  readonly list: (projectId: string, table: string, userId: number | null) => Promise<ViewList>
  /** Views of all tables, without default grids. */
  readonly listAll: (projectId: string) => Promise<readonly NamedView[]>
  /**
   * @throws AppError TABLE_NOT_FOUND, TABLE_VIEW_NAME_INVALID, TABLE_VIEW_EXISTS, TABLE_VIEWS_TOO_MANY,
   *   TABLE_VIEW_OPTIONS_INVALID
   */
  readonly create: (call: ViewCall, table: string, view: NewView) => Promise<StoredView>
  readonly duplicate: (at: ViewAddress, title: string) => Promise<StoredView>
  /** Returns the view before, and its title. */
  readonly rename: (call: ViewCall, id: string, title: string) => Promise<{ before: StoredView; title: string }>
  readonly move: (call: ViewCall, id: string, position: number) => Promise<void>
  /** Returns the deleted view. */
  readonly remove: (call: ViewCall, id: string) => Promise<StoredView>
  /** Restores a deleted view. @throws as `create` */
  readonly restore: (call: ViewCall, table: string, view: DeletedView) => Promise<StoredView>
  readonly lock: (at: ViewAddress, locked: boolean) => Promise<void>
  /** @throws AppError TABLE_VIEW_LOCKED, TABLE_VIEW_OPTIONS_INVALID, NOT_ALLOWED */
  readonly save: (principal: Principal, at: ViewAddress, patch: ViewPatch) => Promise<void>
  /** @throws AppError TABLE_VIEW_LOCKED, and NOT_ALLOWED as for `save` */
  readonly copy: (principal: Principal, at: ViewAddress, from: string | undefined) => Promise<void>
  /**
   * Changes a view by its id, depending on its present state.
   *
   * @param revise  may run several times
   * @throws AppError TABLE_VIEW_LOCKED, and NOT_ALLOWED as for `save`
   */
  readonly revise: (
    principal: Principal,
    at: ViewCall & { readonly id: string; readonly table: string | undefined },
    revise: (table: Table, view: StoredView) => ViewRevision,
  ) => Promise<void>
  /** Reverts a change of shared settings. @throws as `save` */
  readonly revert: (principal: Principal, at: ViewAddress, from: SharedState, to: SharedState) => Promise<void>
  readonly savePersonal: (at: PersonalAddress, patch: PartialViewSettings) => Promise<void>
  readonly clearPersonal: (at: PersonalAddress) => Promise<void>
  /** Reverts a change of personal settings; null for none. */
  readonly revertPersonal: (
    at: PersonalAddress,
    from: PartialViewSettings | null,
    to: PartialViewSettings | null,
  ) => Promise<void>
}

/** A view with personal settings of one user. */
type PersonalAddress = ViewAddress & { readonly userId: number }

/** Changed settings and options of a view. */
interface SharedState {
  readonly settings: PartialViewSettings
  readonly options: ViewOptions
}

export interface ViewPatch {
  readonly settings?: PartialViewSettings | undefined
  readonly options?: ViewOptions | undefined
  /** Changes some options instead of replacing all. */
  readonly optionsPatch?: OptionsPatch | undefined
}

/** New parts of a view. Missing settings and keys stay unchanged. */
export interface ViewRevision {
  readonly settings: PartialViewSettings
  /** Replaces all options. They must fit the kind of the view. */
  readonly options?: ViewOptions | undefined
  readonly extras: ViewExtras
  readonly locked?: boolean | undefined
}

export function createViewService(options: ViewServiceOptions): ViewService {
  const { store, ids, clock } = options
  const rows = createViewRows(options)
  const changes = createViewChanges(options, rows)
  const { tableOf, unsaid, stored, named } = rows
  const { change } = changes
  const now = (): string => clock.now().toISOString()

  const createIn = async (
    call: ViewCall,
    table: Table,
    given: NewView & {
      readonly id?: string
      readonly personal?: DeletedView['personal']
      /** The view that it is a copy of, with the roles for which it is disabled. */
      readonly copyOf?: string
    },
  ): Promise<StoredView> => {
    const { projectId } = call
    const title = checkedTitle(given.title, table)
    refuseOptions(given)
    const known = (await viewsOfTable(store, projectId, table.name)).filter(({ isOwn }) => !isOwn)
    if (known.length >= viewLimits.viewsPerTable)
      throw new AppError('TABLE_VIEWS_TOO_MANY', { limit: viewLimits.viewsPerTable })
    if (known.some((view) => keyOf(view.title) === keyOf(title)))
      throw new AppError('TABLE_VIEW_EXISTS', { view: title })
    const { kind, settings, options, extras = {}, locked = false } = given
    const position = given.position ?? Math.floor(Math.max(0, ...known.map((view) => view.position))) + 1
    const { id = `vw_${ids.hex(10)}`, personal = [], copyOf } = given
    const view = {
      id,
      table: table.name,
      title,
      isOwn: false,
      kind,
      position,
      settings,
      options,
      extras,
      locked,
      revision: 1,
    }
    try {
      await store.transact([
        viewStep(projectId, view, now()),
        ...personal.map(({ userId, settings: own }) => personalRowStep(id, userId, own, now())),
        ...(copyOf === undefined ? [] : await disabledRolesCopied(store, projectId, copyOf, id)),
        ...undoSteps(call, [inverse('viewDelete', { view: id })], now()),
      ])
    } catch (error) {
      if (isTaken(error)) throw new AppError('TABLE_VIEW_EXISTS', { view: title })
      throw error
    }
    return view
  }

  return {
    list: async (projectId, tableName, userId) => {
      const table = await tableOf(projectId, tableName)
      const [known, personal] = await Promise.all([
        viewsOfTable(store, projectId, table.name),
        userId === null ? new Map<string, never>() : personalOfTable(store, projectId, table.name, userId),
      ])
      const own = known.find(({ isOwn }) => isOwn) ?? unsaid(table)
      return { table, own, others: known.filter(({ isOwn }) => !isOwn), personal }
    },

    listAll: (projectId) => namesOfProject(store, projectId),

    create: async (call, tableName, given) => createIn(call, await tableOf(call.projectId, tableName), given),

    restore: async (call, tableName, view) => createIn(call, await tableOf(call.projectId, tableName), view),

    duplicate: async (at, title) => {
      const table = await tableOf(at.projectId, at.table)
      const { kind, settings, options, extras } =
        at.view === undefined
          ? ((await viewsOfTable(store, at.projectId, table.name)).find(({ isOwn }) => isOwn) ?? unsaid(table))
          : await stored(at)
      const copyOf = at.view === undefined ? {} : { copyOf: at.view }
      return createIn(at, table, { title, kind, settings, options, extras, ...copyOf })
    },

    rename: async (call, id, given) => {
      const { projectId } = call
      const view = await named(call, id)
      refuseOwn(view)
      const title = checkedTitle(given, await tableOf(projectId, view.table))
      await change(
        view,
        call,
        () => ({ title }),
        (before) => inverse('viewRename', { view: view.id, title: before.title }),
      )
      return { before: view, title }
    },

    move: async (call, id, position) => {
      const view = await named(call, id)
      refuseOwn(view)
      await change(
        view,
        call,
        () => ({ position }),
        (before) => inverse('viewMove', { view: view.id, position: before.position }),
      )
    },

    remove: async (call, id) => {
      const { projectId } = call
      const view = await named(call, id)
      refuseOwn(view)
      refuseLocked(view)
      const { table, isOwn: _own, revision: _revision, ...facts } = view
      const personal = await personalOfView(store, view.id)
      const whole = call.changed && (await tableOf(projectId, view.table))
      await store.transact([
        deleteFrom(views, { id: view.id, project_id: projectId }),
        ...undoSteps(call, [inverse('viewRestore', { table, view: { ...facts, personal } })], now()),
      ])
      if (whole !== undefined) call.changed?.(view, goneViewValues(view, whole))
      return view
    },

    lock: async (at, locked) => {
      const view = await stored(at)
      await change(
        view,
        at,
        () => ({ locked }),
        (before) => inverse('viewLock', { table: view.table, view: view.id, locked: before.locked }),
      )
    },

    ...createSettingsService(rows, changes),
  }
}

/** @throws AppError TABLE_VIEW_NAME_INVALID, TABLE_VIEW_EXISTS */
function checkedTitle(given: string, table: Table): string {
  const title = given.trim()
  if (!isPrintableName(title, limits.nameCharacters))
    throw new AppError('TABLE_VIEW_NAME_INVALID', { limit: limits.nameCharacters })
  // Scripts address the default grid by the name of its table.
  if ([table.name, table.title].some((name) => keyOf(name) === keyOf(title)))
    throw new AppError('TABLE_VIEW_EXISTS', { view: title })
  return title
}

function refuseOwn(view: StoredView): void {
  if (view.isOwn) throw new AppError('TABLE_VIEW_FIXED')
}
