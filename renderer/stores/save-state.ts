import type { SaveState } from '@common/bridge'
import { runningWrites } from '@renderer/api'
import { hasPending, useNotifications } from './notifications'
import { isListed, useUnsaved } from './unsaved'

/** True while the user types in a cell: nothing else has that text. */
const isEditing = (): boolean => document.querySelector('#portal :is(input, textarea):focus') !== null

/** Returns this window's answer to the question before a restart. */
export function saveStateNow(): SaveState {
  const { edits } = useUnsaved.getState()
  if (edits.some(isListed) || isEditing()) return 'unsaved'
  const isSaving = edits.length > 0 || runningWrites() > 0 || hasPending(useNotifications.getState())
  return isSaving ? 'saving' : 'saved'
}
