import { defaultDbAlias } from '@common/constants'
import type { TableSummary } from '@common/model'
import type { ProjectListEntry } from '@common/operations/projects'
import type { Permission, Permissions } from '@common/permissions'
import type { Command } from '@renderer/actions'
import type { IconName } from '@renderer/ui'
import type { ComponentType } from 'react'

/** Props of the page of a tab. */
export interface TabPageProps {
  readonly project: ProjectListEntry
  readonly tables: readonly TableSummary[]
  readonly permissions: Permissions
  readonly onOpenTable: (name: string) => void
  /** Reloads open rows of the project. */
  readonly onRowsWritten: () => void
}

/** Props of the sidebar line that opens a tab. */
export interface TabEntryProps {
  readonly projectId: string
  readonly isActive: boolean
  readonly onOpen: () => void
}

/** The groups of the sidebar, from top to bottom. */
export const placeGroups = ['data', 'automate', 'develop', 'manage'] as const
export type PlaceGroup = (typeof placeGroups)[number]

/**
 * A kind of tab with one tab per project, beside tables. The file `tab.tsx` of a feature declares it as `tabKind`;
 * sidebar, tab strip, address, palette and dashboard follow from the declaration.
 */
export interface TabKind {
  /** Names the kind in addresses and in saved sessions. */
  readonly id: string
  readonly icon: IconName
  readonly title: () => string
  readonly permission: Permission
  /** Opens the tab from the palette or by key. */
  readonly command: Pick<Command, 'id' | 'label' | 'keys'>
  /** Its group in the sidebar. Default `manage`. */
  readonly group?: PlaceGroup
  /** Lower numbers come first in its group. */
  readonly order: number
  /** False: another page and the palette open it. */
  readonly inSidebar?: false
  /** Opens from the app bar too (S1 §2). */
  readonly inBar?: true
  /** Opens by itself with a project, behind the first table, for holders of this permission (S1 §2). */
  readonly openedFor?: Permission
  /** Opens in front with a project of this type (S1 §2). */
  readonly openedForType?: ProjectListEntry['projectType']
  /** The sidebar line. Default: icon and title. */
  readonly Entry?: ComponentType<TabEntryProps>
  readonly Page: ComponentType<TabPageProps>
}

/** Props of the page of a tab about one object. */
export interface ObjectTabPageProps {
  readonly project: ProjectListEntry
  /** Name of the object. */
  readonly name: string
  readonly permissions: Permissions
  readonly onOpenTable: (name: string) => void
}

/**
 * A kind with one tab per object of the project, such as a function of the database. The tree and commands open these
 * tabs. The file `object-tabs.tsx` of a feature declares them as `objectTabKinds`.
 */
export interface ObjectTabKind {
  readonly id: string
  readonly icon: IconName
  /** Title of the tab of an object. */
  readonly title: (name: string) => string
  readonly permission: Permission
  readonly Page: ComponentType<ObjectTabPageProps>
}

const objectFiles = import.meta.glob<readonly ObjectTabKind[]>('../*/object-tabs.tsx', {
  eager: true,
  import: 'objectTabKinds',
})
const objectTabKinds: readonly ObjectTabKind[] = Object.values(objectFiles).flat()

/** Returns the kind of a tab about an object; undefined for all others. */
export function objectTabKindOf(id: string): ObjectTabKind | undefined {
  return objectTabKinds.find((kind) => kind.id === id)
}

/** Returns the tab of an object. */
export function tabOfObject({ id, title }: ObjectTabKind, name: string) {
  return { type: id, name, title: title(name), dbAlias: defaultDbAlias }
}

const files = import.meta.glob<TabKind>('../*/tab.tsx', { eager: true, import: 'tabKind' })

/** All kinds in the order of the sidebar. */
export const tabKinds: readonly TabKind[] = Object.values(files).toSorted((left, right) => left.order - right.order)

/** Returns the kind with this id; undefined for tables. */
export function tabKindOf(id: string): TabKind | undefined {
  return tabKinds.find((kind) => kind.id === id)
}

/** Returns the title of a tab in the current language: it is saved in the language in which it was opened. */
export function titleOfTab({
  type,
  name,
  title,
}: {
  readonly type: string
  readonly name: string
  readonly title: string
}): string {
  return tabKindOf(type)?.title() ?? objectTabKindOf(type)?.title(name) ?? title
}

/** True for the kinds of tabs, objects, tables and database views. */
export function isTabType(type: unknown): type is string {
  return (
    typeof type === 'string' &&
    (type === 'table' || type === 'view' || (tabKindOf(type) ?? objectTabKindOf(type)) !== undefined)
  )
}

/** Returns the single tab of a kind. */
export function tabOfKind({ id, title }: TabKind) {
  return { type: id, name: id, title: title(), dbAlias: defaultDbAlias }
}
