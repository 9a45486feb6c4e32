import { isDeepStrictEqual } from 'node:util'
import { readChoices, settingNames, type SettingChanges } from '@common/settings'
import Store from 'electron-store'
import { readSettings, withDefaults, type Settings } from '@main/lib/settings-file'

/** Settings of the desktop shell, by name. */
export interface SettingsPort {
  readonly get: <K extends keyof Settings>(name: K) => Settings[K]
  readonly set: <K extends keyof Settings>(name: K, value: Settings[K]) => void
  /** Calls back after each change of this setting. @returns ends the subscription */
  readonly subscribe: <K extends keyof Settings>(name: K, listener: (value: Settings[K]) => void) => () => void
  readonly settings: () => Settings
  /** Settings of `common/settings` that the user chose. */
  readonly chosen: () => SettingChanges
  /** Stores chosen settings in one write. */
  readonly change: (changes: SettingChanges) => void
  /** Calls back with all chosen settings after each change of one. @returns ends the subscription */
  readonly onChange: (listener: (chosen: SettingChanges) => void) => () => void
  /** Where a broken settings file was put at this start, if there was one. */
  readonly brokenFile: string | undefined
}

/**
 * Opens `settings.json` of the profile after moving a broken file aside: electron-store would fail the start or discard
 * it.
 */
export function openSettings(profile: string, now: () => Date): SettingsPort {
  const { stored, movedTo } = readSettings(profile, now())
  const store = new Store<Record<string, unknown>>({
    name: 'settings',
    cwd: profile,
    defaults: stored,
    accessPropertiesByDotNotation: false,
  })
  const chosen = (): SettingChanges => readChoices(store.store)
  return {
    get: (name) => withDefaults(store.store)[name],
    set: (name, value) => store.set({ [name]: value }),
    subscribe: (name, listener) =>
      store.onDidAnyChange((after, before) => {
        const value = withDefaults(after ?? {})[name]
        if (!isDeepStrictEqual(value, withDefaults(before ?? {})[name])) listener(value)
      }),
    settings: () => withDefaults(store.store),
    chosen,
    change: (changes) => store.set({ ...changes }),
    onChange: (listener) =>
      store.onDidAnyChange((after, before) => {
        if (settingNames.some((name) => !isDeepStrictEqual(after?.[name], before?.[name]))) listener(chosen())
      }),
    brokenFile: movedTo,
  }
}
