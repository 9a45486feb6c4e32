import type { Knex } from 'knex'

/** A change that knex writes for each engine, as one statement or several that can be repeated one by one. */
export type SchemaChange = (schema: Knex.SchemaBuilder) => Knex.SchemaBuilder

/**
 * One numbered step of the meta store's schema. Runs in one transaction if the engine supports it. Never edit a
 * released one: correct it with a new one.
 */
export interface Migration {
  /** Ascending. */
  readonly version: number
  readonly name: string
  /**
   * New columns and indexes are schema changes. New tables are SQL that all engines share. For MySQL, knex would write
   * references as separate statements, which a second run couldn't repeat.
   */
  readonly statements: readonly (string | SchemaChange)[]
}
