import type { Bridge } from '@common/bridge'
import {
  initialSettings,
  settingChanges,
  settingNames,
  type SettingChanges,
  type SettingName,
  type SettingValues,
} from '@common/settings'
import { desktop, sentenceOf, unwrap } from '@renderer/api'
import { toast } from './toasts'
import { useWindows } from './windows'

/** Returns a setting. Renders again when it changes in any window. */
export function useSetting<N extends SettingName>(name: N): SettingValues[N] {
  return useWindows((state) => state[name])
}

/** Returns a setting outside components. */
export function settingOf<N extends SettingName>(name: N): SettingValues[N] {
  return useWindows.getState()[name]
}

/** Changes a setting in every open window, and stores it. */
export function changeSetting<N extends SettingName>(name: N, value: SettingValues[N]): void {
  changeSettings({ [name]: value })
}

/** Changes settings that this window sent to the shell, while the shell has not answered. */
let unanswered = 0
/** Last event of the shell during those changes. */
let postponed: SettingChanges | undefined

/**
 * Changes several settings at once. Applies them here first; other tabs follow by `storage` events, other windows of the
 * desktop by the shell. Restores the earlier values if the shell can't store them.
 */
export function changeSettings(changes: SettingChanges): void {
  const before = useWindows.getState()
  useWindows.setState(changes)
  const shell = desktop()
  if (shell === undefined) return
  unanswered += 1
  void unwrap(shell.settingsChange(changes))
    .catch((error: unknown) => {
      useWindows.setState(pick(before, (name) => name in changes))
      toast.error(sentenceOf(error))
    })
    .finally(() => {
      unanswered -= 1
      if (unanswered === 0 && postponed !== undefined) apply(postponed)
      postponed = undefined
    })
}

/** A change of this window is newer than events about its earlier ones. */
function apply(chosen: SettingChanges): void {
  if (unanswered > 0) postponed = chosen
  else useWindows.setState(chosen)
}

/**
 * Follows the settings of the desktop's profile. Moves choices of a page that stored them itself into the profile.
 * Settles once the stored settings apply.
 */
export async function followShellSettings(shell: Bridge): Promise<void> {
  shell.onSettingsChanged(apply)
  const chosen = await unwrap(shell.settingsRead())
  const state = useWindows.getState()
  const own = pick(state, (name) => !(name in chosen) && !isInitial(name, state[name]))
  if (Object.keys(own).length > 0) await unwrap(shell.settingsChange(own))
  apply({ ...own, ...chosen })
}

/** True if a setting has its default. Values are small, and written in one order. */
const isInitial = (name: SettingName, value: unknown): boolean =>
  JSON.stringify(value) === JSON.stringify(initialSettings[name])

function pick(values: SettingValues, isPicked: (name: SettingName) => boolean): SettingChanges {
  return settingChanges.parse(Object.fromEntries(settingNames.filter(isPicked).map((name) => [name, values[name]])))
}
