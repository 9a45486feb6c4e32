import { AppError } from '@common/errors'
import type { Table } from '@common/model'
import { inverse } from '@common/operations/inverse'
import type { SchemaPlan } from '@main/db/schema-plan'
import type { TableLookups } from '../catalog/catalog'
import type { Call, Changes } from '../changes/changes'
import { checkAction, checkComparable, checkUnique, sameColumns } from './checks'
import { linkMaking } from './make-link'
import { columnOf, endNames, keyTo, storedRelation } from './parts'
import type { RelationEnds, Actions } from './types'

/** Creates relations in three steps: plan, journal, run. The caller serializes them. */
export function relationMaking(catalog: TableLookups, changes: Changes) {
  const { editable, run, store, ids, database: databaseOf } = changes

  const resolve = async (projectId: string, ends: RelationEnds) => {
    const [child, parent] = await Promise.all([
      catalog.get(projectId, ends.childTable),
      catalog.get(projectId, ends.parentTable),
    ])
    return {
      child,
      parent,
      childColumn: columnOf(child, ends.childColumn),
      parentColumn: columnOf(parent, ends.parentColumn),
    }
  }

  /** Returns the existing relation between two columns. */
  const findRelation = async (projectId: string, child: Table, columns: readonly string[], parent: Table) => {
    const graph = await catalog.graph(projectId)
    return graph
      .from(child.name)
      .find((relation) => relation.parentTable === parent.name && sameColumns(relation.childColumns, columns))
  }

  const refuseTwice = async (projectId: string, child: Table, columns: readonly string[], parent: Table) => {
    if ((await findRelation(projectId, child, columns, parent)) !== undefined)
      throw new AppError('RELATION_EXISTS', { child: child.title, parent: parent.title })
  }

  const create = async (call: Call, ends: RelationEnds & Actions): Promise<SchemaPlan> => {
    const { projectId } = call
    const [database, { child, parent, childColumn, parentColumn }] = await Promise.all([
      databaseOf(projectId),
      resolve(projectId, ends),
    ])
    await editable(projectId, child.name)
    await editable(projectId, parent.name)
    await refuseTwice(projectId, child, [childColumn.name], parent)
    checkUnique(parent, [parentColumn])
    checkComparable(child, childColumn, parent, parentColumn)
    checkAction(ends, childColumn)
    const plan = await database.dialect.schema.addForeignKey(
      database,
      child.name,
      keyTo(parent, [childColumn.name], [parentColumn.name], ends),
      [],
    )
    await run(call, database, {
      operation: 'relationCreate',
      table: child.name,
      tableAfter: child.name,
      plan,
      metadata: [],
      undoneBy: [inverse('relationDelete', endNames(child, childColumn.name, parent, parentColumn.name))],
    })
    return plan
  }

  const createVirtual = async (call: Call, ends: RelationEnds & Actions): Promise<string> => {
    const { projectId } = call
    const { child, parent, childColumn, parentColumn } = await resolve(projectId, ends)
    await refuseTwice(projectId, child, [childColumn.name], parent)
    checkComparable(child, childColumn, parent, parentColumn)
    const id = ids.hex(16)
    await store(
      call,
      [storedRelation(id, child, [childColumn.name], parent, [parentColumn.name], ends)],
      [inverse('virtualRelationDelete', endNames(child, childColumn.name, parent, parentColumn.name))],
    )
    return id
  }

  return { create, createVirtual, ...linkMaking(catalog, changes) }
}
