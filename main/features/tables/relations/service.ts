import { AppError } from '@common/errors'
import { inverse } from '@common/operations/inverse'
import { findNamed } from '@common/wire/named'
import { formerly } from '@common/wire/former-title'
import type { SchemaPlan } from '@main/db/schema-plan'
import type { AssociationRequest } from './association'
import type { TableLookups } from '../catalog/catalog'
import type { Call, Changes } from '../changes/changes'
import { relationMaking } from './create'
import { relationDeleting } from './delete'
import { checkTitle, linkTitle } from './parts'
import type { MadeLink, NewLink, RelationEnds, Actions } from './types'

/** Creates and deletes relations atomically. Both sides show them at once. */
export interface RelationService {
  /**
   * Creates columns and relation. @throws AppError TABLE_NOT_FOUND, TABLE_READ_ONLY, TABLE_WITHOUT_KEY, COLUMN_EXISTS
   */
  readonly link: (call: Call, link: NewLink) => Promise<MadeLink>
  /**
   * Creates a foreign key on existing columns. @throws AppError RELATION_EXISTS, RELATION_PARENT_NOT_UNIQUE,
   * RELATION_COLUMNS_DIFFER
   */
  readonly create: (call: Call, ends: RelationEnds & Actions) => Promise<SchemaPlan>
  /** Creates a relation that only Basalt knows. Returns its id. */
  readonly createVirtual: (call: Call, ends: RelationEnds & Actions) => Promise<string>
  /** Creates a junction table. */
  readonly createManyToMany: (call: Call, request: AssociationRequest) => Promise<MadeLink>
  /**
   * Deletes a relation, optionally with its column. @throws AppError RELATION_NOT_FOUND, COLUMN_IN_USE,
   * COLUMN_KEY_FIXED
   */
  readonly remove: (call: Call, ends: RelationEnds, options: { readonly dropColumn: boolean }) => Promise<SchemaPlan>
  readonly removeVirtual: (call: Call, ends: RelationEnds) => Promise<number>
  /** Deletes a many-to-many relation with its association table. @throws AppError RELATION_TABLE_HAS_MORE */
  readonly removeManyToMany: (call: Call, associationTable: string) => Promise<SchemaPlan>
  /** Renames a virtual column. @throws AppError VIRTUAL_COLUMN_NOT_FOUND, COLUMN_EXISTS, COLUMN_NAME_INVALID */
  readonly retitle: (call: Call, table: string, title: string, newTitle: string) => Promise<void>
}

export function createRelationService(catalog: TableLookups, changes: Changes): RelationService {
  const making = relationMaking(catalog, changes)
  const deleting = relationDeleting(catalog, changes)

  const retitle = async (call: Call, nameOrTitle: string, title: string, given: string): Promise<void> => {
    const { projectId } = call
    const [table, metadata] = await Promise.all([catalog.get(projectId, nameOrTitle), catalog.metadata(projectId)])
    const column =
      findNamed(table.virtualColumns, title, (each) => ({ name: each.id, title: each.title })) ?? formerly(table, title)
    if (column === undefined) throw new AppError('VIRTUAL_COLUMN_NOT_FOUND', { column: title, table: table.title })
    const newTitle = given.trim()
    checkTitle(table, newTitle, column)
    const stored = (metadata.virtualColumns.get(table.name) ?? []).find(({ id }) => id === column.id)
    const change = stored
      ? { kind: 'setVirtualColumn' as const, column: { ...stored, title: newTitle } }
      : linkTitle(table.name, column.id, newTitle)
    await changes.store(
      call,
      [change],
      [inverse('virtualColumnRename', { table: table.name, column: column.id, title: column.title })],
    )
  }

  const planned = <T>(call: Call, action: () => Promise<T>): Promise<T> =>
    changes.inTurn(call.projectId, () => changes.retried(action))

  return {
    link: (call, asked) => planned(call, () => making.link(call, asked)),
    create: (call, ends) => planned(call, () => making.create(call, ends)),
    createVirtual: (call, ends) => planned(call, () => making.createVirtual(call, ends)),
    createManyToMany: (call, request) => planned(call, () => making.createManyToMany(call, request)),
    remove: (call, ends, options) => planned(call, () => deleting.remove(call, ends, options)),
    removeVirtual: (call, ends) => planned(call, () => deleting.removeVirtual(call, ends)),
    removeManyToMany: (call, table) => planned(call, () => deleting.removeManyToMany(call, table)),
    retitle: (call, table, title, newTitle) => planned(call, () => retitle(call, table, title, newTitle)),
  }
}
