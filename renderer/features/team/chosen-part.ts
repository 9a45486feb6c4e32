import { tabs } from '@renderer/features/tabs'
import { create } from 'zustand'
import { teamTabId } from './tab-id'

interface ChosenPart {
  /** Id of the shown part; undefined for the first one. */
  readonly id: string | undefined
  /** True if the part with the roles shows a new one. */
  readonly isNewRole: boolean
}

/** The shown part of Team & Auth. */
export const useChosenPart = create<ChosenPart>(() => ({ id: undefined, isNewRole: false }))

export const choosePart = (id: string): void => useChosenPart.setState({ id, isNewRole: false })

export const newRoleLeft = (): void => useChosenPart.setState({ isNewRole: false })

/** Opens Team & Auth with one of its parts. */
export function openTeam(part: string): void {
  choosePart(part)
  tabs.openKind(teamTabId)
}

/** Opens the editor of a new role in Team & Auth. */
export function openNewRole(): void {
  useChosenPart.setState({ id: 'roles', isNewRole: true })
  tabs.openKind(teamTabId)
}
