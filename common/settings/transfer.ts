import { z } from 'zod'
import { settingChanges, settingNames, settings, type SettingChanges, type SettingValues } from '.'

/** Version of the file. */
const version = 1

const file = z.strictObject({
  basalt: z.literal('settings'),
  version: z.int(),
  settings: z.record(z.string(), z.unknown()),
})

/** Returns all settings as text of a file. */
export function exportedSettings(values: SettingValues): string {
  const all = Object.fromEntries(settingNames.map((name) => [name, values[name]]))
  return `${JSON.stringify({ basalt: 'settings', version, settings: all }, null, 2)}\n`
}

/** Why a file can't be imported. `unknownName` and `badValue` name a setting. */
export interface ImportProblem {
  readonly kind: 'notSettings' | 'newer' | 'unknownName' | 'badValue'
  readonly name: string
}

/** Reads the settings of a file. With a problem, there are no changes. */
export function readExported(
  text: string,
): { readonly changes: SettingChanges; readonly problem?: never } | { readonly problem: ImportProblem } {
  const read = file.safeParse(jsonOf(text))
  if (!read.success) return { problem: { kind: 'notSettings', name: '' } }
  if (read.data.version > version) return { problem: { kind: 'newer', name: '' } }
  for (const [name, value] of Object.entries(read.data.settings)) {
    const known = settingNames.find((each) => each === name)
    if (known === undefined) return { problem: { kind: 'unknownName', name } }
    if (!settings[known].type.safeParse(value).success) return { problem: { kind: 'badValue', name } }
  }
  return { changes: settingChanges.parse(read.data.settings) }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
