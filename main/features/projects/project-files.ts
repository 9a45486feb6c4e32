import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { AppError, type ErrorCode } from '@common/errors'
import type { Project } from '@common/model'
import type { MetaStep } from '@main/db/meta'
import { storageError } from '@main/lib/files'
import { privateFile } from '@main/lib/private-files'
import {
  exists,
  finishFile,
  isSameFile,
  locateDatabaseFile,
  moveToBackups,
  partialFiles,
  partialSuffix,
  removePartial,
  settlePartial,
} from './files'
import { newProjectIdentity, prefixOf, projectTitle, titleOfFile } from './identity'
import type { ExistingFile, FillDatabase, NewProject, ProjectServiceOptions, RemovedFile } from './types'

/** Some files begin like a database and are none: encrypted, cut off, of another format. */
const unreadable: readonly ErrorCode[] = [
  'DATABASE_DAMAGED',
  'DATABASE_UNAVAILABLE',
  'DATABASE_FILE_INVALID',
  'INTERNAL',
  'NOT_SUPPORTED',
]

export interface ProjectFiles {
  /** Creates a database file with its project. */
  readonly createBuiltIn: (given: NewProject, fill: FillDatabase | undefined) => Promise<Project>
  /** Adds a project for an existing file. */
  readonly addFile: (given: Omit<NewProject, 'title'> & ExistingFile) => Promise<Project>
  /** Opens a file once. @throws AppError DATABASE_FILE_INVALID, DATABASE_BUSY */
  readonly readOnce: (filename: string) => Promise<void>
  /** Moves the file of a removed project to the system's trash, or to the backups. */
  readonly keepFile: (filename: string) => Promise<RemovedFile>
  /** Moves files of removed projects that an earlier process left. */
  readonly finishRemovals: () => Promise<void>
  /** Completes or removes files that an earlier process left unfinished. */
  readonly finishConstruction: () => Promise<void>
}

/** Creates, reads and moves the database files of projects. */
export function createProjectFiles(options: Omit<ProjectServiceOptions, 'databases' | 'apiServers'>): ProjectFiles {
  const { repository, open, clock, ids, profile, trash, discardFiles, report } = options
  const folder = join(profile, 'projects')
  const backups = join(profile, 'backups')
  const now = (): string => clock.now().toISOString()

  const freeIdentity = async (title: string): Promise<{ id: string; suffix: string }> => {
    for (;;) {
      const identity = newProjectIdentity(title, ids)
      const isFree =
        (await repository.find(identity.id)) === undefined && !(await exists(join(folder, `${identity.id}.sqlite`)))
      if (isFree) return identity
    }
  }

  /** Cleans up after a failed creation of a project. */
  const discard = async (projectId: string, filename: string): Promise<void> => {
    await removePartial(filename)
    await discardFiles(projectId)
  }

  /** The file is complete under another name before the project exists, and gets its own right after. */
  const createBuiltIn = async (given: NewProject, fill: FillDatabase | undefined): Promise<Project> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const { id, suffix } = await freeIdentity(given.title)
    const filename = join(folder, `${id}.sqlite`)
    const project: Project = {
      ...given,
      id,
      source: 'builtIn',
      filename,
      prefix: prefixOf(suffix),
      production: false,
      createdAt: now(),
      updatedAt: now(),
    }
    try {
      await privateFile(`${filename}${partialSuffix}`)
      const database = await open(`${filename}${partialSuffix}`, { inPlace: false, create: true })
      let metadata: readonly MetaStep[] = []
      try {
        if (fill !== undefined) metadata = await fill(database, id, project.prefix)
      } finally {
        await database.close()
      }
      await settlePartial(filename)
      await repository.add(project, metadata)
    } catch (error) {
      await discard(id, filename)
      throw storageError(error)
    }
    try {
      await finishFile(filename)
    } catch (error) {
      await repository.remove(id, null, now())
      await discard(id, filename)
      throw error
    }
    return project
  }

  const addFile = async (given: Omit<NewProject, 'title'> & ExistingFile): Promise<Project> => {
    const filename = await locateDatabaseFile(given.filename, profile)
    for (const other of await repository.all())
      if (await isSameFile(other.filename, filename)) throw new AppError('DATABASE_FILE_IN_USE', { title: other.title })
    const title = given.title === undefined ? titleOfFile(basename(filename)) : projectTitle(given.title)
    await readOnce(filename)
    const { id } = await freeIdentity(title)
    const { type, ownerId } = given
    const at = { createdAt: now(), updatedAt: now() }
    const project: Project = {
      id,
      title,
      type,
      source: 'file',
      filename,
      prefix: '',
      production: false,
      ownerId,
      ...at,
    }
    await repository.add(project, [])
    return project
  }

  const readOnce = async (filename: string): Promise<void> => {
    try {
      const database = await open(filename, { inPlace: true, create: false })
      try {
        await database.dialect.introspect.listTables(database)
      } finally {
        await database.close()
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'DATABASE_FILE_IN_USE') throw new AppError('DATABASE_BUSY', {}, { cause: error })
      if (!unreadable.includes(error.code)) throw error
      // The header is valid, but SQLite failed on a later page.
      const isDamaged = error.code === 'DATABASE_DAMAGED' || error.cause instanceof AppError
      const name = basename(filename)
      throw new AppError('DATABASE_FILE_INVALID', isDamaged ? { damaged: name } : { fileName: name }, { cause: error })
    }
  }

  const keepFile = async (filename: string): Promise<RemovedFile> => {
    const fileName = basename(filename)
    if (!(await exists(filename))) return { keptAt: 'original', fileName }
    // Files beside a closed database belong to it, and the system's trash would separate them.
    const isWhole = !(await exists(`${filename}-wal`)) && !(await exists(`${filename}-journal`))
    if (trash !== undefined && isWhole) {
      try {
        await trash(filename)
        return { keptAt: 'trash', fileName }
      } catch (error) {
        report(error)
      }
    }
    return { keptAt: 'backups', fileName: (await moveToBackups(filename, backups, clock.now())) ?? fileName }
  }

  const finishRemovals = async (): Promise<void> => {
    for (const { id, fileName } of await repository.pendingRemovals()) {
      await moveToBackups(join(folder, basename(fileName)), backups, clock.now())
      await repository.removalDone(id)
    }
  }

  const finishConstruction = async (): Promise<void> => {
    for (const name of await partialFiles(folder)) {
      const filename = join(folder, name)
      const id = basename(name, '.sqlite')
      const project = await repository.find(id)
      // The project exists; only the rename of its file is missing.
      if (project?.filename === filename && !(await exists(filename))) await finishFile(filename)
      else if (project === undefined) await discard(id, filename)
      else await removePartial(filename)
    }
  }

  return { createBuiltIn, addFile, readOnce, keepFile, finishRemovals, finishConstruction }
}
