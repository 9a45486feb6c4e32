import { z } from 'zod'

/**
 * Dangers of a statement. `losesData`: values or rows are gone afterwards. `mayFail`: existing rows may not meet the new
 * rule, so that the database rejects it.
 */
export const dangers = ['losesData', 'mayFail'] as const
export type Danger = (typeof dangers)[number]

/** A statement of a script that changes one schema into another. */
export interface ScriptStatement {
  readonly sql: string
  /** Name of the table, view or type. */
  readonly object: string
  readonly danger: Danger | null
}

export const schemaObjectKinds = [
  'table',
  'column',
  'primaryKey',
  'unique',
  'index',
  'check',
  'foreignKey',
  'trigger',
  'comment',
  'options',
  'view',
  'type',
] as const
export type SchemaObjectKind = (typeof schemaObjectKinds)[number]

/** A difference between two schemas: what has to be added, removed, changed or renamed in the first one. */
export const schemaDifference = z.object({
  kind: z.enum(['added', 'removed', 'changed', 'renamed']),
  object: z.enum(schemaObjectKinds),
  /** Table, view or type. */
  table: z.string(),
  /** Column, index or constraint; empty for a whole table. */
  name: z.string(),
  /** Definition in the first schema; null if it isn't there. */
  from: z.string().nullable(),
  to: z.string().nullable(),
})
export type SchemaDifference = z.output<typeof schemaDifference>

export const scriptStatement = z.object({
  sql: z.string(),
  object: z.string(),
  danger: z.enum(dangers).nullable(),
})
