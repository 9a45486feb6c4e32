import { copyFile, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { AppError, type ErrorCode } from '@common/errors'
import type { Database } from '@main/db/database'
import { syncFile, syncFolder } from '@main/lib/files'
import { privateFile, restrict } from '@main/lib/private-files'
import type { Profile } from '@main/lib/profile'
import { migrate, newestVersion, readMetaState } from './migrate'
import { createMetaStore, type MetaStore } from './store'

export interface OpenMetaStoreOptions {
  readonly profile: Profile
  /** A store on a database server, shared by any number of Basalt servers (`BASALT_META_URL`). */
  readonly url?: string | undefined
  readonly openFile: (filename: string) => Promise<Database>
  readonly openUrl: (url: string) => Promise<Database>
  readonly now: () => Date
}

/**
 * Opens accounts and metadata, and migrates the schema.
 *
 * @throws AppError META_STORE_DAMAGED, META_STORE_NEWER, DATABASE_UNAVAILABLE. None of them changes the store.
 */
export async function openMetaStore(options: OpenMetaStoreOptions): Promise<MetaStore> {
  const { profile, url, openFile, openUrl, now } = options
  if (url !== undefined) return migrated(await openUrl(url), { exclusive: false, now })

  await checkFile(profile)
  const fileName = basename(profile.metaFile)
  try {
    // SQLite gives its journals the mode of the file.
    await privateFile(profile.metaFile)
    let database = await openFile(profile.metaFile)
    // Loads while the thread reads the state.
    void database.dialect.loadQueryCompiler?.()
    const state = await readMetaState(database).catch(async (error: unknown) => {
      await database.close()
      throw error
    })
    if (state.kind === 'versioned' && state.version < newestVersion()) {
      // Closed first, so that the file alone is the whole store.
      await database.close()
      await copyBefore(profile, state.version, now())
      database = await openFile(profile.metaFile)
    }
    return await migrated(database, { exclusive: true, now })
  } catch (error) {
    if (error instanceof AppError && damage.includes(error.code))
      throw new AppError('META_STORE_DAMAGED', { fileName }, { cause: error })
    throw error
  }
}

const damage: readonly ErrorCode[] = ['DATABASE_DAMAGED', 'DATABASE_FILE_INVALID', 'META_STORE_DAMAGED']

async function migrated(
  database: Database,
  options: { readonly exclusive: boolean; readonly now: () => Date },
): Promise<MetaStore> {
  try {
    await migrate(database, { now: options.now })
    return createMetaStore(database, { exclusive: options.exclusive })
  } catch (error) {
    await database.close()
    throw error
  }
}

/** A database file begins with a header of 100 bytes; a shorter file is truncated. */
const headerBytes = 100

/**
 * A profile with projects had an installation, so a missing or empty store there is lost. A new store would lock all
 * users out of their data.
 */
async function checkFile(profile: Profile): Promise<void> {
  const size = await stat(profile.metaFile).then(
    (found) => found.size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return 0
      throw error
    },
  )
  const fileName = basename(profile.metaFile)
  if (size === 0) {
    const projects = (await readdir(profile.projects)).some((name) => name.endsWith('.sqlite'))
    const copies = (await readdir(profile.backups)).some((name) => name.startsWith(copyPrefix))
    if (projects || copies) throw new AppError('META_STORE_DAMAGED', { fileName })
  } else if (size < headerBytes) throw new AppError('META_STORE_DAMAGED', { fileName })
}

const copyPrefix = 'meta-v'

async function copyBefore(profile: Profile, version: number, now: Date): Promise<void> {
  const stamp = now.toISOString().replaceAll(/[:.]/g, '-')
  const copy = join(profile.backups, `${copyPrefix}${version}-${stamp}.sqlite`)
  await copyFile(profile.metaFile, copy)
  await restrict(copy)
  await syncFile(copy)
  await syncFolder(profile.backups)
}
