import { useUnsaved } from '@renderer/stores'
import { useMemo } from 'react'
import { netChanges, type NetChange } from './net-changes'
import { stagedIn } from './staging'

/** Returns what a commit of the staged edits of a project would change. */
export function useStaged(projectId: string): readonly NetChange[] {
  const edits = useUnsaved((state) => state.edits)
  return useMemo(() => netChanges(stagedIn(edits, projectId)), [edits, projectId])
}
