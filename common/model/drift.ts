import { message, wireMessage, type Message } from '@common/messages'
import { z } from 'zod'

/** What can be different in a database since its schema was last synchronised. Sentences: `driftChanges` in the locale. */
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
  /** The sentence, in English. */
  msg: z.string(),
  /** The sentence as data. */
  message: wireMessage,
  /** Column, or columns, that it is about. */
  cn: z.string().optional(),
  /** As it was and is: a name, a type, the columns of a key, the actions of a relation. */
  from: z.string().optional(),
  to: z.string().optional(),
  /** The other table of a relation. */
  rtn: z.string().optional(),
  /** What is computed from what has gone, as `table.column` in titles. */
  usedBy: z.array(z.string()).optional(),
  /**
   * Present where it is for people to say: whether what is new is what has gone, under another name (`tableRenamed`,
   * `columnRenamed`), and whether Basalt keeps a relation that the database has no more (`relationRemoved`). `taken` is
   * what happens when nobody says anything.
   */
  choice: z.object({ id: z.string(), taken: z.boolean() }).optional(),
})
export type DriftChange = z.infer<typeof driftChange>

/** A table or view, and what is different; nothing where it is in step. */
export const tableDrift = z.object({
  /** Name in the database: as it is, or as it was for one that is gone. */
  tn: z.string(),
  _tn: z.string(),
  type: z.enum(['table', 'view']),
  detectedChanges: z.array(driftChange),
})
export type TableDrift = z.infer<typeof tableDrift>

/** Returns what is different, as a message of `driftChanges`. */
export function driftMessage(change: Omit<DriftChange, 'msg' | 'message'>): Message {
  const { cn, rtn, from, to } = change
  return message(`driftChanges.${nameOf(change)}`, { column: cn, table: rtn, from, to })
}

type DriftText = DriftKind | 'tableMaybeRenamed' | 'columnMaybeRenamed' | 'keyAdded' | 'keyRemoved'

function nameOf({ type, from, to, choice }: Pick<DriftChange, 'type' | 'from' | 'to' | 'choice'>): DriftText {
  if (type === 'tableRenamed' && choice !== undefined) return 'tableMaybeRenamed'
  if (type === 'columnRenamed' && choice !== undefined) return 'columnMaybeRenamed'
  if (type === 'keyChanged' && from === '') return 'keyAdded'
  if (type === 'keyChanged' && to === '') return 'keyRemoved'
  return type
}
