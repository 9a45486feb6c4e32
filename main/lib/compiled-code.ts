import { lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import * as nodeModule from 'node:module'
import { join } from 'node:path'

/** Where Node caches compiled code, for threads and child processes too. */
const variable = 'NODE_COMPILE_CACHE'

/** Folder in the profile. It holds one folder for each build of the server. */
const folderOf = (profileFolder: string): string => join(profileFolder, 'cache')

/**
 * Caches the compiled code of all modules that this process, its threads and its child processes load from now on, for
 * the next start. Caches nothing if Node is too old, or if the folder can't be written or isn't private: Node runs what
 * it finds there.
 *
 * @param script  a file of the build. Each build has a cache of its own.
 */
export function cacheCompiledCode(profileFolder: string, script: URL): void {
  // The owner has chosen a folder, and Node uses it already.
  if (process.env[variable] !== undefined) return
  // A namespace, because Node before 22.8 has no such export.
  const { enableCompileCache } = nodeModule as Partial<typeof nodeModule>
  if (enableCompileCache === undefined) return
  try {
    const folder = join(folderOf(profileFolder), buildOf(script))
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (![profileFolder, folderOf(profileFolder), folder].every(isPrivate)) return
    if (enableCompileCache(folder).directory !== undefined) process.env[variable] = folder
  } catch {
    // The server runs without a cache, and reports a profile that can't be used.
  }
}

/** Deletes the caches of other builds. Call this only while the profile is locked. Errors are ignored. */
export async function deleteOtherCompiledCode(profileFolder: string, script: URL): Promise<void> {
  try {
    const folder = folderOf(profileFolder)
    if (!isPrivate(folder)) return
    const build = buildOf(script)
    const others = readdirSync(folder).filter((name) => buildName.test(name) && name !== build)
    await Promise.all(others.map((name) => rm(join(folder, name), { recursive: true, force: true })))
  } catch {
    // Only costs space.
  }
}

const buildName = /^build-[\da-z]+$/

/** Returns a name that changes with every build and update. */
function buildOf(script: URL): string {
  return `build-${Math.round(statSync(script).mtimeMs).toString(36)}`
}

/** True for a folder that other users can't change. */
function isPrivate(folder: string): boolean {
  const facts = lstatSync(folder)
  const isOwn = process.getuid === undefined || (facts.uid === process.getuid() && (facts.mode & 0o022) === 0)
  return facts.isDirectory() && isOwn
}
