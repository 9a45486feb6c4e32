import { message, wireMessage, type Message } from '@common/messages'
import { z } from 'zod'

/** Kinds of differences between a database and its last synchronized schema. Texts: `driftChanges` in the locale. */
export const driftKinds = [
  'tableAdded',
  'tableRemoved',
  'tableRenamed',
  'typeChanged',
  'columnAdded',
  'columnRemoved',
  'columnRenamed',
  'columnRetyped',
  'columnRequired',
  'columnOptional',
  'keyChanged',
  'relationAdded',
  'relationRemoved',
  'relationChanged',
] as const
export type DriftKind = (typeof driftKinds)[number]

/** One difference. */
export const driftChange = z.object({
  type: z.enum(driftKinds),
  /** English text. */
  msg: z.string(),
  /** The sentence as data. */
  message: wireMessage,
  /** The column that changed; several as a list with commas. */
  column: z.string().optional(),
  /** Old and new value: a name, a type, the columns of a key, the actions of a relation. */
  from: z.string().optional(),
  to: z.string().optional(),
  /** The other table of a relation. */
  relatedTable: z.string().optional(),
  /** Computed columns that depend on a deleted column, as `table.column` in titles. */
  usedBy: z.array(z.string()).optional(),
  /**
   * Present if the user must decide: is a new object the renamed old one (`tableRenamed`, `columnRenamed`), and does
   * Basalt keep a relation that the database dropped (`relationRemoved`)? `taken` is the default.
   */
  choice: z.object({ id: z.string(), taken: z.boolean() }).optional(),
})
export type DriftChange = z.infer<typeof driftChange>

/** A table or view with its differences; none if it is in sync. */
export const tableDrift = z.object({
  /** Current name in the database; the former name of a deleted table. */
  table: z.string(),
  title: z.string(),
  type: z.enum(['table', 'view']),
  changes: z.array(driftChange),
})
export type TableDrift = z.infer<typeof tableDrift>

/** Returns what is different, as a message of `driftChanges`. */
export function driftMessage(change: Omit<DriftChange, 'msg' | 'message'>): Message {
  const { column, relatedTable, from, to } = change
  return message(`driftChanges.${nameOf(change)}`, { column, table: relatedTable, from, to })
}

type DriftText = DriftKind | 'tableMaybeRenamed' | 'columnMaybeRenamed' | 'keyAdded' | 'keyRemoved'

function nameOf({ type, from, to, choice }: Pick<DriftChange, 'type' | 'from' | 'to' | 'choice'>): DriftText {
  if (type === 'tableRenamed' && choice !== undefined) return 'tableMaybeRenamed'
  if (type === 'columnRenamed' && choice !== undefined) return 'columnMaybeRenamed'
  if (type === 'keyChanged' && from === '') return 'keyAdded'
  if (type === 'keyChanged' && to === '') return 'keyRemoved'
  return type
}
