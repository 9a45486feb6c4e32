import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { windowContent } from '@common/bridge/window-memory'
import { z } from 'zod'
import { initialSettings, readChoices, settings, type SettingChanges, type SettingValues } from '@common/settings'

const windowPlace = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().positive(),
  height: z.int().positive(),
  maximized: z.boolean(),
})
/** Where a window is on the screen. */
export type WindowPlace = z.infer<typeof windowPlace>

const windowMemory = windowPlace.extend(windowContent.shape)
/** A window at the last end: its place, and what it showed. */
export type WindowMemory = z.infer<typeof windowMemory>

/** Values of `settings.json` that aren't settings of `common/settings`. */
const shellShape = z.object({
  /** True closes sign-up after the first account. */
  closeSignUp: z.boolean().default(false),
  /** Origins of web pages that may call the API. */
  allowedOrigins: z.array(z.string()).default([]),
  /** Windows that were open at the last end, the one in front last. Unreadable ones are lost, not the settings. */
  windows: z.array(windowMemory).catch([]).default([]),
  /** Paths of the files that were opened last, the newest first. */
  recentFiles: z.array(z.string()).catch([]).default([]),
  /** True if the user knows that the tray keeps the application running. */
  trayTold: z.boolean().catch(false).default(false),
})

/** An invalid port makes the file invalid: the server must not start elsewhere. */
const ports = z.object({
  port: z.exactOptional(settings.port.type),
  terminalPort: z.exactOptional(settings.terminalPort.type),
})

/**
 * Content of `settings.json` in the profile: written by the desktop shell, read by the server without a window too. Holds
 * only those settings that the user chose.
 */
export type StoredSettings = SettingChanges & z.infer<typeof shellShape>

/** All values, with the defaults of settings that the user didn't choose. */
export type Settings = SettingValues & z.infer<typeof shellShape>

export const settingsAtFirst: Settings = { ...initialSettings, ...shellShape.parse({}) }

export const settingsFile = (profile: string): string => join(profile, 'settings.json')

export interface SettingsRead {
  /** Values that the file holds. */
  readonly stored: StoredSettings
  readonly settings: Settings
  /** New path of an unreadable file, for a message. */
  readonly movedTo?: string
}

/**
 * Reads the settings of a profile. Moves an invalid file aside under a dated name and uses the defaults; never
 * overwrites it.
 *
 * @param now  time for the dated name
 */
export function readSettings(profile: string, now: Date): SettingsRead {
  const file = settingsFile(profile)
  const atFirst: SettingsRead = { stored: shellShape.parse({}), settings: settingsAtFirst }
  if (!existsSync(file)) return atFirst
  const stored = parseSettings(readFileSync(file, 'utf8'))
  if (stored !== undefined) return { stored, settings: withDefaults(stored) }
  const movedTo = freeName(file, now)
  renameSync(file, movedTo)
  return { ...atFirst, movedTo }
}

/** Returns all settings of a file's content. */
export function withDefaults(content: Readonly<Record<string, unknown>>): Settings {
  return { ...settingsAtFirst, ...read(content) }
}

/** The environment with the settings' ports where it names none, to be read like any other option. */
export function withSettings(environment: NodeJS.ProcessEnv, settings: Settings): NodeJS.ProcessEnv {
  const fromSettings = {
    ...(settings.port === null ? {} : { BASALT_PORT: String(settings.port) }),
    ...(settings.allowedOrigins.length > 0 ? { BASALT_ALLOWED_ORIGINS: settings.allowedOrigins.join(',') } : {}),
    ...(settings.closeSignUp ? { BASALT_CLOSE_SIGN_UP: 'true' } : {}),
    ...(settings.terminalPort === null ? {} : { BASALT_TERMINAL_PORT: String(settings.terminalPort) }),
  }
  return { ...fromSettings, ...environment }
}

function parseSettings(text: string): StoredSettings | undefined {
  try {
    const content = contentShape.safeParse(JSON.parse(text))
    return content.success ? read(content.data) : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const contentShape = z.looseObject({ ...shellShape.shape, ...ports.shape })

/** Reads valid content. `checkForUpdate` had another name in former versions. */
function read(content: Readonly<Record<string, unknown>>): StoredSettings {
  return { ...readChoices({ checkForUpdate: content['checkForUpdates'], ...content }), ...shellShape.parse(content) }
}

/** `settings.json` → `settings.broken-2026-11-21T02-33-01.json`, numbered if there is one already. */
function freeName(file: string, now: Date): string {
  const date = now.toISOString().slice(0, 19).replaceAll(':', '-')
  const name = (n: number): string => file.replace(/\.json$/, `.broken-${date}${n === 0 ? '' : `-${n}`}.json`)
  let n = 0
  while (existsSync(name(n))) n += 1
  return name(n)
}
