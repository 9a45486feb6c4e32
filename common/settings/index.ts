import { z } from 'zod'
import { updateChannels } from '@common/model/release'
import { customColours, themeColours, themeNames } from './themes'
import { densities, fontSizes } from './sizes'

export type { Density, FontSize } from './sizes'
export { densities, fontSizes } from './sizes'

/**
 * Settings of the application. Each profile stores them once: the desktop in `settings.json`, a browser in the page's
 * storage. A change applies in every open window at once (`renderer/stores/settings.ts`).
 */

/** `page` works in every window. `desktop` has no effect in an ordinary browser. */
export type SettingPlace = 'page' | 'desktop'

export interface Setting<Type extends z.ZodType> {
  readonly type: Type
  readonly initial: z.infer<Type>
  readonly place: SettingPlace
}

const page = <Type extends z.ZodType>(type: Type, initial: z.infer<Type>): Setting<Type> => ({
  type,
  initial,
  place: 'page',
})

const onDesktop = <Type extends z.ZodType>(type: Type, initial: z.infer<Type>): Setting<Type> => ({
  type,
  initial,
  place: 'desktop',
})
/** `system` follows the operating system. `on` reduces motion. */
export const motionChoices = ['system', 'on', 'off'] as const
export type MotionChoice = (typeof motionChoices)[number]

const port = z.int().min(0).max(65_535).nullable()

/** All settings. To add one, add a row, its words (`locales/en/preferences.json`), and a control. */
export const settings = {
  /** null follows the system. */
  darkTheme: page(z.boolean().nullable(), null),
  themeName: page(z.enum(themeNames), 'Default'),
  customTheme: page(themeColours, customColours),
  /** null follows the system. */
  language: page(z.string().min(2).max(10).nullable(), null),
  density: page(z.enum(densities), 'normal'),
  fontSize: page(z.enum(fontSizes), 'normal'),
  reducedMotion: page(z.enum(motionChoices), 'system'),
  /** Custom chords, by command id. Other commands have their default chords. */
  keys: page(z.record(z.string().max(100), z.array(z.string().max(50)).max(5)), {}),
  /** True if Basalt's own tables are listed with the others. */
  metatables: page(z.boolean(), false),
  /** True if Alt+click on a sentence changes its translation, where the server can write it. */
  translating: page(z.boolean(), false),
  /** Consents (S1 §5). */
  isGaEnabled: page(z.boolean(), false),
  isErrorReportingEnabled: page(z.boolean(), false),
  /** True checks for updates automatically. */
  checkForUpdate: page(z.boolean(), true),
  /** True downloads an update in the background. */
  downloadAndUpdateRelease: page(z.boolean(), false),
  /** null follows the version: a beta looks for betas. */
  updateChannel: page(z.enum(updateChannels).nullable(), null),
  /** True keeps API and scheduled work running in the tray, without a window. */
  tray: onDesktop(z.boolean(), false),
  startAtLogin: onDesktop(z.boolean(), false),
  /** True opens the windows of the last session again, each with its tabs. */
  restoreWindows: onDesktop(z.boolean(), true),
  /** Ports instead of the defaults, from the next start. Command line and environment take precedence. */
  port: onDesktop(port, null),
  terminalPort: onDesktop(port, null),
} as const

export type SettingName = keyof typeof settings
export const settingNames = Object.keys(settings) as SettingName[]

export type SettingValues = { readonly [N in SettingName]: (typeof settings)[N]['initial'] }
/** Settings with a chosen value, or those that change. */
export type SettingChanges = Partial<SettingValues>

type Types = { [N in SettingName]: (typeof settings)[N]['type'] }

type Exact = { [N in SettingName]: z.ZodExactOptional<Types[N]> }

/** Maps the rows. TypeScript can't follow the type of each name through `Object.fromEntries`. */
const eachSetting = <Mapped>(map: (row: Setting<z.ZodType>) => unknown): Mapped =>
  Object.fromEntries(settingNames.map((name) => [name, map(settings[name])])) as Mapped

/** The value of each setting before the first change. */
export const initialSettings = eachSetting<SettingValues>(({ initial }) => initial)

/** Changes of some settings. Rejects unknown names and bad values. */
export const settingChanges = z.strictObject(eachSetting<Exact>(({ type }) => z.exactOptional(type)))

/** Stored settings. Drops unknown names; bad values fall back to the default, each alone. */
export const storedSettings = z.object(
  eachSetting<{ [N in SettingName]: z.ZodCatch<Types[N]> }>(({ type, initial }) => type.catch(initial)),
)

/** Returns the stored choices, without defaults for the others. Drops unknown names and bad values. */
export function readChoices(stored: Readonly<Record<string, unknown>>): SettingChanges {
  const valid = settingNames.filter((name) => name in stored && settings[name].type.safeParse(stored[name]).success)
  return settingChanges.parse(Object.fromEntries(valid.map((name) => [name, stored[name]])))
}

export { contrast, over } from './colours'
export { coloursOf, defaultColours, derive, shadesOf, themeTokenNames, themeTokens, type Scheme } from './palette'
export { roomFactors, scaledRow, textFactors } from './sizes'
export * from './themes'
