import { sampleFirstTable } from '@common/sample/first-table'
import { client, messageOf } from '@renderer/api'
import { t } from '@renderer/i18n'
import { afterProjectCreated, goTo, loader, nextFocus, toast, useInstallation } from '@renderer/stores'

/** Opens the target page of a new project (S1 §2). */
export function enterProject(projectId: string): void {
  void goTo(afterProjectCreated(useInstallation.getState().info, projectId))
}

/** Creates and opens the sample record store. Shows progress, because it takes a moment. */
export async function makeSample(): Promise<void> {
  loader.show(t('projects.makingSample'))
  try {
    const { id } = await client.call('projectCreateSample', {})
    enterProject(id)
    nextFocus.ask({ table: sampleFirstTable })
    toast.success(t('projects.sampleReady'))
  } catch (error) {
    toast.error(t('projects.sampleFailed'), { detail: messageOf(error) })
  } finally {
    loader.hide()
  }
}
