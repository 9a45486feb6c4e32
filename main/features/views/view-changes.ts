import { AppError } from '@common/errors'
import { createKeyedQueue } from '@common/util/queue'
import { viewLimits, type PartialViewSettings } from '@common/views'
import { insertInto, metaTables, updateIn } from '@main/db/meta'
import { keyOf, settingsOf, viewById, type StoredView } from './repository'
import { isTaken, type ViewServiceOptions } from './view-rows'

const { views, viewPersonal } = metaTables

/** Attempts of a change that others overtake. */
const triesAtMost = 8

type Changed = Partial<Pick<StoredView, 'title' | 'position' | 'locked' | 'settings' | 'options' | 'extras'>>

/** Changes of views, with optimistic locking: a change that another one overtakes runs again on the new view. */
export interface ViewChanges {
  /** @param changed  returns the new parts; may run several times */
  readonly change: (view: StoredView, projectId: string, changed: (view: StoredView) => Changed) => Promise<void>
  readonly changePersonal: (view: StoredView, userId: number, patch: PartialViewSettings) => Promise<void>
}

export function createViewChanges({ store, clock }: Pick<ViewServiceOptions, 'store' | 'clock'>): ViewChanges {
  const now = (): string => clock.now().toISOString()
  /** One change per view at a time; other servers of the installation may still overtake it. */
  const { run: inTurn } = createKeyedQueue()

  const change: ViewChanges['change'] = (first, projectId, changed) =>
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

  const changePersonal = async (view: StoredView, userId: number, patch: PartialViewSettings): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      const row = await store.find(viewPersonal, { view_id: view.id, user_id: userId })
      const settings = JSON.stringify({ ...(row === undefined ? {} : settingsOf(row.settings)), ...patch })
      if (settings.length > viewLimits.settingsCharacters)
        throw new AppError('BODY_TOO_LARGE', { limit: viewLimits.settingsCharacters })
      const step =
        row === undefined
          ? insertInto(viewPersonal, { view_id: view.id, user_id: userId, settings, revision: 1, updated_at: now() })
          : updateIn(
              viewPersonal,
              { settings, revision: row.revision + 1, updated_at: now() },
              { view_id: view.id, user_id: userId, revision: row.revision },
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
    change,
    changePersonal: (view, userId, patch) => inTurn(`${view.id} ${userId}`, () => changePersonal(view, userId, patch)),
  }
}
