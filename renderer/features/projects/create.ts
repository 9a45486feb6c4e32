import { sampleFirstTable } from '@common/sample/first-table'
import { client, sentenceOf } from '@renderer/api'
import { sentence } from '@renderer/i18n'
import { afterProjectCreated, goTo, loader, nextFocus, toast, useInstallation } from '@renderer/stores'

/** Opens the target page of a new project (S1 §2). */
export function enterProject(projectId: string): void {
  void goTo(afterProjectCreated(useInstallation.getState().info, projectId))
}

/** Creates and opens the sample record store. Shows progress, because it takes a moment. */
export async function makeSample(): Promise<void> {
  loader.show(sentence('projects.makingSample'))
  try {
    const { id } = await client.call('projectCreateSample', {})
    enterProject(id)
    nextFocus.ask({ table: sampleFirstTable })
    toast.success(sentence('projects.sampleReady'))
  } catch (error) {
    toast.error(sentence('projects.sampleFailed'), { detail: sentenceOf(error) })
  } finally {
    loader.hide()
  }
}
