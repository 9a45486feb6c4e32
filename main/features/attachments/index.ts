import { createHash, randomBytes } from 'node:crypto'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { fileType } from '@common/columns/values/file-types'
import { storedFileAddress, storedFileUrl } from '@common/columns/values/files'
import { attachmentMaxBytes, uploadsAtOnce } from '@common/constants'
import { AppError } from '@common/errors'
import { deleteFrom, insertInto, keepOnce, metaTables, type MetaStore } from '@main/db/meta'
import { authorize } from '@main/features/auth'
import { createFolderStore } from '@main/features/object-stores'
import type { FileStorages } from '@main/features/services'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import type { Profile } from '@main/lib/profile'
import type { Schedule } from '@main/lib/schedule'
import { createSecretBox } from '@main/lib/secret-box'
import { inProject } from '@main/operations/context'
import type { FileReceiver } from '@main/operations/module'
import { createFileLinks } from './links'
import { moveAudit } from './move-handlers'
import { createFileMoves } from './moves'
import { createFilePlaces } from './places'
import { createPlannedFiles } from './planned'
import { createFileReaders, type FileReaderOptions } from './readers'
import { createAttachmentStorage, tooLarge } from './storage'
import { fileTitle } from './title'
import type { RowStep, Attachments, OpenFile, MadeFile } from './types'

export type { RowStep, Attachments, OpenFile, FirstFiles, MadeFile } from './types'

export type { ShareHolder } from './links'
export { fileTitle } from './title'

export interface AttachmentsOptions extends Omit<FileReaderOptions, 'now'> {
  readonly store: MetaStore
  readonly clock: Clock
  readonly ids: Ids
  readonly schedule: Schedule
  readonly profile: Profile
  readonly storages: FileStorages
  /** Reports errors in the background. */
  readonly report: (error: unknown) => void
}

/** Includes the multipart boundaries and the envelope. */
const attachmentMaxWithForm = attachmentMaxBytes + 64 * 1024

export async function createAttachments(options: AttachmentsOptions): Promise<Attachments> {
  const { store, clock, ids, schedule, profile, storages, report } = options
  const now = (): string => clock.now().toISOString()
  const storage = await createAttachmentStorage(profile.attachments, ids)
  const localStore = createFolderStore({ root: profile.attachments, title: 'Basalt', ids })
  const places = createFilePlaces({ local: storage, localStore, storages })
  const moves = createFileMoves({ store, places, local: storage, clock, ids, schedule, report })
  const links = createFileLinks(createSecretBox(await linkSecret(store, now()), 'attachment links'), clock)
  let receiving = 0

  const find = (projectId: string, id: string) => store.find(metaTables.attachments, { id, project_id: projectId })

  const opened = async (projectId: string, id: string, title?: string, download = false): Promise<OpenFile> => {
    const row = await find(projectId, id)
    const file = row && (await places.open(row, () => find(projectId, id)))
    if (!file) throw new AppError('ATTACHMENT_NOT_FOUND')
    // The original name determines the type; another name for saving doesn't change it.
    return { ...file, id, title: title ?? row.title, type: fileType(row.title), download }
  }

  const { requireSight, holderOf, requireHolder } = createFileReaders({ ...options, now })

  const mayReceive: FileReceiver['mayReceive'] = (context, bytes) => {
    authorize(context, 'file.upload')
    inProject(context)
    if (bytes !== undefined && bytes > attachmentMaxWithForm) throw tooLarge()
  }

  const rowStep: RowStep = (projectId, id, userId, file) =>
    insertInto(metaTables.attachments, { id, project_id: projectId, ...file, user_id: userId, created_at: now() })

  const moveToBackups = async (projectId: string): Promise<void> => {
    const day = now().slice(0, 10)
    const name = `${basename(projectId)}-attachments-${day}-${ids.hex(4)}`
    await places.moveProject(projectId, join(profile.backups, name))
    await store.transact([deleteFrom(metaTables.attachments, { project_id: projectId })])
  }

  const receiveFile: Attachments['receiveAnswer'] = async (name, content) => {
    if (receiving >= uploadsAtOnce) throw new AppError('TOO_MANY_REQUESTS', { seconds: 5 })
    receiving += 1
    try {
      const arrived = await storage.receive(content)
      const { size, discard } = arrived
      return { title: fileTitle(name), size, discard, keep: (project, id) => places.keep(arrived, project, id) }
    } finally {
      receiving -= 1
    }
  }

  return {
    firstFiles: {
      keep: async (projectId, userId, files) => {
        const made = files.map((file) => newFile(file, ids.hex(16)))
        const place = await places.keepAll(projectId, made)
        return {
          files: made.map(({ id, facts }) => ({ url: storedFileUrl({ projectId, id }, facts.title), ...facts })),
          steps: made.map(({ id, facts, sha256 }) => rowStep(projectId, id, userId, { ...facts, place, sha256 })),
        }
      },
      discard: places.removeProject,
    },

    receivers: {
      attachmentUpload: {
        mayReceive,
        receive: async (context, name, content) => {
          mayReceive(context, undefined)
          return receiveFile(name, content)
        },
      },
    },
    receiveAnswer: receiveFile,
    planned: createPlannedFiles({ places, ids, rowStep, store }),

    open: async (context, id) => {
      authorize(context, 'file.read')
      const { principal, projectId } = inProject(context)
      await requireSight(principal, projectId, id)
      return opened(projectId, id)
    },

    openLink: async (ticket) => {
      const link = links.read(ticket)
      if (!link) throw new AppError('ATTACHMENT_LINK_ENDED')
      const { projectId, id, holder, title, download } = link
      try {
        await requireHolder(holder, projectId, id)
        const { address, ...file } = await opened(projectId, id, title, download)
        // A move deletes the object in its former place, perhaps before the browser has read it.
        return address === undefined || (await moves.isRunning()) ? file : { ...file, address }
      } catch (error) {
        const isGone = error instanceof AppError && error.code === 'ATTACHMENT_NOT_FOUND'
        throw isGone ? new AppError('ATTACHMENT_LINK_ENDED', {}, { cause: error }) : error
      }
    },

    onCommand: ({ operation, context: { projectId } }) => {
      if (operation.changes === undefined || operation.removesProject !== true || projectId === undefined) return
      moveToBackups(projectId).catch(report)
    },
    close: moves.close,
    audit: {
      ...moveAudit,
      attachmentUpload: ({ output: { title, size } }) => ({ operation: 'DATA/UPLOAD', details: { title, size } }),
    },

    handlers: {
      ...moves.handlers,

      attachmentUpload: async (context) => {
        const { projectId } = inProject(context)
        const { upload } = context
        if (!upload) throw new AppError('ATTACHMENT_MISSING')
        const id = ids.hex(16)
        const { title, size } = upload
        const { mimetype } = fileType(title)
        const stored = await upload.keep(projectId, id)
        try {
          await store.transact([rowStep(projectId, id, context.actor.userId, { title, mimetype, size, ...stored })])
        } catch (error) {
          await places.remove(stored.place, projectId, id)
          throw error
        }
        return { url: storedFileUrl({ projectId, id }, title), title, mimetype, size }
      },

      attachmentLink: async (context, { url, title, download = false }) => {
        const { projectId, principal } = inProject(context)
        const address = storedFileAddress(url)
        const row = address?.projectId === projectId ? await find(projectId, address.id) : undefined
        const holder = row && (await holderOf(principal))
        if (!row || holder === undefined) throw new AppError('ATTACHMENT_NOT_FOUND')
        await requireSight(principal, projectId, row.id)
        const shown = title === undefined ? row.title : fileTitle(title)
        const { ticket, expires } = links.make({
          projectId,
          id: row.id,
          holder,
          title: shown,
          download,
        })
        return { url: `/dl/link/${ticket}/${encodeURIComponent(shown)}`, expires }
      },
    },
  }
}

/** Returns a file of Basalt with everything that its storage and its row need. */
function newFile({ title, bytes }: MadeFile, id: string) {
  const size = bytes.byteLength
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const facts = { title, mimetype: fileType(title).mimetype, size }
  return { id, bytes, facts, sha256, content: { size, sha256, read: () => Readable.from([bytes]) } }
}

const secretName = 'nc_attachment_link_secret'
const secretBytes = 32

/** Returns the key for sealing addresses, generated once and shared by all servers of the installation. */
async function linkSecret(store: MetaStore, at: string): Promise<Uint8Array> {
  const stored = await keepOnce(store, secretName, randomBytes(secretBytes).toString('base64url'), at)
  return new Uint8Array(Buffer.from(stored, 'base64url'))
}
