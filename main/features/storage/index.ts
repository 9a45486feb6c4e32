import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { storageParts, type StoragePart, type StorageView, type storageOperations } from '@common/operations/storage'
import type { FeatureModule } from '@main/operations/module'

type Size = StorageView['total']

/** Names in the profile, and the part that each belongs to. Other names belong to `other`. */
const partOfName: Readonly<Record<string, StoragePart>> = {
  projects: 'projects',
  attachments: 'attachments',
  backups: 'backups',
  workspaces: 'workspaces',
  imports: 'imports',
  logs: 'logs',
  cache: 'cache',
  chromium: 'browser',
}
const metaFile = /^meta\.sqlite(?:-\w+)?$/
/** Compiled code of builds. The folder also holds the command of open terminals, which stays. */
const compiledCode = /^build-[\da-z]+$/

/** Measures the files of the profile and clears the cache. */
export function createStorage(profileFolder: string): FeatureModule<typeof storageOperations> {
  return {
    handlers: {
      storageRead: async () => {
        const sizes = new Map<StoragePart, Size>()
        for (const entry of await readdir(profileFolder)) {
          const part = partOfName[entry] ?? (metaFile.test(entry) ? 'meta' : 'other')
          sizes.set(part, sum([sizes.get(part) ?? nothing, await sizeOf(join(profileFolder, entry))]))
        }
        const parts = storageParts.map((part) => ({ part, ...(sizes.get(part) ?? nothing) }))
        return { folder: profileFolder, parts, total: sum(parts) }
      },
      cacheClear: async () => {
        const folder = join(profileFolder, 'cache')
        const builds = (await namesIn(folder))
          .filter((name) => compiledCode.test(name))
          .map((name) => join(folder, name))
        // The folder of the running build stays: Node writes to it again.
        const files = (
          await Promise.all(builds.map(async (path) => (await namesIn(path)).map((name) => join(path, name))))
        ).flat()
        const cleared = sum(await Promise.all(files.map(sizeOf)))
        await Promise.all(files.map((path) => rm(path, { recursive: true, force: true })))
        return { cleared }
      },
    },
    audit: { cacheClear: () => ({ operation: 'INSTALLATION/CACHE' }) },
  }
}

const nothing: Size = { files: 0, bytes: 0 }

const sum = (sizes: readonly Size[]): Size => ({
  files: sizes.reduce((all, { files }) => all + files, 0),
  bytes: sizes.reduce((all, { bytes }) => all + bytes, 0),
})

/** Returns the names in a folder; none if it is gone. */
async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isGone(error)) return []
    throw error
  }
}

/** Returns the size of a file or of all files in a folder. Links count as themselves. Files may disappear meanwhile. */
async function sizeOf(path: string): Promise<Size> {
  try {
    const facts = await lstat(path)
    if (!facts.isDirectory()) return { files: 1, bytes: facts.size }
  } catch (error) {
    if (isGone(error)) return nothing
    throw error
  }
  const sizes: Size[] = []
  // One after the other: a folder may hold many thousand files.
  for (const name of await namesIn(path)) sizes.push(await sizeOf(join(path, name)))
  return sum(sizes)
}

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
