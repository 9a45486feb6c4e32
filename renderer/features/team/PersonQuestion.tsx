import type { ListedMember } from '@common/operations/members'
import type { ProjectListEntry } from '@common/operations/projects'
import { client, useFailure } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { ConfirmDialog } from '@renderer/ui'
import { useState } from 'react'

/** Actions that need a confirmation. */
export type AskedOfPerson = 'remove' | 'transfer'

export interface PersonQuestionProps {
  readonly asked: AskedOfPerson
  readonly project: ProjectListEntry
  readonly member: ListedMember
  readonly name: string
  readonly onClose: () => void
}

/** Asks before a member is removed or becomes the owner. */
export function PersonQuestion({ asked, project, member, name, onClose }: PersonQuestionProps) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useFailure()
  const projectId = project.id
  const facts = { person: name, project: project.title }

  const run = async (): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    try {
      await commands[asked]()
    } catch (error) {
      setProblem(error)
      setBusy(false)
    }
  }
  const commands: Readonly<Record<AskedOfPerson, () => Promise<void>>> = {
    remove: async () => {
      await client.call('memberRemove', { userId: member.userId }, { projectId })
      toast.success(sentence('team.people.removed', facts))
      onClose()
    },
    transfer: async () => {
      await client.call('projectTransfer', { userId: member.userId }, { projectId })
      toast.success(sentence('team.people.transferred', facts))
      onClose()
    },
  }

  return (
    <ConfirmDialog
      opened
      isOnTop
      onClose={onClose}
      title={t(`team.people.questions.${asked}.title`, facts)}
      action={t(`team.people.questions.${asked}.action`, facts)}
      danger={asked === 'remove'}
      loading={isBusy}
      error={problem}
      onSubmit={() => void run()}
    >
      <p>{t(`team.people.questions.${asked}.text`, facts)}</p>
    </ConfirmDialog>
  )
}
