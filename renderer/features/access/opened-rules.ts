import { tabs } from '@renderer/features/tabs'
import { create } from 'zustand'

/** The table and role whose rules are open below the matrix. */
export interface OpenedRules {
  readonly projectId: string
  readonly table: string
  readonly role: string
}

/** Id of the tab of access rules (S1 §2). */
export const accessTabId = 'acl'

export const useOpenedRules = create<{ readonly opened: OpenedRules | undefined }>(() => ({ opened: undefined }))

export const showRules = (opened: OpenedRules | undefined): void => useOpenedRules.setState({ opened })

/** Opens the access rules of a role for a table in their tab. */
export function openRules(opened: OpenedRules): void {
  showRules(opened)
  tabs.openKind(accessTabId)
}
