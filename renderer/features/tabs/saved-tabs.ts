import { tabsHeld } from '@common/constants'
import { isTabType } from './kinds'
import type { SavedTabs, Tab } from './tabs-store'

/** Whose tabs: a user's own ones, and those of their preview. */
export interface TabsOwner {
  readonly person: string
  readonly isPreview: boolean
}

const noTabs: SavedTabs = { tabs: [] }

const placeOf = (projectId: string, isPreview: boolean): string =>
  `basalt.tabs.${projectId}${isPreview ? '.preview' : ''}`

/** Saves the tabs for this window. Other windows of the same browser have their own. */
export function keepTabs(projectId: string, { person, isPreview }: TabsOwner, { tabs, activeKey }: SavedTabs): void {
  attempt(() => sessionStorage.setItem(placeOf(projectId, isPreview), JSON.stringify({ person, tabs, activeKey })))
}

/** Returns the saved tabs of this user; none if they are missing or unreadable. */
export function savedTabs(projectId: string, { person, isPreview }: TabsOwner): SavedTabs {
  const text = attempt(() => sessionStorage.getItem(placeOf(projectId, isPreview))) ?? 'null'
  const read = attempt(() => JSON.parse(text) as unknown)
  // The tabs belong to the user who opened them, not to the next one who signs in.
  if (!isRecord(read) || read['person'] !== person) return noTabs
  const { tabs, activeKey } = read
  if (!Array.isArray(tabs) || tabs.length > tabsHeld || !tabs.every(isTab)) return noTabs
  return { tabs, activeKey: typeof activeKey === 'string' ? activeKey : undefined }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

function isTab(value: unknown): value is Tab {
  if (!isRecord(value)) return false
  const { key, type, name, title, dbAlias, view, record } = value
  const isText = (part: unknown): boolean => typeof part === 'string'
  return (
    [key, name, title, dbAlias].every(isText) &&
    [view, record].every((part) => part === undefined || isText(part)) &&
    isTabType(type)
  )
}

/** A full or forbidden store costs the memory of tabs, not the session. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
