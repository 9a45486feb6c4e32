import { AppError } from '@common/errors'
import { createKeyedQueue } from '@common/util/queue'
import { viewLimits, type PartialViewSettings } from '@common/views'
import { deleteFrom, insertInto, metaTables, updateIn, type MetaStep, type ViewPersonalRow } from '@main/db/meta'
import type { Inverse } from '@common/operations/inverse'
import { keyOf, settingsOf, viewById, type StoredView } from './repository'
import { isTaken, undoSteps, type ViewCall, type ViewRows, type ViewServiceOptions } from './view-rows'
import { viewValues } from './audit-values'
import type { Changed } from './types'

const { views, viewPersonal } = metaTables

/** Attempts of a change that others overtake. */
const triesAtMost = 8

/** Changes of views, with optimistic locking: a change that another one overtakes runs again on the new view. */
export interface ViewChanges {
  /**
   * @param changed  returns the new parts; may run several times
   * @param undoneBy  returns the call that reverses the change
   */
  readonly change: (
    view: StoredView,
    call: ViewCall,
    changed: (view: StoredView) => Changed,
    undoneBy: (before: StoredView, changed: Changed) => Inverse,
  ) => Promise<void>
  /** @param changed  returns the new personal settings, given the present ones; null for none */
  readonly changePersonal: (
    view: StoredView,
    call: ViewCall & { readonly userId: number },
    changed: (settings: PartialViewSettings | null) => PartialViewSettings | null,
    undoneBy: (before: PartialViewSettings | null, after: PartialViewSettings | null) => Inverse,
  ) => Promise<void>
}

export function createViewChanges(
  { store, clock }: Pick<ViewServiceOptions, 'store' | 'clock'>,
  { tableOf }: Pick<ViewRows, 'tableOf'>,
): ViewChanges {
  const now = (): string => clock.now().toISOString()
  /** One change per view at a time; other servers of the installation may still overtake it. */
  const { run: inTurn } = createKeyedQueue()

  const change: ViewChanges['change'] = (first, call, changed, undoneBy) =>
    inTurn(first.id, async () => {
      // Before the change: a table that is dropped at the same moment must not fail a stored change.
      const table = call.changed && (await tableOf(call.projectId, first.table))
      let view: StoredView | undefined = first
      for (let tries = 1; view !== undefined; tries += 1) {
        const after = changed(view)
        const { title, position, locked, settings, options, extras } = after
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
            ...undoSteps(call, [undoneBy(view, after)], now()),
          ])
          if (table !== undefined) call.changed?.(view, viewValues(view, after, table))
          return
        } catch (error) {
          if (isTaken(error) && title !== undefined) throw new AppError('TABLE_VIEW_EXISTS', { view: title })
          if (!(error instanceof AppError) || error.code !== 'ROW_NOT_FOUND') throw error
          if (tries >= triesAtMost) throw new AppError('DATABASE_BUSY', {}, { cause: error })
          view = await viewById(store, call.projectId, view.id)
        }
      }
      throw new AppError('TABLE_VIEW_NOT_FOUND')
    })

  const changePersonal: ViewChanges['changePersonal'] = async (view, call, changed, undoneBy) => {
    const at = { view_id: view.id, user_id: call.userId }
    for (let tries = 1; ; tries += 1) {
      const row = await store.find(viewPersonal, at)
      const before = row === undefined ? null : settingsOf(row.settings)
      const after = changed(before)
      if (JSON.stringify(after).length > viewLimits.settingsCharacters)
        throw new AppError('BODY_TOO_LARGE', { limit: viewLimits.settingsCharacters })
      const step = personalStep(at, row, after, now())
      try {
        if (step !== undefined) await store.transact([step, ...undoSteps(call, [undoneBy(before, after)], now())])
        return
      } catch (error) {
        const isOvertaken = isTaken(error) || (error instanceof AppError && error.code === 'ROW_NOT_FOUND')
        if (!isOvertaken) throw error
        if (tries >= triesAtMost) throw new AppError('DATABASE_BUSY', {}, { cause: error })
      }
    }
  }
  return {
    change,
    changePersonal: (view, call, ...rest) =>
      inTurn(`${view.id} ${call.userId}`, () => changePersonal(view, call, ...rest)),
  }
}

/** Returns the statement that stores personal settings; undefined if there is nothing to do. */
function personalStep(
  at: { readonly view_id: string; readonly user_id: number },
  row: ViewPersonalRow | undefined,
  after: PartialViewSettings | null,
  now: string,
): MetaStep | undefined {
  if (after === null) return row && deleteFrom(viewPersonal, at)
  const settings = JSON.stringify(after)
  if (row === undefined) return insertInto(viewPersonal, { ...at, settings, revision: 1, updated_at: now })
  const changed = { settings, revision: row.revision + 1, updated_at: now }
  return updateIn(viewPersonal, changed, { ...at, revision: row.revision }, { expectRows: 1 })
}
