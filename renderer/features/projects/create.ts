import { sampleFirstTable } from '@common/sample/first-table'
import { client, messageOf } from '@renderer/api'
import { t } from '@renderer/i18n'
import { afterProjectCreated, goTo, loader, nextFocus, toast, useInstallation } from '@renderer/stores'

/** Goes where a new project leads (S1 §2). */
export function enterProject(projectId: string): void {
  void goTo(afterProjectCreated(useInstallation.getState().info, projectId))
}

/** Makes the sample record store and opens it. Takes a moment, so the window says so. */
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
