import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { importLimits } from '@common/import/limits'
import { AppError } from '@common/errors'
import type { metadataOperations, MetadataImported } from '@common/operations/metadata'
import { isLimited } from '@common/principal/rules'
import { authorize } from '@main/features/auth'
import { callOf, type CopyDone } from '@main/features/tables'
import { storageError } from '@main/lib/files'
import { inProject, personIn, type CallContext } from '@main/operations/context'
import type { FeatureModule, FileReceiver } from '@main/operations/module'
import { copyAudit } from './audit-rules'
import { createCopyNotes } from './notes'
import type { ReadArchive } from './archive'
import { createCopyService, type CopyService, type CopyServiceOptions } from './service'

export type { CopyService } from './service'
export type { ReadArchive } from './archive'
export { rowText } from './rows-text'
export type { TranslateParts } from './parts'

export interface CopiesOptions extends Omit<CopyServiceOptions, 'notes'> {
  /** Drops hidden tables of an earlier process. */
  readonly drop: Parameters<typeof createCopyNotes>[0]['drop']
  readonly report: (error: unknown) => void
}

/** A file to download. */
export interface MetadataFile {
  readonly name: string
  readonly size: number
  readonly content: Readable
}

/** Metadata of projects as files. */
export interface Copies extends FeatureModule<typeof metadataOperations> {
  readonly service: CopyService
  readonly receivers: { readonly projectImport: FileReceiver; readonly metadataImport: FileReceiver }
  /** Receives a file that becomes a project, or goes into one: rights follow with the operation. */
  readonly receiver: FileReceiver
  /** @throws AppError errors of `authorize`, NOT_ALLOWED */
  readonly open: (context: CallContext, rows: boolean) => Promise<MetadataFile>
  readonly close: () => Promise<void>
}

const receivingMost = 4
const formBytes = 64 * 1024

export async function createCopies(options: CopiesOptions): Promise<Copies> {
  const { ids, database, drop, report, profileFolder } = options
  const folder = join(profileFolder, 'copies')
  const { tidied, ...notes } = await createCopyNotes({ folder, ids, database, drop, report })
  const service = createCopyService({ ...options, notes })
  let receiving = 0

  const receiver = (mayReceive: (context: CallContext) => void): FileReceiver => {
    const check: FileReceiver['mayReceive'] = (context, bytes) => {
      mayReceive(context)
      if (bytes !== undefined && bytes > importLimits.fileBytes + formBytes) throw tooLarge()
    }
    return {
      mayReceive: check,
      receive: async (context, name, content) => {
        check(context, undefined)
        if (receiving >= receivingMost) throw new AppError('TOO_MANY_REQUESTS', { seconds: 5 })
        receiving += 1
        const path = join(folder, `${ids.hex(16)}.zip`)
        const discard = (): Promise<void> => rm(path, { force: true })
        try {
          await pipeline(
            Readable.from(content),
            limitedTo(importLimits.fileBytes),
            createWriteStream(path, { mode: 0o600 }),
          )
          const { size } = await stat(path)
          return { title: (name ?? '').slice(0, 255), size, path, keep: () => Promise.resolve(), discard }
        } catch (error) {
          await discard()
          throw storageError(error)
        } finally {
          receiving -= 1
        }
      },
    }
  }

  /** Reads the file of a call. @throws AppError METADATA_FILE_MISSING */
  const archiveOf = async ({ upload }: CallContext): Promise<ReadArchive> => {
    if (upload?.path === undefined) throw new AppError('METADATA_FILE_MISSING')
    return service.readArchive(upload.path, upload.size)
  }

  const inSignedProject = (permission: 'schema.change' | 'project.configure') => (context: CallContext) => {
    authorize(context, permission)
    inProject(context)
    if (isLimited(context.principal)) throw new AppError('NOT_ALLOWED')
  }

  return {
    service,
    receivers: {
      projectImport: receiver((context) => authorize(context, 'project.create')),
      metadataImport: receiver(inSignedProject('schema.change')),
    },
    receiver: receiver((context) => authorize(context, 'project.list')),

    open: async (context, rows) => {
      inSignedProject('project.configure')(context)
      if (rows) authorize(context, 'row.export')
      const { projectId, signal } = inProject(context)
      const path = join(folder, `${ids.hex(16)}.zip`)
      await service.writeArchive(path, projectId, { rows, signal })
      const { size } = await stat(path)
      const content = createReadStream(path)
      // On POSIX systems the open file stays readable; elsewhere the next start removes it.
      const remove = (): void => void rm(path, { force: true }).catch(() => undefined)
      content.once('close', remove)
      return { name: 'basalt-metadata.zip', size, content }
    },

    close: () => tidied,

    audit: copyAudit,
    handlers: {
      projectImport: async (context, { title, projectType }) => {
        const { userId: ownerId } = personIn(context)
        const archive = await archiveOf(context)
        const { signal } = context
        const { project, done } = await service.createProject(archive, { title, type: projectType, ownerId, signal })
        return { id: project.id, title: project.title, ...wireDone(done) }
      },

      metadataImport: async (context) => {
        const archive = await archiveOf(context)
        return wireDone(await service.takeOver(archive, callOf(context), context.signal))
      },

      metadataFolderExport: async (context) => ({ folder: await service.writeFolder(inProject(context).projectId) }),

      metadataFolderImport: async (context) => {
        const archive = await service.readFolder(inProject(context).projectId)
        return wireDone(await service.takeOver(archive, callOf(context), context.signal))
      },

      metadataClear: async (context) => ({ backup: await service.clear(inProject(context).projectId) }),
    },
  }
}

const wireDone = ({ missingViews, ...done }: CopyDone): MetadataImported => ({
  ...done,
  missingViews: [...missingViews],
})

const tooLarge = (): AppError => new AppError('IMPORT_TOO_LARGE', { limit: `${importLimits.fileBytes / 1024 ** 3} GB` })

function limitedTo(most: number): Transform {
  let size = 0
  return new Transform({
    transform: (chunk: Uint8Array, _encoding, done) => {
      size += chunk.byteLength
      if (size > most) done(tooLarge())
      else done(null, chunk)
    },
  })
}
