import type { Table } from '@common/model'
import type { Permissions } from '@common/permissions'
import { viewKinds, type ViewKind } from '@common/views'
import type { Command } from '@renderer/actions'
import type { IconName } from '@renderer/ui'
import type { ComponentType } from 'react'
import type { ColumnCommands } from './column-commands'
import type { TableView } from './use-table-view'

/** Props of the component that shows a view. */
export interface ViewProps {
  readonly projectId: string
  readonly table: Table
  readonly permissions: Permissions
  readonly columnCommands: ColumnCommands | undefined
  readonly view: TableView
}

/**
 * A kind of view. The file `view-kind.ts` of a feature declares it as `viewKind`; menus, drawer, palette and the open
 * table follow from the declaration.
 */
export interface ViewKindDeclaration {
  readonly kind: ViewKind
  readonly icon: IconName
  /** Creates a view of this kind from the palette or by key. */
  readonly create: Pick<Command, 'id' | 'label' | 'keys'>
  /** Loaded as a separate chunk. */
  readonly View: ComponentType<ViewProps>
}

const files = import.meta.glob<ViewKindDeclaration>('../*/view-kind.ts', { eager: true, import: 'viewKind' })
const declared = Object.values(files)

/** Returns the declaration of a kind. */
export function viewKindOf(kind: ViewKind): ViewKindDeclaration {
  const found = declared.find((each) => each.kind === kind)
  if (found === undefined) throw new Error(`no feature declares views of the kind ${kind}`)
  return found
}

/** All kinds in the order of menus. */
export const allViewKinds: readonly ViewKindDeclaration[] = viewKinds.map(viewKindOf)
