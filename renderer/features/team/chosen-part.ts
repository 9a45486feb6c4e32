import { tabs } from '@renderer/features/tabs'
import { create } from 'zustand'
import { teamTabId } from './tab-id'

interface ChosenPart {
  /** Id of the shown part; undefined for the first one. */
  readonly id: string | undefined
}

/** The shown part of Team & Auth. */
export const useChosenPart = create<ChosenPart>(() => ({ id: undefined }))

export const choosePart = (id: string): void => useChosenPart.setState({ id })

/** Opens Team & Auth with one of its parts. */
export function openTeam(part: string): void {
  choosePart(part)
  tabs.openKind(teamTabId)
}
