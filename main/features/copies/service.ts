import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { Project, ProjectType, Table } from '@common/model'
import { copyFormat, copyLimits, copyVersion, type ProjectCopy } from '@common/project-copy'
import { createQueue } from '@common/util/queue'
import type { Database } from '@main/db/database'
import type { MetaStep, MetaStore } from '@main/db/meta'
import type { ImportFiles } from '@main/features/imports'
import { storedViews, type StoredView } from '@main/features/views'
import type { Call, CopiedRows, CopiedTables, CopyDone, CopyInput, StageTable } from '@main/features/tables'
import type { Clock } from '@main/lib/clock'
import { storageError, writeFileAtomic } from '@main/lib/files'
import type { Ids } from '@main/lib/ids'
import { zipChunks } from '@main/lib/zip-chunks'
import { archiveEntries, openArchive, type ReadArchive } from './archive'
import { partNames, partsOf, readCopy, type TranslateParts } from './parts'

export interface CopyServiceOptions {
  readonly store: MetaStore
  readonly clock: Clock
  readonly ids: Ids
  /** Folder of the profile. */
  readonly profileFolder: string
  readonly database: (projectId: string) => Promise<Database>
  readonly project: (projectId: string) => Promise<Project>
  readonly createProject: (
    given: { readonly title: string; readonly type: ProjectType; readonly ownerId: number },
    fill: (database: Database, projectId: string, prefix: string) => Promise<readonly MetaStep[]>,
  ) => Promise<Project>
  readonly tables: CopiedTables
  readonly stage: StageTable
  readonly translate: TranslateParts
  /** Temporary files, and notes about hidden tables. */
  readonly files: Pick<ImportFiles, 'folder' | 'note' | 'forgetNote'>
}

/** The metadata of projects as files. */
export interface CopyService {
  /** Writes the metadata of a project to a file, on request with all rows of one moment. */
  readonly writeArchive: (
    path: string,
    projectId: string,
    options: ExportOptions,
  ) => Promise<{ readonly tables: number }>
  /** Runs work on the tables of a project with their rows of one moment. */
  readonly readNow: <T>(
    projectId: string,
    signal: AbortSignal | undefined,
    work: (tables: readonly Table[], rowsOf: (table: Table) => CopiedRows) => Promise<T>,
  ) => Promise<T>
  readonly readArchive: (path: string, size: number) => Promise<ReadArchive>
  readonly createProject: (
    archive: ReadArchive,
    given: NewProjectOfCopy,
  ) => Promise<{ project: Project; done: CopyDone }>
  readonly takeOver: (
    archive: ReadArchive,
    call: Call,
    signal: AbortSignal | undefined,
    options?: Pick<CopyInput, 'clash'>,
  ) => Promise<CopyDone>
  /** Returns the titles of copied tables that the project has already. */
  readonly clashes: CopiedTables['clashes']
  /** Returns the tables and views of a project, and the prefix of its tables. */
  readonly describe: (projectId: string) => Promise<DescribedProject>
  /** Writes the metadata to the folder of the project in the profile. Returns the folder. */
  readonly writeFolder: (projectId: string) => Promise<string>
  readonly readFolder: (projectId: string) => Promise<ReadArchive>
  /** Writes the metadata to `backups/`, then deletes it. Returns the name of the file. */
  readonly clear: (projectId: string) => Promise<string>
}

export interface DescribedProject {
  readonly title: string
  readonly prefix: string
  readonly tables: readonly Table[]
  readonly views: ProjectCopy['views']
  /** Stored computed columns, and titles of links. */
  readonly computed: ProjectCopy['computed']
}

export interface ExportOptions {
  readonly rows: boolean
  readonly signal?: AbortSignal | undefined
  /** Called with the number of rows of each chunk. */
  readonly onRows?: ((count: number) => void) | undefined
}

export interface NewProjectOfCopy {
  readonly title: string | undefined
  readonly type: ProjectType | undefined
  readonly ownerId: number
  readonly signal?: AbortSignal | undefined
}

const runningMost = 2
const runningWaiting = 10

export function createCopyService(options: CopyServiceOptions): CopyService {
  const { store, clock, ids, profileFolder, tables, stage, translate, files } = options
  const { run: queued } = createQueue({ concurrency: runningMost, maxWaiting: runningWaiting })

  const read = async (projectId: string) => {
    const [database, project, read, views] = await Promise.all([
      options.database(projectId),
      options.project(projectId),
      tables.read(projectId),
      storedViews(store, projectId),
    ])
    const present = new Set(read.tables.map(({ name }) => name))
    const copy: ProjectCopy = {
      project: {
        format: copyFormat,
        version: copyVersion,
        title: project.title,
        engine: database.dialect.name,
        prefix: project.prefix,
        createdAt: clock.now().toISOString(),
      },
      ...read.copy,
      views: views.filter(({ table }) => present.has(table)).map(copiedView),
    }
    return { database, copy, tables: read.tables }
  }

  const writeArchive: CopyService['writeArchive'] = (path, projectId, { rows, signal, onRows }) =>
    queued(async () => {
      const { database, copy, tables: stored } = await read(projectId)
      const write = async (rowsOf: Parameters<typeof archiveEntries>[2]): Promise<void> => {
        const chunks = zipChunks(archiveEntries(projectId, copy, rowsOf))
        await pipeline(Readable.from(chunks), createWriteStream(path, { mode: 0o600, flush: true }), { signal })
      }
      try {
        const made = { tables: copy.tables.filter(({ type }) => type === 'table').length }
        if (!rows) {
          await write(() => undefined)
          return made
        }
        if (database.atOneMoment === undefined) throw new AppError('NOT_SUPPORTED')
        await database.atOneMoment(
          (moment) =>
            write((place) => {
              const table = stored[place]
              return table === undefined || table.type === 'view'
                ? undefined
                : counted(moment.rows(table, table.columns), onRows)
            }),
          { folder: files.folder, ...(signal && { signal }) },
        )
        return made
      } catch (error) {
        await rm(path, { force: true })
        throw signal?.aborted === true ? new AppError('REQUEST_CANCELLED', {}, { cause: error }) : storageError(error)
      }
    })

  const folderOf = (projectId: string): string => join(profileFolder, 'metadata', projectId)

  return {
    writeArchive,

    readNow: (projectId, signal, work) =>
      queued(async () => {
        const [database, { tables: stored }] = await Promise.all([options.database(projectId), tables.read(projectId)])
        if (database.atOneMoment === undefined) throw new AppError('NOT_SUPPORTED')
        return database.atOneMoment((moment) => work(stored, (table) => moment.rows(table, table.columns)), {
          folder: files.folder,
          ...(signal && { signal }),
        })
      }),

    readArchive: (path, size) => openArchive(path, size, translate),

    createProject: ({ copy, rowsOf }, { title, type, ownerId, signal }) =>
      queued(async () => {
        let done: CopyDone | undefined
        const project = await options.createProject(
          { title: title ?? copy.project.title, type: type ?? 'rest', ownerId },
          async (database, id, prefix) => {
            const made = await tables.create(database, { id, prefix }, { copy, rowsOf, stage, signal })
            done = made.done
            return made.steps
          },
        )
        return { project, done: done ?? { created: 0, changed: 0, rows: 0, missingViews: [] } }
      }),

    clashes: tables.clashes,

    describe: async (projectId) => described(await read(projectId)),

    takeOver: ({ copy, rowsOf }, call, signal, { clash } = {}) =>
      queued(() => {
        const id = ids.hex(16)
        return tables.takeOver(
          call,
          { copy, rowsOf, stage, signal, clash },
          {
            add: (names) => files.note(id, { projectId: call.projectId, tables: names }),
            forget: () => files.forgetNote(id),
          },
        )
      }),

    writeFolder: async (projectId) => {
      const { copy } = await read(projectId)
      const folder = folderOf(projectId)
      const next = `${folder}.${ids.hex(6)}`
      try {
        await mkdir(next, { recursive: true, mode: 0o700 })
        for (const [name, text] of partsOf(copy)) await writeFileAtomic(join(next, name), text)
        await rm(folder, { recursive: true, force: true })
        await rename(next, folder)
      } catch (error) {
        await rm(next, { recursive: true, force: true })
        throw storageError(error)
      }
      return folder
    },

    readFolder: async (projectId) => {
      const folder = folderOf(projectId)
      const known = new Set<string>(Object.values(partNames))
      const copy = await readCopy(async (name) => {
        if (!known.has(name)) return undefined
        const path = join(folder, name)
        const facts = await stat(path).catch(() => undefined)
        if (facts === undefined) {
          if (name === partNames.project) throw new AppError('METADATA_FOLDER_MISSING')
          return undefined
        }
        if (facts.size > copyLimits.partBytes) throw new AppError('METADATA_FILE_INVALID')
        return readFile(path, 'utf8')
      }, translate)
      return { copy, rowsOf: () => undefined }
    },

    clear: async (projectId) => {
      const folder = join(profileFolder, 'backups')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${projectId}-metadata-${clock.now().toISOString().slice(0, 10)}-${ids.hex(4)}.zip`
      await writeArchive(join(folder, name), projectId, { rows: false })
      await tables.clear(projectId)
      return name
    },
  }
}

function described({
  copy,
  tables,
}: {
  readonly copy: ProjectCopy
  readonly tables: readonly Table[]
}): DescribedProject {
  const { title, prefix } = copy.project
  return { title, prefix, tables, views: copy.views, computed: copy.computed }
}

/** Returns what a copy stores of a view: neither its id nor its owner. */
function copiedView(view: StoredView): ProjectCopy['views'][number] {
  const { table, title, kind, position, settings, options, locked } = view
  return { table, title, kind, position, settings, options, locked }
}

async function* counted(
  rows: CopiedRows,
  onRows: ExportOptions['onRows'],
): AsyncGenerator<readonly (readonly StoredValue[])[]> {
  for await (const chunk of rows) {
    yield chunk
    onRows?.(chunk.length)
  }
}
