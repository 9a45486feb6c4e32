import { can } from '@common/permissions'
import { files, invalidateProject, messageOf, queryClient } from '@renderer/api'
import { formatFacts, t } from '@renderer/i18n'
import { afterProjectCreated, effectiveRoles, goTo, loader, toast, useInstallation, useUsers } from '@renderer/stores'

/** Makes a project of a metadata file and opens it. */
export async function makeProjectOfMetadata(file: File): Promise<void> {
  const { name } = file
  if (!can(effectiveRoles(useUsers.getState()), 'project.create')) {
    toast.error(t('importStart.metadata.notAllowed', { name }))
    return
  }
  loader.show(t('importStart.metadata.making', { name }))
  try {
    const { id, title, created, missingViews } = await files.sendMetadata('projectImport', undefined, file)
    invalidateProject(queryClient, undefined, ['projects'])
    await goTo(afterProjectCreated(useInstallation.getState().info, id))
    const detail = missingViews.length === 0 ? {} : { detail: missingWords(missingViews) }
    toast.success(t('importStart.metadata.made', { title, count: created }), detail)
  } catch (error) {
    toast.error(t('importStart.metadata.failed', { name }), { detail: messageOf(error) })
  } finally {
    loader.hide()
  }
}

/** Names SQL views that the database lacks. */
export const missingWords = (views: readonly string[]): string =>
  t('importStart.metadata.missingViews', { count: views.length, views: formatFacts(views) })
