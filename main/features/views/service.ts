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
import { fromQueryParams, queryParamsOf, type QueryParams } from '@common/wire/views'
import { createKeyedQueue } from '@common/util/queue'
import { deleteFrom, insertInto, metaTables, updateIn, type MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import {
  keyOf,
  namesOfProject,
  personalOfTable,
  settingsOf,
  viewById,
  viewStep,
  viewsOfTable,
  type NamedView,
  type StoredView,
} from './repository'

const { models, views, viewPersonal } = metaTables

export interface ViewServiceOptions {
  readonly store: MetaStore
  readonly clock: Clock
  readonly ids: Ids
  /** A table or SQL view by title or name. */
  readonly table: (projectId: string, nameOrTitle: string) => Promise<Table | undefined>
}

/** Which view of which table: without an id, the grid that every table has of its own. */
export interface ViewAddress {
  readonly projectId: string
  readonly tn: string
  readonly id?: string | undefined
}

export interface NewView {
  readonly title: string
  readonly kind: ViewKind
  readonly settings: PartialViewSettings
  readonly options: ViewOptions
  readonly extras: QueryParams
  readonly locked?: boolean
  readonly position?: number | undefined
}

/** The views of a table, its own grid first, and what one person keeps of them. */
export interface ViewList {
  readonly table: Table
  readonly own: StoredView
  readonly others: readonly StoredView[]
  readonly personal: ReadonlyMap<string, PartialViewSettings>
}

/** Views of tables: what is kept of them, for everyone and for one. */
export interface ViewService {
  readonly list: (projectId: string, tn: string, userId: number | null) => Promise<ViewList>
  /** Of all tables, without their own grids. */
  readonly listAll: (projectId: string) => Promise<readonly NamedView[]>
  /** @throws AppError TABLE_VIEW_NAME_INVALID, TABLE_VIEW_EXISTS, TABLE_VIEWS_TOO_MANY, TABLE_VIEW_OPTIONS_INVALID */
  readonly create: (projectId: string, table: Table, view: NewView) => Promise<StoredView>
  readonly duplicate: (at: ViewAddress, title: string) => Promise<{ table: Table; view: StoredView }>
  readonly rename: (projectId: string, id: string, title: string) => Promise<void>
  readonly move: (projectId: string, id: string, position: number) => Promise<void>
  readonly remove: (projectId: string, id: string) => Promise<void>
  readonly lock: (at: ViewAddress, locked: boolean) => Promise<void>
  /** @throws AppError TABLE_VIEW_LOCKED, TABLE_VIEW_OPTIONS_INVALID, NOT_ALLOWED */
  readonly save: (principal: Principal, at: ViewAddress, patch: ViewPatch) => Promise<void>
  /** @throws AppError TABLE_VIEW_LOCKED, and NOT_ALLOWED as for `save` */
  readonly copy: (principal: Principal, at: ViewAddress, from: string | undefined) => Promise<void>
  readonly saveQueryParams: (
    principal: Principal,
    at: Omit<ViewAddress, 'tn'> & { readonly id: string; readonly tn: string | undefined },
    params: QueryParams,
  ) => Promise<void>
  readonly savePersonal: (at: ViewAddress, userId: number, patch: PartialViewSettings) => Promise<void>
  readonly clearPersonal: (at: ViewAddress, userId: number) => Promise<void>
}

export interface ViewPatch {
  readonly settings?: PartialViewSettings | undefined
  readonly options?: ViewOptions | undefined
  /** Instead of all options: what is changed of them. */
  readonly optionsPatch?: OptionsPatch | undefined
}

/** Somebody else may write between our reading and writing: then it is done again with what they wrote. */
const triesAtMost = 8

export function createViewService({ store, clock, ids, table: findTable }: ViewServiceOptions): ViewService {
  const now = (): string => clock.now().toISOString()
  /** Here nobody overtakes anybody; other servers of the installation may. */
  const { run: inTurn } = createKeyedQueue()

  const tableOf = async (projectId: string, tn: string): Promise<Table> => {
    const found = await findTable(projectId, tn)
    if (found === undefined) throw new AppError('TABLE_NOT_FOUND', { table: tn })
    return found
  }

  /** The table's own grid about which nobody has said anything yet. */
  const unsaid = (table: Table): StoredView => ({
    id: '',
    table: table.name,
    title: '',
    isOwn: true,
    kind: 'grid',
    position: 0,
    settings: {},
    options: {},
    extras: {},
    locked: false,
    revision: 0,
  })

  const insert = async (projectId: string, view: StoredView): Promise<void> => {
    await store.transact([viewStep(projectId, view, now())])
  }

  /** The view, with a row in the store; the table's own grid gets one when it is first needed. */
  const stored = async ({ projectId, tn, id }: ViewAddress): Promise<StoredView> => {
    const table = await tableOf(projectId, tn)
    if (id !== undefined) {
      const view = await viewById(store, projectId, id)
      if (view === undefined || view.table !== table.name) throw new AppError('TABLE_VIEW_NOT_FOUND')
      return view
    }
    const own = async (): Promise<StoredView | undefined> =>
      (await viewsOfTable(store, projectId, table.name)).find(({ isOwn }) => isOwn)
    const known = await own()
    if (known !== undefined) return known
    const made = { ...unsaid(table), id: `vw_${ids.hex(10)}` }
    try {
      await insert(projectId, made)
      return made
    } catch (error) {
      // Another call has made it at the same moment.
      const other = isTaken(error) ? await own() : undefined
      if (other === undefined) throw error
      return other
    }
  }

  /** A view by its id alone, as scripts name it. The table's own grid has the id of its table there. */
  const named = async (projectId: string, id: string, tn: string | undefined): Promise<StoredView> => {
    const view = await viewById(store, projectId, id)
    const table = tn === undefined ? undefined : await tableOf(projectId, tn)
    if (view !== undefined) {
      if (table !== undefined && view.table !== table.name) throw new AppError('TABLE_VIEW_NOT_FOUND')
      return view
    }
    const model = await store.find(models, 'WHERE id = ? AND project_id = ?', [id, projectId])
    const name = model?.table_name ?? id
    const own = await findTable(projectId, name)
    if (own?.name !== name || (table !== undefined && table.name !== name)) throw new AppError('TABLE_VIEW_NOT_FOUND')
    return stored({ projectId, tn: own.name })
  }

  /** Writes what `changed` makes of the view as it is at that moment. */
  const change = async (
    first: StoredView,
    projectId: string,
    changed: (
      view: StoredView,
    ) => Partial<Pick<StoredView, 'title' | 'position' | 'locked' | 'settings' | 'options' | 'extras'>>,
  ): Promise<void> =>
    inTurn(first.id, async () => {
      let view: StoredView | undefined = first
      for (let tries = 1; view !== undefined; tries += 1) {
        const { title, position, locked, settings, options, extras } = changed(view)
        if (options !== undefined && JSON.stringify(options).length > viewLimits.optionsCharacters)
          throw new AppError('BODY_TOO_LARGE', { limit: viewLimits.optionsCharacters })
        if (settings !== undefined && JSON.stringify(settings).length > viewLimits.settingsCharacters)
          throw new AppError('BODY_TOO_LARGE', { limit: viewLimits.settingsCharacters })
        try {
          await store.transact([
            updateIn(
              views,
              {
                ...(title === undefined ? {} : { title, title_key: keyOf(title) }),
                ...(position === undefined ? {} : { position }),
                ...(locked === undefined ? {} : { locked: locked ? 1 : 0 }),
                ...(settings === undefined ? {} : { settings: JSON.stringify(settings) }),
                ...(options === undefined ? {} : { options: JSON.stringify(options) }),
                ...(extras === undefined ? {} : { extras: JSON.stringify(extras) }),
                revision: view.revision + 1,
                updated_at: now(),
              },
              'id = ? AND revision = ?',
              [view.id, view.revision],
              { expectRows: 1 },
            ),
          ])
          return
        } catch (error) {
          if (isTaken(error) && title !== undefined) throw new AppError('TABLE_VIEW_EXISTS', { view: title })
          if (!(error instanceof AppError) || error.code !== 'ROW_NOT_FOUND') throw error
          if (tries >= triesAtMost) throw new AppError('DATABASE_BUSY', {}, { cause: error })
          view = await viewById(store, projectId, view.id)
        }
      }
      throw new AppError('TABLE_VIEW_NOT_FOUND')
    })

  const create: ViewService['create'] = async (projectId, table, given) => {
    const title = checkedTitle(given.title, table)
    refuseOptions(given)
    const known = (await viewsOfTable(store, projectId, table.name)).filter(({ isOwn }) => !isOwn)
    if (known.length >= viewLimits.viewsPerTable)
      throw new AppError('TABLE_VIEWS_TOO_MANY', { limit: viewLimits.viewsPerTable })
    if (known.some((view) => keyOf(view.title) === keyOf(title)))
      throw new AppError('TABLE_VIEW_EXISTS', { view: title })
    const { kind, settings, options, extras, locked = false } = given
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

  /** What somebody keeps of a view, written like the view itself: by what it was when it was read. */
  const changePersonal = async (view: StoredView, userId: number, patch: PartialViewSettings): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      const row = await store.find(viewPersonal, 'WHERE view_id = ? AND user_id = ?', [view.id, userId])
      const settings = JSON.stringify({ ...(row === undefined ? {} : settingsOf(row.settings)), ...patch })
      if (settings.length > viewLimits.settingsCharacters)
        throw new AppError('BODY_TOO_LARGE', { limit: viewLimits.settingsCharacters })
      const step =
        row === undefined
          ? insertInto(viewPersonal, { view_id: view.id, user_id: userId, settings, revision: 1, updated_at: now() })
          : updateIn(
              viewPersonal,
              { settings, revision: row.revision + 1, updated_at: now() },
              'view_id = ? AND user_id = ? AND revision = ?',
              [view.id, userId, row.revision],
              { expectRows: 1 },
            )
      try {
        await store.transact([step])
        return
      } catch (error) {
        const isOvertaken = isTaken(error) || (error instanceof AppError && error.code === 'ROW_NOT_FOUND')
        if (!isOvertaken) throw error
        if (tries >= triesAtMost) throw new AppError('DATABASE_BUSY', {}, { cause: error })
      }
    }
  }

  return {
    list: async (projectId, tn, userId) => {
      const table = await tableOf(projectId, tn)
      const [known, personal] = await Promise.all([
        viewsOfTable(store, projectId, table.name),
        userId === null ? new Map<string, never>() : personalOfTable(store, projectId, table.name, userId),
      ])
      const own = known.find(({ isOwn }) => isOwn) ?? unsaid(table)
      return { table, own, others: known.filter(({ isOwn }) => !isOwn), personal }
    },

    listAll: (projectId) => namesOfProject(store, projectId),

    create,

    duplicate: async (at, title) => {
      const table = await tableOf(at.projectId, at.tn)
      const { kind, settings, options, extras } =
        at.id === undefined
          ? ((await viewsOfTable(store, at.projectId, table.name)).find(({ isOwn }) => isOwn) ?? unsaid(table))
          : await stored(at)
      return { table, view: await create(at.projectId, table, { title, kind, settings, options, extras }) }
    },

    rename: async (projectId, id, given) => {
      const view = await named(projectId, id, undefined)
      refuseOwn(view)
      const title = checkedTitle(given, await tableOf(projectId, view.table))
      await change(view, projectId, () => ({ title }))
    },

    move: async (projectId, id, position) => {
      const view = await named(projectId, id, undefined)
      refuseOwn(view)
      await change(view, projectId, () => ({ position }))
    },

    remove: async (projectId, id) => {
      const view = await named(projectId, id, undefined)
      refuseOwn(view)
      refuseLocked(view)
      await store.transact([deleteFrom(views, 'id = ? AND project_id = ?', [view.id, projectId])])
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
      const [view, source] = await Promise.all([stored(at), stored({ ...at, id: from })])
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

    saveQueryParams: async (principal, { projectId, id, tn }, params) => {
      const view = await named(projectId, id, tn)
      const table = await tableOf(projectId, view.table)
      await change(view, projectId, (current) => {
        const given = fromQueryParams(table, params, current, queryParamsOf(table, current))
        const { settings, options, extras, locked } = given
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
      return inTurn(`${view.id} ${userId}`, () => changePersonal(view, userId, patch))
    },

    clearPersonal: async (at, userId) => {
      const view = await stored(at)
      await store.transact([deleteFrom(viewPersonal, 'view_id = ? AND user_id = ?', [view.id, userId])])
    },
  }
}

/** @throws AppError TABLE_VIEW_NAME_INVALID, TABLE_VIEW_EXISTS */
function checkedTitle(given: string, table: Table): string {
  const title = given.trim()
  if (!isPrintableName(title, limits.nameCharacters))
    throw new AppError('TABLE_VIEW_NAME_INVALID', { limit: limits.nameCharacters })
  // Scripts know the table's own grid by the name of the table.
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

/** What one kind of view keeps is nothing to another. */
function refuseOptions({ kind, options }: Pick<NewView, 'kind' | 'options'>): void {
  if (!optionsFit(kind, options)) throw new AppError('TABLE_VIEW_OPTIONS_INVALID', { kind })
}

const isTaken = (error: unknown): boolean => error instanceof AppError && error.code === 'VALUE_NOT_UNIQUE'
