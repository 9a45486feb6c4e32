import type { ProjectListEntry } from '@common/operations/projects'
import type { Permission, Permissions } from '@common/permissions'
import type { ComponentType } from 'react'

export interface TeamPartProps {
  readonly project: ProjectListEntry
  readonly permissions: Permissions
}

/** A part of Team & Auth. A feature declares its own as `teamParts` in its file `team-parts.tsx`. */
export interface TeamPart {
  readonly id: string
  readonly title: () => string
  readonly permission: Permission
  /** Lower numbers come first. */
  readonly order: number
  /** A number after the title. */
  readonly Badge?: ComponentType<{ readonly projectId: string }>
  readonly Page: ComponentType<TeamPartProps>
}

const files = import.meta.glob<readonly TeamPart[]>('../*/team-parts.tsx', { eager: true, import: 'teamParts' })

/** All parts in the order of the tabs. */
export const teamParts: readonly TeamPart[] = Object.values(files)
  .flat()
  .toSorted((left, right) => left.order - right.order)
