import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const port = z.int().min(0).max(65_535)

/** Shape of `settings.json` in the profile: written by the desktop shell, read by the server without a window too. */
export const settingsShape = z.object({
  /** Ports instead of the defaults; command line and environment take precedence. */
  port: port.nullable().default(null),
  terminalPort: port.nullable().default(null),
  /** True closes sign-up after the first account. */
  closeSignUp: z.boolean().default(false),
  /** Origins of web pages that may call the API. */
  allowedOrigins: z.array(z.string()).default([]),
  /** True if the desktop shell checks for updates automatically. */
  checkForUpdates: z.boolean().default(true),
  /** Where the window was when it was last closed. */
  window: z
    .object({
      x: z.int(),
      y: z.int(),
      width: z.int().positive(),
      height: z.int().positive(),
      maximized: z.boolean(),
    })
    .nullable()
    .default(null),
})
export type Settings = z.infer<typeof settingsShape>

export const settingsAtFirst: Settings = settingsShape.parse({})

export const settingsFile = (profile: string): string => join(profile, 'settings.json')

export interface SettingsRead {
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
  if (!existsSync(file)) return { settings: settingsAtFirst }
  const settings = parseSettings(readFileSync(file, 'utf8'))
  if (settings !== undefined) return { settings }
  const movedTo = freeName(file, now)
  renameSync(file, movedTo)
  return { settings: settingsAtFirst, movedTo }
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

function parseSettings(text: string): Settings | undefined {
  try {
    const parsed = settingsShape.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** `settings.json` → `settings.broken-2026-11-21T02-33-01.json`, numbered if there is one already. */
function freeName(file: string, now: Date): string {
  const date = now.toISOString().slice(0, 19).replaceAll(':', '-')
  const name = (n: number): string => file.replace(/\.json$/, `.broken-${date}${n === 0 ? '' : `-${n}`}.json`)
  let n = 0
  while (existsSync(name(n))) n += 1
  return name(n)
}
