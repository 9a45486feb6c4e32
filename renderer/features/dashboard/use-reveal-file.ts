import type { ProjectListEntry } from '@common/operations/projects'
import { usePageCommand } from '@renderer/actions'
import { desktop, sentenceOf, unwrap } from '@renderer/api'
import { toast, useUsers } from '@renderer/stores'

/** Registers the command that shows the file of a SQLite project in its folder, in the desktop application. */
export function useRevealFile({ id, source }: ProjectListEntry): void {
  const shell = desktop()
  const reveal = (): void => {
    if (shell === undefined) return
    const { token } = useUsers.getState()
    unwrap(shell.reveal({ what: 'project', projectId: id, token })).catch((error: unknown) =>
      toast.error(sentenceOf(error)),
    )
  }
  usePageCommand(
    { id: 'project.reveal', label: 'actions.revealProject', keys: [] },
    shell === undefined || source === 'server' ? undefined : reveal,
  )
}
