import { initialSettings, storedSettings } from '@common/settings'
import { z } from 'zod'
import { createPersisted } from './persist'

const shape = storedSettings.extend({
  /** Colours of the active theme, by role; empty for the default. */
  theme: z.record(z.string(), z.string()).catch({}),
  version: z.string().nullable().catch(null),
  /** Last known rule of the installation: false locks the dark theme; null before the first answer. */
  darkThemeAllowed: z.boolean().nullable().catch(null),
})

/**
 * Persisted module `windows` (S1 §3): the settings as this browser has them, and facts about the window. To change a
 * setting, call `changeSetting`, which stores it in the desktop's profile too.
 */
export const useWindows = createPersisted({
  name: 'windows',
  shape,
  initial: { ...initialSettings, theme: {}, version: null, darkThemeAllowed: null },
  actions: (set) => ({
    darkThemeRuled: (darkThemeAllowed: boolean) => set({ darkThemeAllowed }),
  }),
})
