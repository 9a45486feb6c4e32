import type { ProjectListEntry } from '@common/operations/projects'
import type { Permission, Permissions } from '@common/permissions'
import type { ComponentType } from 'react'

export interface SharePartProps {
  readonly project: ProjectListEntry
  readonly permissions: Permissions
  readonly onClose: () => void
  /** Shows another part, by its id. */
  readonly onChoose: (part: string) => void
}

/** A part of the Share dialog, such as people or links. A feature declares its own as `sharePart` in `share-part.tsx`. */
export interface SharePart {
  readonly id: string
  readonly title: () => string
  readonly permission: Permission
  /** Lower numbers come first. */
  readonly order: number
  /** A number or a state after the title. */
  readonly Badge?: ComponentType<{ readonly projectId: string }>
  readonly Page: ComponentType<SharePartProps>
  /** Further actions beside Done. */
  readonly Footer?: ComponentType<SharePartProps>
}

const files = import.meta.glob<SharePart>('../*/share-part.tsx', { eager: true, import: 'sharePart' })

/** All parts in the order of the tabs. */
export const shareParts: readonly SharePart[] = Object.values(files).toSorted((left, right) => left.order - right.order)
