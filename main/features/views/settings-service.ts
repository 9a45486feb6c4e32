import { opensColumns } from '@common/views/form'
import { AppError } from '@common/errors'
import { inverse, type Inverse } from '@common/operations/inverse'
import { may, View } from '@common/policies'
import type { Principal } from '@common/principal'
import {
  changedKeys,
  optionsFit,
  plainSettings,
  rebasedOptions,
  rebasedSettings,
  withOptionsPatch,
  type PartialViewSettings,
  type ViewOptions,
} from '@common/views'
import type { StoredView } from './repository'
import type { ViewChanges } from './view-changes'
import type { ViewCall, ViewRows } from './view-rows'
import type { NewView, ViewService, Changed } from './types'

/** Changes shared and personal settings of views. */
export function createSettingsService(
  { tableOf, stored, named, requireWhole }: ViewRows,
  { change, changePersonal }: ViewChanges,
): Pick<ViewService, 'save' | 'copy' | 'revise' | 'revert' | 'savePersonal' | 'clearPersonal' | 'revertPersonal'> {
  const changeShared = (view: StoredView, call: ViewCall, changed: (view: StoredView) => Changed): Promise<void> =>
    change(view, call, changed, sharedInverse)

  return {
    save: async (principal, at, { settings, options: given, optionsPatch }) => {
      const before = await stored(at)
      await requireWhole(principal, at.projectId, before)
      await changeShared(before, at, (view) => {
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
      await requireWhole(principal, at.projectId, view)
      await changeShared(view, at, (current) => {
        requireChange(principal, current)
        const options = source.kind === current.kind ? source.options : undefined
        if (options) requireOpening(principal, current, options)
        return {
          settings: source.settings,
          ...(options && { options }),
        }
      })
    },

    revise: async (principal, { id, table: tableName, ...call }, revise) => {
      const { projectId } = call
      const view = await named(call, id, tableName)
      await requireWhole(principal, projectId, view)
      const table = await tableOf(projectId, view.table)
      await changeShared(view, call, (current) => {
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

    revert: async (principal, at, from, to) => {
      const before = await stored(at)
      await requireWhole(principal, at.projectId, before)
      await changeShared(before, at, (view) => {
        requireChange(principal, view)
        const options = rebasedOptions(from.options, to.options, view.options)
        requireOpening(principal, view, options)
        const settings = rebasedSettings(from.settings, to.settings, { ...plainSettings, ...view.settings })
        return { settings: { ...view.settings, ...settings }, options }
      })
    },

    savePersonal: async (at, patch) => {
      const view = await stored(at)
      await changePersonal(
        view,
        at,
        (settings) => ({ ...settings, ...patch }),
        (before) => personalInverse(view, patch, before && pick(before, Object.keys(patch))),
      )
    },

    clearPersonal: async (at) => {
      const view = await stored(at)
      await changePersonal(
        view,
        at,
        () => null,
        (before) => personalInverse(view, null, before),
      )
    },

    revertPersonal: async (at, from, to) => {
      const view = await stored(at)
      await changePersonal(
        view,
        at,
        (settings) => revertedPersonal(settings, from, to),
        () => personalInverse(view, to, from),
      )
    },
  }
}

/** Returns some keys of settings. */
const pick = (settings: PartialViewSettings, keys: readonly string[]): PartialViewSettings =>
  Object.fromEntries(Object.entries(settings).filter(([key]) => keys.includes(key)))

/** Returns the call that reverts personal settings from one state to an earlier one. */
const personalInverse = (
  { table, id }: StoredView,
  from: PartialViewSettings | null,
  to: PartialViewSettings | null,
): Inverse => inverse('viewPersonalRevert', { table, view: id, from, to })

/** Settings that the earlier state lacks are removed. Without any left, the shared ones apply again. */
function revertedPersonal(
  now: PartialViewSettings | null,
  from: PartialViewSettings | null,
  to: PartialViewSettings | null,
): PartialViewSettings | null {
  const back = rebasedSettings(from ?? {}, to ?? {}, { ...plainSettings, ...now })
  const left = Object.entries(now ?? {}).filter(([key]) => !Object.hasOwn(from ?? {}, key))
  const after = { ...Object.fromEntries(left), ...back } as PartialViewSettings
  return to === null && Object.keys(after).length === 0 ? null : after
}

/** Returns the call that reverts a change of shared settings: only those that changed. */
function sharedInverse(before: StoredView, { settings = before.settings, options = before.options }: Changed): Inverse {
  const [was, is] = [before.settings, settings].map((each) => ({ ...plainSettings, ...each }))
  const keys = changedKeys(was ?? {}, is ?? {})
  return inverse('viewSettingsRevert', {
    table: before.table,
    view: before.id,
    from: { settings: pick(is ?? {}, keys), options },
    to: { settings: pick(was ?? {}, keys), options: before.options },
  })
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

/** @throws AppError TABLE_VIEW_LOCKED */
export function refuseLocked(view: StoredView): void {
  if (view.locked) throw new AppError('TABLE_VIEW_LOCKED', view.title === '' ? {} : { view: view.title })
}

/** Each kind of view has its own options. @throws AppError TABLE_VIEW_OPTIONS_INVALID */
export function refuseOptions({ kind, options }: Pick<NewView, 'kind' | 'options'>): void {
  if (!optionsFit(kind, options)) throw new AppError('TABLE_VIEW_OPTIONS_INVALID', { kind })
}
