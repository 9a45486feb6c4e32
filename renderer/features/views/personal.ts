import { changedKeys, plainSettings, type PartialViewSettings, type View } from '@common/views'
import { client, isApiError, messageOf } from '@renderer/api'
import { UndoImpossible, undoLog } from '@renderer/features/undo'
import { t } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { addressOf, storeSettings, updateListed, viewEdits, type ViewKey } from './view-edits'

const goneCodes: readonly string[] = ['TABLE_VIEW_NOT_FOUND', 'TABLE_NOT_FOUND', 'TABLE_VIEW_LOCKED', 'NOT_ALLOWED']

/** Runs an undo step. Errors that can never be resolved become `UndoImpossible`. */
export async function undoing(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isApiError(error) && error.code !== undefined && goneCodes.includes(error.code))
      throw new UndoImpossible(messageOf(error))
    throw error
  }
}

/** Returns the patch that restores the changed settings. Leaves all other settings alone. */
export function settingsBack(after: PartialViewSettings, before: PartialViewSettings): PartialViewSettings {
  const plain = { ...plainSettings, ...before }
  const keys = changedKeys(plain, { ...plainSettings, ...after })
  return Object.fromEntries(keys.map((key) => [key, plain[key]])) as PartialViewSettings
}

async function forget(key: ViewKey): Promise<void> {
  await client.call('viewPersonalClear', addressOf(key), { projectId: key.projectId, silent: true })
  updateListed(key, (view) => ({ ...view, personal: null }))
}

const tell = (error: unknown): void => {
  toast.error(t('views.notSaved'), { detail: messageOf(error) })
}

/** Copies a user's personal settings to the shared ones. */
export function publishPersonal(key: ViewKey, { personal, settings }: View): void {
  void (async () => {
    await viewEdits.flush()
    const own = personal ?? {}
    if (Object.keys(own).length > 0) await storeSettings(key, 'everyone', own)
    await forget(key)
    if (Object.keys(own).length === 0) return
    undoLog.record(key.projectId, {
      label: t('views.changes.published'),
      undone: t('views.changesBack.published'),
      undo: () =>
        undoing(async () => {
          await storeSettings(key, 'me', own)
          await storeSettings(key, 'everyone', settingsBack({ ...settings, ...own }, settings))
        }),
      redo: () =>
        undoing(async () => {
          await storeSettings(key, 'everyone', own)
          await forget(key)
        }),
    })
  })().catch(tell)
}

/** Clears a user's personal settings, which restores the shared ones. */
export function clearPersonal(key: ViewKey, { personal }: View): void {
  void (async () => {
    await viewEdits.flush()
    await forget(key)
    if (personal === null || Object.keys(personal).length === 0) return
    undoLog.record(key.projectId, {
      label: t('views.changes.reset'),
      undone: t('views.changesBack.reset'),
      undo: () => undoing(() => storeSettings(key, 'me', personal)),
      redo: () => undoing(() => forget(key)),
    })
  })().catch(tell)
}
