import { isDeepStrictEqual } from 'node:util'
import Store from 'electron-store'
import { readSettings, settingsShape, type Settings } from '@main/lib/settings-file'

/** Settings of the desktop shell, by name. */
export interface SettingsPort {
  readonly get: <K extends keyof Settings>(name: K) => Settings[K]
  readonly set: <K extends keyof Settings>(name: K, value: Settings[K]) => void
  /** Calls back after each change of this setting. @returns ends the subscription */
  readonly subscribe: <K extends keyof Settings>(name: K, listener: (value: Settings[K]) => void) => () => void
  readonly settings: () => Settings
  /** Where a broken settings file was put at this start, if there was one. */
  readonly brokenFile: string | undefined
}

/**
 * Opens `settings.json` of the profile after moving a broken file aside: electron-store would fail the start or discard
 * it.
 */
export function openSettings(profile: string, now: () => Date): SettingsPort {
  const { settings, movedTo } = readSettings(profile, now())
  const store = new Store<Settings>({
    name: 'settings',
    cwd: profile,
    defaults: settings,
    accessPropertiesByDotNotation: false,
  })
  return {
    get: (name) => settingsShape.parse(store.store)[name],
    set: (name, value) => store.set({ [name]: value }),
    subscribe: (name, listener) =>
      store.onDidAnyChange((after, before) => {
        if (after !== undefined && !isDeepStrictEqual(after[name], before?.[name])) listener(after[name])
      }),
    settings: () => settingsShape.parse(store.store),
    brokenFile: movedTo,
  }
}
