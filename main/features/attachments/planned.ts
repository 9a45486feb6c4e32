import { fileType } from '@common/columns/values/file-types'
import { storedFileUrl, type AttachedFile } from '@common/columns/values/files'
import { deleteFrom, metaTables, type MetaStep, type MetaStore } from '@main/db/meta'
import type { Ids } from '@main/lib/ids'
import type { Attachments } from './index'
import type { AttachmentStorage } from './storage'

interface PlannedFilesOptions {
  readonly store: MetaStore
  readonly storage: Pick<AttachmentStorage, 'remove'>
  readonly ids: Ids
  /** Returns the statement that registers a file. */
  readonly rowStep: (
    projectId: string,
    id: string,
    userId: number | null,
    file: Required<Omit<AttachedFile, 'url'>>,
  ) => MetaStep
}

/** Plans files of a form's answers: their entries are checked before anything is stored. */
export function createPlannedFiles({ store, storage, ids, rowStep }: PlannedFilesOptions): Attachments['planned'] {
  return (projectId, userId, uploads) => {
    const files = uploads.map(({ field, file }) => {
      const { title, size } = file
      return { field, file, id: ids.hex(16), facts: { title, mimetype: fileType(title).mimetype, size } }
    })
    // A column may be called `__proto__`.
    const answers = Object.create(null) as Record<string, AttachedFile[]>
    for (const { field, id, facts } of files) {
      answers[field] ??= []
      answers[field].push({ url: storedFileUrl({ projectId, id }, facts.title), ...facts })
    }
    const remove = async (): Promise<void> => {
      await Promise.all(files.map(({ id }) => storage.remove(projectId, id)))
      if (files.length === 0) return
      await store.transact(files.map(({ id }) => deleteFrom(metaTables.attachments, { id, project_id: projectId })))
    }
    return {
      answers,
      remove,
      keep: async () => {
        if (files.length === 0) return
        try {
          for (const { id, file } of files) await file.keep(projectId, id)
          await store.transact(files.map(({ id, facts }) => rowStep(projectId, id, userId, facts)))
        } catch (error) {
          await remove()
          throw error
        }
      },
    }
  }
}
