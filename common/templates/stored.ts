import { z } from 'zod'
import { uiTypes } from '@common/columns/ui-types'
import { limits } from '@common/constants'
import { rollupFunctions } from '@common/model/relations'
import { isDeeperThan } from '@common/util/json-depth'
import { typedList } from '@common/util/typed-list'
import { partialSettings, viewKinds, viewLimits, viewOptions } from '@common/views'
import { relationKinds } from './draft'

/*
 * A template as services store it and files hold it (S2 §3). It comes from outside, so everything is checked. Unknown
 * keys of tables and columns stay, because other programs may need them.
 */

/** Limits of a template that comes from outside. */
export const templateLimits = {
  /** Bytes of its JSON text. */
  bytes: 8 * 1024 ** 2,
  tables: 200,
  rows: 5_000,
  columns: 500,
} as const

const name = z.string().min(1).max(255)
const title = z.string().max(255).optional()

/** Ours: a value for each sample row; for links the number of the linked row from 1, or several. */
const values = z.array(z.json()).max(templateLimits.rows).optional()

const storedColumn = z.looseObject({
  cn: name,
  uidt: z.enum(uiTypes),
  /** Options of a select column: `'Open','Done'`, or a list. */
  dtxp: z.union([z.string().max(100_000), z.array(z.string().max(1_000)).max(500)]).optional(),
  /** Title; default: the name. */
  _cn: title,
  /** Required, unique, the name of the record. */
  rqd: z.boolean().optional(),
  un: z.boolean().optional(),
  pv: z.boolean().optional(),
  /** Default value. */
  cdf: z.string().max(65_536).nullish(),
  /** Options of the type, such as colours of choices (`common/wire/column-options.ts`). */
  meta: z.unknown().optional(),
  values,
})
export type StoredColumn = z.infer<typeof storedColumn>

/** Ours: `via` is the title of the link, where several lead to the table. */
const followedLink = { type: z.enum(relationKinds), via: name.optional() }
const storedLookup = z.object({ ltn: name, ...followedLink, lcn: name })
const storedRollup = z.object({ rltn: name, ...followedLink, rlcn: name, fn: z.enum(rollupFunctions) })

const storedVirtual = z.preprocess(
  wrapped,
  z.looseObject({
    _cn: name,
    lk: storedLookup.optional(),
    rl: storedRollup.optional(),
    /** Ours: the number of linked records. */
    count: z.object({ tn: name, ...followedLink }).optional(),
    /** Ours: columns by name in braces. */
    formula: z.string().max(100_000).optional(),
  }),
)
export type StoredVirtual = z.infer<typeof storedVirtual>

/** The specification writes the parts of a lookup or rollup beside its title, the former product inside `lk` and `rl`. */
function wrapped(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given
  const { ltn, lcn, rltn, rlcn, fn, type, via, ...rest } = given as Record<string, unknown>
  if (ltn !== undefined) return { ...rest, lk: { ltn, type, via, lcn } }
  return rltn === undefined ? given : { ...rest, rl: { rltn, type, via, rlcn, fn } }
}

/** Ours: a view of the table. Columns have their names, links and computed columns their titles. */
const storedView = z.object({
  /** Empty for the table's own grid. */
  title: z.string().max(255),
  kind: z.enum(viewKinds),
  settings: partialSettings.default({}),
  options: viewOptions.default({}),
})
export type StoredView = z.infer<typeof storedView>
export const storedViews = z.array(storedView).max(viewLimits.viewsPerTable)

const storedTable = z.looseObject({
  tn: name,
  /** Title; default: the name. */
  _tn: title,
  icon: z.string().max(100).optional(),
  views: storedViews.optional(),
  columns: z.array(storedColumn).max(templateLimits.columns).default([]),
  hasMany: z
    .array(z.looseObject({ tn: name, _cn: title, values }))
    .max(templateLimits.columns)
    .default([]),
  manyToMany: z
    .array(z.looseObject({ rtn: name, _cn: title, values }))
    .max(templateLimits.columns)
    .default([]),
  belongsTo: z
    .array(z.looseObject({ tn: name, _cn: title, values }))
    .max(templateLimits.columns)
    .default([]),
  v: z.array(storedVirtual).max(templateLimits.columns).default([]),
})
export type StoredTable = z.infer<typeof storedTable>

export const storedTemplate = z.looseObject({
  title: z.string().max(255).default(''),
  category: z.string().max(255).default(''),
  tags: z
    .union([z.array(z.string().max(100)).max(50), z.string().max(5_000)])
    .default([])
    .transform((tags) => (typeof tags === 'string' ? typedList(tags) : tags.map((tag) => tag.trim()).filter(Boolean))),
  description: z.string().max(20_000).default(''),
  image_url: z.string().max(2_000).default(''),
  tables: z.array(storedTable).max(templateLimits.tables),
})
export type StoredTemplate = z.infer<typeof storedTemplate>

/**
 * Parses a template from a file, an address or a service. Some write it as a text inside a text.
 *
 * @returns undefined if it isn't a template, or is nested too deeply
 */
export function parseTemplate(text: string): StoredTemplate | undefined {
  if (text.length > templateLimits.bytes) return undefined
  let value: unknown = text
  for (let depth = 0; depth < 3 && typeof value === 'string'; depth += 1) {
    try {
      value = JSON.parse(value)
    } catch {
      return undefined
    }
  }
  // The schema recurses into values, so it would overflow the stack.
  return isDeeperThan(value, limits.jsonDepth) ? undefined : storedTemplate.safeParse(value).data
}
