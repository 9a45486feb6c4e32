import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { importLimits } from '@common/import/limits'
import { AppError } from '@common/errors'
import type { metadataOperations, MetadataImported } from '@common/operations/metadata'
import { isLimited } from '@common/principal/rules'
import { authorize } from '@main/features/auth'
import { createImportFiles, tooLarge } from '@main/features/imports'
import { callOf, dropHidden, type CopyDone } from '@main/features/tables'
import { inProject, personIn, type CallContext } from '@main/operations/context'
import type { FeatureModule, FileReceiver } from '@main/operations/module'
import { copyAudit } from './audit-rules'
import type { ReadArchive } from './archive'
import { createCopyService, type CopyService, type CopyServiceOptions } from './service'

export type { CopyService } from './service'
export type { ReadArchive } from './archive'
export { rowText } from './rows-text'
export type { TranslateParts } from './parts'

export interface CopiesOptions extends Omit<CopyServiceOptions, 'files'> {
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
  const { ids, database, report } = options
  const files = await createImportFiles({
    folder: join(options.profileFolder, 'copies'),
    ids,
    fileBytesMost: importLimits.fileBytes,
    database,
    drop: dropHidden,
    report,
  })
  const service = createCopyService({ ...options, files })
  let receiving = 0

  const receiver = (mayReceive: (context: CallContext) => void): FileReceiver => {
    const check: FileReceiver['mayReceive'] = (context, bytes) => {
      mayReceive(context)
      if (bytes !== undefined && bytes > importLimits.fileBytes + formBytes) throw tooLarge(importLimits.fileBytes)
    }
    return {
      mayReceive: check,
      receive: async (context, name, content) => {
        check(context, undefined)
        if (receiving >= receivingMost) throw new AppError('TOO_MANY_REQUESTS', { seconds: 5 })
        receiving += 1
        try {
          const { path, size } = await files.receive(content)
          const discard = (): Promise<void> => files.remove(path)
          return {
            title: (name ?? '').slice(0, 255),
            size,
            path,
            keep: () => Promise.resolve({ place: 'local', sha256: null }),
            discard,
          }
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
      const path = join(files.folder, `${ids.hex(16)}.zip`)
      await service.writeArchive(path, projectId, { rows, signal })
      const { size } = await stat(path)
      const content = createReadStream(path)
      // On POSIX systems the open file stays readable; elsewhere the next start removes it.
      const remove = (): void => void rm(path, { force: true }).catch(() => undefined)
      content.once('close', remove)
      return { name: 'basalt-metadata.zip', size, content }
    },

    close: () => files.tidied,

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
