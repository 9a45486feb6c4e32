import { app } from 'electron'
import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { looksLikeDatabaseFile } from '@common/dialects'

/** Returns the full path of the database file among the arguments; skips options and other texts. */
export function fileAmong(args: readonly string[], folder: string): string | undefined {
  return args
    .filter((argument) => !argument.startsWith('-') && looksLikeDatabaseFile(argument))
    .map((argument) => resolve(folder, argument))
    .find((path) => existsSync(path) && statSync(path).isFile())
}

/**
 * Makes this the only instance for its profile. A second instance passes its file to the first and ends.
 *
 * @param onSecond  called in the first instance with the file of the second
 * @returns false in the second instance, which must end
 */
export function becomeOnlyInstance(args: readonly string[], onSecond: (file: string | undefined) => void): boolean {
  const given = fileAmong(args.slice(1), process.cwd())
  if (!app.requestSingleInstanceLock({ file: given ?? null })) return false
  app.on('second-instance', (_event, _args, _folder, passed) => {
    const file = typeof passed === 'object' && passed !== null && 'file' in passed ? passed.file : undefined
    // Arguments of another process are validated too.
    onSecond(typeof file === 'string' ? fileAmong([file], process.cwd()) : undefined)
  })
  return true
}
