import { opensColumns } from '@common/views/form'
import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import type { Table } from '@common/model'
import {
  optionsFit,
  viewLimits,
  withOptionsPatch,
  type OptionsPatch,
  type PartialViewSettings,
  type ViewKind,
  type ViewOptions,
} from '@common/views'
import { may, View } from '@common/policies'
import type { Principal } from '@common/principal'
import { isPrintableName } from '@common/wire/names'
import { deleteFrom, metaTables } from '@main/db/meta'
import {
  keyOf,
  namesOfProject,
  personalOfTable,
  viewsOfTable,
  type NamedView,
  type StoredView,
  type ViewExtras,
} from './repository'
import { createViewChanges } from './view-changes'
import { createViewRows, isTaken, type ViewAddress, type ViewServiceOptions } from './view-rows'

const { views, viewPersonal } = metaTables

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
  readonly create: (projectId: string, table: string, view: NewView) => Promise<StoredView>
  readonly duplicate: (at: ViewAddress, title: string) => Promise<StoredView>
  /** Returns the view before, and its title. */
  readonly rename: (projectId: string, id: string, title: string) => Promise<{ before: StoredView; title: string }>
  readonly move: (projectId: string, id: string, position: number) => Promise<void>
  /** Returns the deleted view. */
  readonly remove: (projectId: string, id: string) => Promise<StoredView>
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
    at: { readonly projectId: string; readonly id: string; readonly table: string | undefined },
    revise: (table: Table, view: StoredView) => ViewRevision,
  ) => Promise<void>
  readonly savePersonal: (at: ViewAddress, userId: number, patch: PartialViewSettings) => Promise<void>
  readonly clearPersonal: (at: ViewAddress, userId: number) => Promise<void>
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
  const { store, ids } = options
  const { tableOf, unsaid, insert, stored, named } = createViewRows(options)
  const { change, changePersonal } = createViewChanges(options)

  const createIn = async (projectId: string, table: Table, given: NewView): Promise<StoredView> => {
    const title = checkedTitle(given.title, table)
    refuseOptions(given)
    const known = (await viewsOfTable(store, projectId, table.name)).filter(({ isOwn }) => !isOwn)
    if (known.length >= viewLimits.viewsPerTable)
      throw new AppError('TABLE_VIEWS_TOO_MANY', { limit: viewLimits.viewsPerTable })
    if (known.some((view) => keyOf(view.title) === keyOf(title)))
      throw new AppError('TABLE_VIEW_EXISTS', { view: title })
    const { kind, settings, options, extras = {}, locked = false } = given
    const position = given.position ?? Math.floor(Math.max(0, ...known.map((view) => view.position))) + 1
    const id = `vw_${ids.hex(10)}`
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
      await insert(projectId, view)
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

    create: async (projectId, tableName, given) => createIn(projectId, await tableOf(projectId, tableName), given),

    duplicate: async (at, title) => {
      const table = await tableOf(at.projectId, at.table)
      const { kind, settings, options, extras } =
        at.view === undefined
          ? ((await viewsOfTable(store, at.projectId, table.name)).find(({ isOwn }) => isOwn) ?? unsaid(table))
          : await stored(at)
      return createIn(at.projectId, table, { title, kind, settings, options, extras })
    },

    rename: async (projectId, id, given) => {
      const view = await named(projectId, id)
      refuseOwn(view)
      const title = checkedTitle(given, await tableOf(projectId, view.table))
      await change(view, projectId, () => ({ title }))
      return { before: view, title }
    },

    move: async (projectId, id, position) => {
      const view = await named(projectId, id)
      refuseOwn(view)
      await change(view, projectId, () => ({ position }))
    },

    remove: async (projectId, id) => {
      const view = await named(projectId, id)
      refuseOwn(view)
      refuseLocked(view)
      await store.transact([deleteFrom(views, { id: view.id, project_id: projectId })])
      return view
    },

    lock: async (at, locked) => {
      await change(await stored(at), at.projectId, () => ({ locked }))
    },

    save: async (principal, at, { settings, options: given, optionsPatch }) => {
      await change(await stored(at), at.projectId, (view) => {
        requireChange(principal, view)
        const options = optionsPatch === undefined ? given : withOptionsPatch(view.options, optionsPatch)
        if (options !== undefined) {
          refuseOptions({ kind: view.kind, options })
          requireOpening(principal, view, options)
        }
        return {
          ...(settings === undefined ? {} : { settings: { ...view.settings, ...settings } }),
          ...(options === undefined ? {} : { options }),
        }
      })
    },

    copy: async (principal, at, from) => {
      const [view, source] = await Promise.all([stored(at), stored({ ...at, view: from })])
      await change(view, at.projectId, (current) => {
        requireChange(principal, current)
        const options = source.kind === current.kind ? source.options : undefined
        if (options) requireOpening(principal, current, options)
        return {
          settings: source.settings,
          ...(options && { options }),
        }
      })
    },

    revise: async (principal, { projectId, id, table: tableName }, revise) => {
      const view = await named(projectId, id, tableName)
      const table = await tableOf(projectId, view.table)
      await change(view, projectId, (current) => {
        const { settings, options, extras, locked } = revise(table, current)
        const isLockChanged = locked !== undefined && locked !== current.locked
        if (!isLockChanged) requireChange(principal, current)
        else if (!may(principal, 'lock', View, current)) throw new AppError('NOT_ALLOWED')
        if (options) requireOpening(principal, current, options)
        return {
          settings: { ...current.settings, ...settings },
          ...(options === undefined ? {} : { options }),
          extras,
          ...(isLockChanged ? { locked } : {}),
        }
      })
    },

    savePersonal: async (at, userId, patch) => {
      const view = await stored(at)
      return changePersonal(view, userId, patch)
    },

    clearPersonal: async (at, userId) => {
      const view = await stored(at)
      await store.transact([deleteFrom(viewPersonal, { view_id: view.id, user_id: userId })])
    },
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

/** @throws AppError TABLE_VIEW_LOCKED, NOT_ALLOWED */
function requireChange(principal: Principal, view: StoredView): void {
  refuseLocked(view)
  if (!may(principal, 'change', View, view)) throw new AppError('NOT_ALLOWED')
}

/** @throws AppError NOT_ALLOWED if the new options let visitors of a form add options to columns */
function requireOpening(principal: Principal, view: StoredView, options: ViewOptions): void {
  if (opensColumns(view.options, options) && !may(principal, 'openColumns', View, view))
    throw new AppError('NOT_ALLOWED')
}

function refuseLocked(view: StoredView): void {
  if (view.locked) throw new AppError('TABLE_VIEW_LOCKED', view.title === '' ? {} : { view: view.title })
}

/** Each kind of view has its own options. */
function refuseOptions({ kind, options }: Pick<NewView, 'kind' | 'options'>): void {
  if (!optionsFit(kind, options)) throw new AppError('TABLE_VIEW_OPTIONS_INVALID', { kind })
}
