import { randomBytes } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileType, type FileType } from '@common/columns/values/file-types'
import { storedFileAddress, storedFileUrl, type AttachedFile } from '@common/columns/values/files'
import { attachmentMaxBytes, uploadsAtOnce } from '@common/constants'
import { AppError } from '@common/errors'
import type { attachmentOperations } from '@common/operations/attachments'
import { can, projectRoles } from '@common/permissions'
import { deleteFrom, insertInto, keepOnce, metaTables, type MetaStore } from '@main/db/meta'
import type { Step } from '@main/db/database'
import { authorize } from '@main/features/auth'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import type { Profile } from '@main/lib/profile'
import { createSecretBox } from '@main/lib/secret-box'
import { inProject, type ArrivedFile, type CallContext, type Handlers } from '@main/operations/context'
import { createFileLinks } from './links'
import { createAttachmentStorage, tooLarge } from './storage'
import { fileTitle } from './title'

export { fileTitle } from './title'

export interface AttachmentsOptions {
  readonly store: MetaStore
  readonly clock: Clock
  readonly ids: Ids
  readonly profile: Profile
}

/** A stored file that somebody may read. Whoever asked for it closes the handle. */
export interface OpenFile {
  readonly id: string
  readonly title: string
  readonly type: FileType
  readonly size: number
  /** It was asked for to be saved. */
  readonly download: boolean
  readonly handle: FileHandle
}

/** A file that Basalt makes itself. */
export interface MadeFile {
  readonly title: string
  readonly bytes: Uint8Array
}

/** The files of a project that is being made: its rows in the meta store come with those of the project. */
export interface FirstFiles {
  /**
   * Stores the files, all or nothing.
   *
   * @returns an entry of a cell for each, and the statements that make them known
   * @throws AppError DISK_FULL
   */
  readonly keep: (
    projectId: string,
    userId: number,
    files: readonly MadeFile[],
  ) => Promise<{ readonly files: readonly AttachedFile[]; readonly steps: readonly Step[] }>
  /** Removes the files of a project that was not made after all. */
  readonly discard: (projectId: string) => Promise<void>
}

/** Files of attachment cells. */
export interface Attachments {
  readonly firstFiles: FirstFiles
  readonly handlers: Handlers<typeof attachmentOperations>
  /**
   * Takes the bytes of an upload; what becomes of them says the operation. The rights are asked before the first byte.
   *
   * @throws AppError those of `authorize`, TOO_MANY_REQUESTS, ATTACHMENT_TOO_LARGE, DISK_FULL
   */
  readonly receive: (
    context: CallContext,
    name: string | undefined,
    content: AsyncIterable<Uint8Array>,
  ) => Promise<ArrivedFile>
  /** @throws AppError those of `authorize`, ATTACHMENT_TOO_LARGE */
  readonly mayReceive: (context: CallContext, bytes: number | undefined) => void
  /** @throws AppError those of `authorize`, ATTACHMENT_NOT_FOUND */
  readonly open: (context: CallContext, id: string) => Promise<OpenFile>
  /** @throws AppError ATTACHMENT_LINK_ENDED, ATTACHMENT_NOT_FOUND */
  readonly openLink: (ticket: string) => Promise<OpenFile>
  /** Puts the files of a deleted project where its database went. */
  readonly projectDeleted: (projectId: string) => Promise<void>
}

/** With what a form around a file takes: its borders and the envelope. */
const attachmentMaxWithForm = attachmentMaxBytes + 64 * 1024

export async function createAttachments(options: AttachmentsOptions): Promise<Attachments> {
  const { store, clock, ids, profile } = options
  const now = (): string => clock.now().toISOString()
  const storage = await createAttachmentStorage(profile.attachments, ids)
  const links = createFileLinks(createSecretBox(await linkSecret(store, now()), 'attachment links'), clock)
  let receiving = 0

  const find = (projectId: string, id: string) =>
    store.find(metaTables.attachments, 'WHERE id = ? AND project_id = ?', [id, projectId])

  const opened = async (projectId: string, id: string, title?: string, download = false): Promise<OpenFile> => {
    const row = await find(projectId, id)
    const file = row && (await storage.open(projectId, id))
    if (!file) throw new AppError('ATTACHMENT_NOT_FOUND')
    // What it is was decided by the name that it came with; another name to save it under changes nothing of that.
    return { id, title: title ?? row.title, type: fileType(row.title), size: file.size, download, handle: file.handle }
  }

  const mayReceive: Attachments['mayReceive'] = (context, bytes) => {
    authorize(context, 'file.upload')
    inProject(context)
    if (bytes !== undefined && bytes > attachmentMaxWithForm) throw tooLarge()
  }

  const rowStep = (projectId: string, id: string, userId: number | null, file: Required<Omit<AttachedFile, 'url'>>) =>
    insertInto(metaTables.attachments, { id, project_id: projectId, ...file, user_id: userId, created_at: now() })

  return {
    mayReceive,

    firstFiles: {
      keep: async (projectId, userId, files) => {
        const made = files.map(({ title, bytes }) => {
          const id = ids.hex(16)
          const facts = { title, mimetype: fileType(title).mimetype, size: bytes.byteLength }
          return { id, bytes, facts }
        })
        await storage.keepAll(projectId, made)
        return {
          files: made.map(({ id, facts }) => ({ url: storedFileUrl({ projectId, id }, facts.title), ...facts })),
          steps: made.map(({ id, facts }) => rowStep(projectId, id, userId, facts)),
        }
      },
      discard: storage.removeProject,
    },

    receive: async (context, name, content) => {
      mayReceive(context, undefined)
      if (receiving >= uploadsAtOnce) throw new AppError('TOO_MANY_REQUESTS', { seconds: 5 })
      receiving += 1
      try {
        return { title: fileTitle(name), ...(await storage.receive(content)) }
      } finally {
        receiving -= 1
      }
    },

    open: async (context, id) => {
      authorize(context, 'file.read')
      return opened(inProject(context).projectId, id)
    },

    openLink: async (ticket) => {
      const link = links.read(ticket)
      if (!link) throw new AppError('ATTACHMENT_LINK_ENDED')
      const { projectId, id, sessionId, title, download } = link
      const [member] = await store.read(memberQuery, [sessionId, now(), projectId])
      const role = projectRoles.find((each) => each === member?.[0])
      if (role === undefined || !can([role], 'file.read')) throw new AppError('ATTACHMENT_LINK_ENDED')
      return opened(projectId, id, title, download)
    },

    projectDeleted: async (projectId) => {
      const day = now().slice(0, 10)
      const name = `${basename(projectId)}-attachments-${day}-${ids.hex(4)}`
      await storage.moveProject(projectId, join(profile.backups, name))
      await store.transact([deleteFrom(metaTables.attachments, 'project_id = ?', [projectId])])
    },

    handlers: {
      xcAttachmentUpload: async (context) => {
        const { projectId } = inProject(context)
        const { upload } = context
        if (!upload) throw new AppError('ATTACHMENT_MISSING')
        const id = ids.hex(16)
        const { title, size } = upload
        const { mimetype } = fileType(title)
        await upload.keep(projectId, id)
        try {
          await store.transact([rowStep(projectId, id, context.actor.userId, { title, mimetype, size })])
        } catch (error) {
          await storage.remove(projectId, id)
          throw error
        }
        return { url: storedFileUrl({ projectId, id }, title), title, mimetype, size }
      },

      attachmentLink: async (context, { url, title, download = false }) => {
        const { projectId, caller } = inProject(context)
        const address = storedFileAddress(url)
        const row = address?.projectId === projectId ? await find(projectId, address.id) : undefined
        if (!row || caller.kind !== 'user') throw new AppError('ATTACHMENT_NOT_FOUND')
        const shown = title === undefined ? row.title : fileTitle(title)
        const { ticket, expires } = links.make({
          projectId,
          id: row.id,
          sessionId: caller.sessionId,
          title: shown,
          download,
        })
        return { url: `/dl/link/${ticket}/${encodeURIComponent(shown)}`, expires }
      },
    },
  }
}

const memberQuery = `SELECT m.roles FROM nc_sessions s
  JOIN nc_projects_users m ON m.user_id = s.user_id
  WHERE s.id = ? AND s.expires_at > ? AND m.project_id = ?`

const secretName = 'nc_attachment_link_secret'
const secretBytes = 32

/** What addresses are sealed with: made once, shared by all servers of the installation. */
async function linkSecret(store: MetaStore, at: string): Promise<Uint8Array> {
  const kept = await keepOnce(store, secretName, randomBytes(secretBytes).toString('base64url'), at)
  return new Uint8Array(Buffer.from(kept, 'base64url'))
}
