import type { ColumnDefinition, ForeignKey } from '@common/model'
import type { Database } from '@main/db/database'
import type { SchemaSql } from '@main/db/dialect'
import type { SchemaPlan } from '@main/db/schema-plan'
import { joinPlans, onceEach } from './set-aside'

/** Collects changes of one table for a plan. */
export interface CollectedChanges {
  readonly add: (change: { readonly kind: 'add'; readonly column: ColumnDefinition }) => Promise<void>
  readonly drop: (column: string) => void | Promise<void>
  readonly addReference: (key: ForeignKey) => void
  readonly dropReference: (key: ForeignKey) => void
  readonly plan: () => SchemaPlan
}

export interface ForeignKeyParts {
  /** @throws AppError TABLE_NOT_FOUND, TABLE_READ_ONLY */
  readonly planFor: (database: Database, table: string) => Promise<CollectedChanges>
  /** @throws AppError TABLE_NOT_FOUND, TABLE_READ_ONLY, TABLE_IN_USE */
  readonly dropTable: SchemaSql['dropTable']
  readonly renameTable: SchemaSql['renameTable']
  /** Joins the loss of the keys and the new name of a table. Default: one after the other. */
  readonly joined?: (keys: SchemaPlan, renamed: SchemaPlan, newName: string) => SchemaPlan
}

/** Returns the plans of an engine that concern foreign keys. */
export function foreignKeyPlans({
  planFor,
  dropTable,
  renameTable,
  joined = joinPlans,
}: ForeignKeyParts): Pick<SchemaSql, 'addForeignKey' | 'dropForeignKey' | 'setAside'> {
  return {
    addForeignKey: async (database, name, key, newColumns) => {
      const plan = await planFor(database, name)
      for (const column of newColumns) await plan.add({ kind: 'add', column })
      plan.addReference(key)
      return plan.plan()
    },
    dropForeignKey: async (database, name, key, dropColumns) => {
      const plan = await planFor(database, name)
      plan.dropReference(key)
      for (const column of dropColumns) await plan.drop(column)
      return plan.plan()
    },
    setAside: async (database, wanted, newName) => {
      // A table that can't be dropped can't be renamed away either.
      await dropTable(database, wanted)
      const native = await database.dialect.introspect.describeTable(database, wanted)
      const name = native?.name ?? wanted
      const renamed = await renameTable(database, name, newName)
      const keys = onceEach(native?.foreignKeys ?? [])
      if (keys.length === 0) return renamed
      const plan = await planFor(database, name)
      for (const key of keys) plan.dropReference(key)
      return joined(plan.plan(), renamed, newName)
    },
  }
}
