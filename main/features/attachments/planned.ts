import { fileType } from '@common/columns/values/file-types'
import { storedFileUrl, type AttachedFile } from '@common/columns/values/files'
import { deleteFrom, metaTables, type MetaStep, type MetaStore } from '@main/db/meta'
import type { Ids } from '@main/lib/ids'
import type { FilePlaces } from './places'
import type { Attachments, RowStep } from './types'

interface PlannedFilesOptions {
  readonly store: MetaStore
  readonly places: Pick<FilePlaces, 'remove'>
  readonly ids: Ids
  readonly rowStep: RowStep
}

/** Plans files of a form's answers: their entries are checked before anything is stored. */
export function createPlannedFiles({ store, places, ids, rowStep }: PlannedFilesOptions): Attachments['planned'] {
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
    /** Places of stored files, by id. */
    const placeOf = new Map<string, string>()
    const remove = async (): Promise<void> => {
      await Promise.all([...placeOf].map(([id, place]) => places.remove(place, projectId, id)))
      if (files.length === 0) return
      await store.transact(files.map(({ id }) => deleteFrom(metaTables.attachments, { id, project_id: projectId })))
    }
    return {
      answers,
      remove,
      keep: async () => {
        if (files.length === 0) return
        try {
          const steps: MetaStep[] = []
          for (const { id, file, facts } of files) {
            const stored = await file.keep(projectId, id)
            placeOf.set(id, stored.place)
            steps.push(rowStep(projectId, id, userId, { ...facts, ...stored }))
          }
          await store.transact(steps)
        } catch (error) {
          await remove()
          throw error
        }
      },
    }
  }
}
