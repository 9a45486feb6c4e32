import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import type { Table } from '@common/model'
import { viewLimits } from '@common/views'
import { inverse } from '@common/operations/inverse'
import type { DeletedView } from '@common/operations/views'
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
  type StoredView,
} from './repository'
import { createSettingsService, refuseLocked, refuseOptions } from './settings-service'
import { createViewChanges } from './view-changes'
import { createViewRows, isTaken, undoSteps, type ViewCall, type ViewServiceOptions } from './view-rows'
import { goneViewValues } from './audit-values'
import type { NewView, ViewService } from './types'

const { views } = metaTables

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
