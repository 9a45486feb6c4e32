import { uiTypes } from '@common/columns/ui-types'
import type { ColumnOptions } from '@common/model'
import { queryParameter, queryParametersMax } from '@common/model/query-table'
import { referenceActions, rollupFunctions } from '@common/model/relations'
import { partialSettings, viewKinds, viewOptions } from '@common/views'
import { readColumnOptions } from '@common/wire/column-options'
import { z } from 'zod'

/*
 * The metadata of a project as a file: tables, columns, links, computed columns and views. It never contains users,
 * roles, tokens, links for visitors, connections or keys (docs/metadata.md).
 */

/** Limits of a copy that comes as a file. */
export const copyLimits = {
  /** Size of each JSON part, unpacked. */
  partBytes: 64 * 1024 ** 2,
  tables: 5_000,
  /** Columns of each table. */
  columns: 2_000,
  relations: 100_000,
  computed: 100_000,
  jsonDepth: 60,
  /** Characters of a row. */
  rowCharacters: 64 * 1024 ** 2,
} as const

export const copyFormat = 'basalt-project'
export const copyVersion = 1

const name = z.string().min(1).max(255)
const title = z.string().max(255)
const names = z.array(name).max(64)
const place = z.number()

/** Facts of the project that the copy is of. */
export const copiedProject = z.object({
  format: z.literal(copyFormat),
  version: z.literal(copyVersion),
  title: z.string().min(1).max(255),
  /** Name of the dialect. */
  engine: z.string().max(40),
  /** Prefix of its table names. */
  prefix: z.string().max(40),
  createdAt: z.string().max(40),
})
export type CopiedProject = z.infer<typeof copiedProject>

const options = z.unknown().transform((given): ColumnOptions => readColumnOptions(given) ?? {})

const copiedColumn = z.object({
  name,
  title,
  uiType: z.enum(uiTypes),
  /** The type of a plain column with the same values. References and counters differ from `uiType`. */
  storedAs: z.enum(uiTypes),
  nativeType: z.string().max(255),
  options,
  required: z.boolean(),
  unique: z.boolean(),
  /** Text of a plain default; null for none and for expressions. */
  defaultValue: z.string().max(65_536).nullable(),
  primaryKey: z.boolean(),
  primaryValue: z.boolean(),
  place: place.optional(),
})
export type CopiedColumn = z.infer<typeof copiedColumn>

const ends = { onDelete: z.enum(referenceActions), onUpdate: z.enum(referenceActions) }

export const copiedTable = z.object({
  name,
  title,
  /** An SQL view has no columns to create: its settings apply where the view exists. */
  type: z.enum(['table', 'view']),
  association: z.boolean(),
  icon: z.string().max(100).nullable(),
  columns: z.array(copiedColumn).max(copyLimits.columns),
  /** The query of a query table, whose columns are those of its result. */
  query: z
    .object({ sql: z.string().min(1).max(1_000_000), parameters: z.array(queryParameter).max(queryParametersMax) })
    .optional(),
  foreignKeys: z
    .array(z.object({ columns: names, referencedTable: name, referencedColumns: names, ...ends }))
    .max(1_000),
  indexes: z.array(z.object({ unique: z.boolean(), columns: names.min(1) })).max(1_000),
})
export type CopiedTable = z.infer<typeof copiedTable>

/** A relation that only Basalt knows. */
export const copiedRelation = z.object({
  childTable: name,
  childColumns: names,
  parentTable: name,
  parentColumns: names,
  ...ends,
})
export type CopiedRelation = z.infer<typeof copiedRelation>

const id = z.string().min(1).max(100)
const text = z.string().max(100_000)

/** A computed column, or the title of a link. */
export const copiedComputed = z.object({
  table: name,
  id,
  title: z.string().max(255),
  position: place,
  definition: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('link') }),
    z.object({ kind: z.literal('lookup'), linkId: id, column: name }),
    z.object({ kind: z.literal('rollup'), linkId: id, column: name, function: z.enum(rollupFunctions) }),
    z.object({ kind: z.literal('count'), linkId: id }),
    z.object({ kind: z.literal('formula'), formula: text }),
  ]),
})
export type CopiedComputed = z.infer<typeof copiedComputed>

export const copiedView = z.object({
  table: name,
  /** Empty for the table's own grid. */
  title,
  kind: z.enum(viewKinds),
  position: place,
  settings: partialSettings,
  options: viewOptions,
  locked: z.boolean(),
})
export type CopiedView = z.infer<typeof copiedView>

/** The metadata of a project, as plain data. */
export interface ProjectCopy {
  readonly project: CopiedProject
  readonly tables: readonly CopiedTable[]
  readonly relations: readonly CopiedRelation[]
  readonly computed: readonly CopiedComputed[]
  readonly views: readonly CopiedView[]
}

export const copiedTables = z.array(copiedTable).max(copyLimits.tables)
export const copiedRelations = z.array(copiedRelation).max(copyLimits.relations)
export const copiedComputedColumns = z.array(copiedComputed).max(copyLimits.computed)
export const copiedViews = z.array(copiedView).max(100_000)
