/**
 * Shapes of tables and columns as existing scripts expect them (wire §4–§6): terse names, numbers for flags.
 * `mappers.ts` translates them.
 */
import type { Message } from '@common/messages'
import type { VirtualColumn } from '@common/model/relations'
import { virtualColumn } from '@common/operations/table-shapes'
import { columnValidation } from '@common/wire/column-options'
import { z } from 'zod'

const flag = z.union([z.boolean(), z.literal(0), z.literal(1)])

/** A column in tableCreate, tableUpdate and responses. Unknown keys are dropped. */
export const wireColumn = z.object({
  cn: z.string(),
  _cn: z.string().nullish(),
  /** Current name of a column to rename, change or delete. */
  cno: z.string().nullish(),
  uidt: z.string().nullish(),
  dt: z.string().nullish(),
  dtx: z.string().nullish(),
  ct: z.string().nullish(),
  /** Length, or select options as `'a','b'`. */
  dtxp: z.union([z.string(), z.number()]).nullish(),
  /** Scale. */
  dtxs: z.union([z.string(), z.number()]).nullish(),
  clen: z.union([z.string(), z.number()]).nullish(),
  np: z.union([z.string(), z.number()]).nullish(),
  ns: z.union([z.string(), z.number()]).nullish(),
  rqd: flag.nullish(),
  nrqd: flag.nullish(),
  pk: flag.nullish(),
  pv: flag.nullish(),
  un: flag.nullish(),
  ck: flag.nullish(),
  ai: flag.nullish(),
  unique: flag.nullish(),
  /** SQL text of the default. */
  cdf: z.union([z.string(), z.number()]).nullish(),
  /** 0 unchanged, 1 new, 2 changed, 4 deleted, 8 renamed. */
  altered: z.number().nullish(),
  /** Empties values that don't fit the new type. Without it, such values reject the change. */
  emptyLost: z.boolean().nullish(),
  uip: z.string().nullish(),
  uicn: z.string().nullish(),
  /** Options of the type that the legacy format lacks: options with colours, precision, currency, max. */
  meta: z.record(z.string(), z.unknown()).nullish(),
  /** Validation rules; null or an empty list removes them. */
  validate: columnValidation.nullish(),
})
export type WireColumn = z.infer<typeof wireColumn>

/** A relation in the description of a table (wire §7). */
export const wireRelation = z.object({
  /** Stable, and equal at both ends. */
  id: z.number().optional(),
  db_alias: z.string().optional(),
  referenced_db_alias: z.string().optional(),
  enabled: z.literal(1).optional(),
  tn: z.string(),
  rtn: z.string(),
  _tn: z.string(),
  _rtn: z.string(),
  cn: z.string(),
  rcn: z.string(),
  _cn: z.string(),
  _rcn: z.string(),
  type: z.enum(['real', 'virtual']),
  ur: z.string(),
  dr: z.string(),
})
export type WireRelation = z.infer<typeof wireRelation>

/** A many-to-many relation: `vtn` is the junction table, `vcn` its column to `tn`, `vrcn` its column to `rtn`. */
export const wireManyToMany = z.object({
  tn: z.string(),
  cn: z.string(),
  vtn: z.string(),
  vcn: z.string(),
  vrcn: z.string(),
  rtn: z.string(),
  rcn: z.string(),
  _tn: z.string(),
  _cn: z.string(),
  _rtn: z.string(),
  _rcn: z.string(),
})
export type WireManyToMany = z.infer<typeof wireManyToMany>

type WithEnglish<Virtual> = Virtual extends unknown
  ? Omit<Virtual, 'problem' | 'problemText'> & { readonly problem?: string; readonly message?: Message }
  : never
/** A virtual column whose problem is English, with the message beside it. */
type LegacyColumn = WithEnglish<VirtualColumn>

function isLegacyColumn(value: unknown): boolean {
  const { message, problem, ...rest } = Object(value) as LegacyColumn
  const hasBoth = (message === undefined) === (problem === undefined)
  return hasBoth && virtualColumn.safeParse({ ...rest, ...(message && { problem: message }) }).success
}

/** An entry of `v`: the legacy keys (wire §7), with the domain model under `column`. */
export const wireVirtualColumn = z.object({
  _cn: z.string(),
  hm: wireRelation.optional(),
  bt: wireRelation.optional(),
  mm: wireManyToMany.optional(),
  lk: z.record(z.string(), z.string()).optional(),
  rl: z.record(z.string(), z.string()).optional(),
  formula: z.object({ value: z.string(), error: z.array(z.string()).optional() }).optional(),
  column: z.custom<LegacyColumn>(isLegacyColumn),
})
export type WireVirtualColumn = z.infer<typeof wireVirtualColumn>

/** The parsed `meta` of tableXcModelGet. */
export const wireTableMeta = z.object({
  tn: z.string(),
  _tn: z.string(),
  type: z.enum(['table', 'view']),
  columns: z.array(wireColumn.extend({ generated: z.boolean().optional() })),
  pks: z.array(z.string()),
  hasMany: z.array(wireRelation),
  belongsTo: z.array(wireRelation),
  manyToMany: z.array(wireManyToMany),
  v: z.array(wireVirtualColumn),
})
export type WireTableMeta = z.infer<typeof wireTableMeta>

/** An entry of xcTableAndViewList and tableList. */
export const wireTableEntry = z.object({
  tn: z.string(),
  _tn: z.string(),
  type: z.enum(['table', 'view']),
  order: z.number(),
  show_as: z.string().optional(),
  /** Basalt's own key: the icon that users chose. */
  icon: z.string().optional(),
  disabled: z.record(z.string(), z.boolean()),
})
export type WireTableEntry = z.infer<typeof wireTableEntry>
