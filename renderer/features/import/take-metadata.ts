import { can } from '@common/permissions'
import { files, invalidateProject, queryClient } from '@renderer/api'
import { sentence, type Sentence } from '@renderer/i18n'
import { afterProjectCreated, effectiveRoles, goTo, toast, useInstallation, useUsers } from '@renderer/stores'

/** Makes a project of a metadata file and opens it. */
export async function makeProjectOfMetadata(file: File): Promise<void> {
  const { name } = file
  if (!can(effectiveRoles(useUsers.getState()), 'project.create')) {
    toast.error(sentence('importStart.metadata.notAllowed', { name }))
    return
  }
  // Not part of the first load.
  const { runWork } = await import('@renderer/features/work')
  await runWork(
    {
      type: sentence('importStart.metadata.type'),
      module: sentence('importStart.metadata.module'),
      running: sentence('importStart.metadata.making', { name }),
      detail: sentence('importStart.metadata.detail'),
      failed: sentence('importStart.metadata.failed', { name }),
      cancelled: sentence('importStart.metadata.cancelled', { name }),
    },
    (signal) => files.sendMetadata('projectImport', undefined, file, { signal }),
    async ({ id, title, created, missingViews }) => {
      invalidateProject(queryClient, undefined, ['projects'])
      await goTo(afterProjectCreated(useInstallation.getState().info, id))
      const detail = missingViews.length === 0 ? {} : { detail: missingWords(missingViews) }
      const text = sentence('importStart.metadata.made', { title, count: created })
      toast.success(text, detail)
      return text
    },
  )
}

/** Names SQL views that the database lacks. */
export const missingWords = (views: readonly string[]): Sentence =>
  sentence('importStart.metadata.missingViews', { count: views.length, views })
