import type { Command, CommandContext } from '@renderer/actions'
import { tabPanelId } from '@renderer/features/tabs'
import { projectOfPath } from '@renderer/stores'
import { commitNow } from './staged-review'
import { isStaging } from './staging'

const projectOf = ({ path }: CommandContext): string | undefined => projectOfPath(path)

const isInField = (): boolean => document.activeElement?.matches('input, textarea, [contenteditable="true"]') === true

/** Ctrl+S in a project in production. */
export const stagedCommands: readonly Command[] = [
  {
    id: 'staged.commit',
    label: 'staged.commitAll',
    keys: ['Mod+S'],
    area: 'edit',
    inFields: true,
    when: (at) => isStaging(projectOf(at) ?? ''),
    run: (at) => {
      const projectId = projectOf(at)
      if (projectId === undefined) return
      // An open editor writes its text to the cell when it loses the focus.
      if (isInField()) document.getElementById(tabPanelId)?.focus()
      setTimeout(() => void commitNow(projectId))
    },
  },
]
