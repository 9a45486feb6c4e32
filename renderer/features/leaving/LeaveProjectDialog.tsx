import type { ProjectListEntry } from '@common/operations/projects'
import { client, sentenceOf, useFailure } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { goTo, toast } from '@renderer/stores'
import { ConfirmDialog } from '@renderer/ui'
import { useState } from 'react'

export interface LeaveProjectDialogProps {
  readonly project: Pick<ProjectListEntry, 'id' | 'title'>
  /** True on a page of the project, which asks for what a former member may no longer read. */
  readonly isInside: boolean
  readonly onClose: () => void
}

/** Asks before the user leaves a project. Needs the namespace `projects`. */
export function LeaveProjectDialog({ project, isInside, onClose }: LeaveProjectDialogProps) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useFailure()
  const { id, title } = project

  const leave = async (): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    try {
      if (isInside) await goTo('/projects')
      await client.call('projectLeave', {}, { projectId: id })
      toast.success(sentence('projects.leave.done', { title }))
      onClose()
    } catch (error) {
      setProblem(error)
      setBusy(false)
      if (isInside) toast.error(sentenceOf(error))
    }
  }

  return (
    <ConfirmDialog
      opened
      isOnTop
      onClose={onClose}
      title={t('projects.leave.title', { title })}
      action={t('projects.leave.action')}
      loading={isBusy}
      error={problem}
      onSubmit={() => void leave()}
    >
      <p>{t('projects.leave.text', { title })}</p>
    </ConfirmDialog>
  )
}
