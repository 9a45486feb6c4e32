import type { View } from '@common/views'
import { client, isApiError, sentenceOf } from '@renderer/api'
import { changeStep, recordChange, UndoImpossible, undoLog } from '@renderer/features/undo'
import { sentence } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { addressOf, storeSettings, updateListed, viewEdits, type ViewKey } from './view-edits'

const goneCodes: readonly string[] = ['TABLE_VIEW_NOT_FOUND', 'TABLE_NOT_FOUND', 'TABLE_VIEW_LOCKED', 'NOT_ALLOWED']

/** Runs an undo step. Errors that can never be resolved become `UndoImpossible`. */
export async function undoing(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isApiError(error) && error.code !== undefined && goneCodes.includes(error.code))
      throw new UndoImpossible(sentenceOf(error))
    throw error
  }
}

/** Deletes the personal settings. @returns the id of the change */
async function forget(key: ViewKey): Promise<string | undefined> {
  let change: string | undefined
  const options = { projectId: key.projectId, silent: true, onChange: (id: string) => (change = id) }
  await client.call('viewPersonalClear', addressOf(key), options)
  updateListed(key, (view) => ({ ...view, personal: null }))
  return change
}

const tell = (error: unknown): void => {
  toast.error(sentence('views.notSaved'), { detail: sentenceOf(error) })
}

/** Copies a user's personal settings to the shared ones. */
export function publishPersonal(key: ViewKey, { personal }: View): void {
  const { projectId } = key
  const publish = async (): Promise<void> => {
    await viewEdits.flush()
    const own = personal ?? {}
    const isEmpty = Object.keys(own).length === 0
    const changes = [isEmpty ? undefined : await storeSettings(key, 'everyone', own), await forget(key)]
    if (isEmpty) return
    const words = { label: sentence('views.changes.published'), undone: sentence('views.changesBack.published') }
    undoLog.record(
      projectId,
      changeStep(
        projectId,
        words,
        changes.filter((id) => id !== undefined),
      ),
    )
  }
  undoLog.during(projectId, publish()).catch(tell)
}

/** Clears a user's personal settings, which restores the shared ones. */
export function clearPersonal(key: ViewKey, { personal }: View): void {
  const { projectId } = key
  const clear = async (): Promise<void> => {
    await viewEdits.flush()
    const change = await forget(key)
    if (personal === null || Object.keys(personal).length === 0) return
    const words = { label: sentence('views.changes.reset'), undone: sentence('views.changesBack.reset') }
    recordChange(projectId, words, change)
  }
  undoLog.during(projectId, clear()).catch(tell)
}
