import { z } from 'zod'
import { createPersisted } from './persist'

const colours = z.record(z.string(), z.string())

const shape = z.object({
  /** Colours of the active theme, by role; empty for the default. */
  theme: colours.catch({}),
  themeName: z.string().catch('Default'),
  customTheme: colours.catch({}),
  /** null follows the system. */
  darkTheme: z.boolean().nullable().catch(null),
  language: z.string().catch('en'),
  version: z.string().nullable().catch(null),
  isGaEnabled: z.boolean().catch(false),
  isErrorReportingEnabled: z.boolean().catch(false),
  checkForUpdate: z.boolean().catch(true),
  downloadAndUpdateRelease: z.boolean().catch(false),
  /** Last known rule of the installation: false locks the dark theme; null before the first answer. */
  darkThemeAllowed: z.boolean().nullable().catch(null),
  /** True if Basalt's own tables are listed with the others. */
  metatables: z.boolean().catch(false),
  /** Custom chords of this user, by command id. Other commands have their default chords. */
  keys: z.record(z.string(), z.array(z.string())).catch({}),
})

/** Persisted module `windows` (S1 §3): appearance, language and updates. */
export const useWindows = createPersisted({
  name: 'windows',
  shape,
  initial: shape.parse({}),
  actions: (set) => ({
    darkThemeChosen: (darkTheme: boolean) => set({ darkTheme }),
    abilityKnown: ({ darkTheme, disableGA }: { readonly darkTheme: boolean; readonly disableGA: boolean }) =>
      set({ darkThemeAllowed: darkTheme, ...(disableGA && { isGaEnabled: false }) }),
    languageChosen: (language: string) => set({ language }),
    keysChosen: (keys: Readonly<Record<string, string[]>>) => set({ keys }),
    metatablesShown: (metatables: boolean) => set({ metatables }),
  }),
})
