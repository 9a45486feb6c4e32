import { can } from '@common/permissions'
import { formatFacts, sentence } from '@renderer/i18n'
import { effectiveRoles, goTo, toast, useUsers } from '@renderer/stores'
import { useDropTargets } from './drop-target'
import { useImports } from './import-store'

let waiting: readonly File[] = []

/**
 * Imports files that the system gave to the application, as if the user had dropped them on the window: into the open
 * project, else into a new one. Waits for an open import, and for a user to sign in.
 */
export function takeGiven(files: readonly File[]): void {
  const isFollowing = waiting.length > 0
  waiting = [...waiting, ...files]
  if (isFollowing || takeNow()) return
  const ends = [useDropTargets.subscribe(follow), useImports.subscribe(follow), useUsers.subscribe(follow)]
  function follow(): void {
    if (takeNow()) for (const end of ends) end()
  }
  // Where nothing takes files, the list of projects does. Without a user, it asks to sign in first.
  if (useImports.getState().request === undefined) void goTo('/projects')
}

/** @returns true if nothing waits any more */
function takeNow(): boolean {
  if (waiting.length === 0) return true
  const { target } = useDropTargets.getState()
  const users = useUsers.getState()
  if (useImports.getState().request !== undefined) return false
  if (target === undefined && (users.user === null || can(effectiveRoles(users), 'project.create'))) return false
  const files = waiting
  waiting = []
  if (target !== undefined) target.take(files)
  else toast.error(sentence('importStart.opening.mayNot', { files: formatFacts(files.map(({ name }) => name)) }))
  return true
}
