import type { Knex } from 'knex'

/** A change that knex writes for each engine, as one statement or several that can be repeated one by one. */
export type SchemaChange = (schema: Knex.SchemaBuilder) => Knex.SchemaBuilder

/**
 * One numbered step of the meta store's schema. It runs in one transaction where the engine can. Never edit one after
 * its release: correct it with the next one.
 */
export interface Migration {
  /** From 1, without gaps. */
  readonly version: number
  readonly name: string
  /**
   * New columns and indexes are schema changes. New tables are SQL that all engines share: knex would write the
   * references of a table as separate statements for MySQL, which a second run could not repeat.
   */
  readonly statements: readonly (string | SchemaChange)[]
}
