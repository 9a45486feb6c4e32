/** Shapes that operations about tables share. */
import { uiTypes } from '@common/columns/ui-types'
import { wireMessage } from '@common/messages'
import type { ColumnOptions, Table, TableSummary } from '@common/model'
import { linkKinds, referenceActions, rollupFunctions } from '@common/model/relations'
import { columnChoices, columnOptions, columnValidation } from '@common/wire/column-options'
import { queryParameter } from '@common/model/query-table'
import { z } from 'zod'

export const objectName = z.string().min(1).max(255)
/** Name or title of a table or SQL view. */
export const tableName = objectName

/** A column to create, or the new state of one. */
export const columnInput = z.strictObject({
  name: z.string(),
  title: z.string().optional(),
  type: z.enum(uiTypes).optional(),
  nativeType: z.string().optional(),
  required: z.boolean().optional(),
  unique: z.boolean().optional(),
  key: z.boolean().optional(),
  default: z.string().nullable().optional(),
  options: columnChoices.optional(),
  validate: columnValidation.nullable().optional(),
})

/** One step of `tableUpdate`. `name` is the current name or title of the column. */
export const columnChange = z.discriminatedUnion('change', [
  z.strictObject({ change: z.literal('add'), column: columnInput }),
  z.strictObject({
    change: z.literal('update'),
    name: z.string(),
    column: columnInput,
    /** Empties values that don't fit the new type. Without it, they fail the change. */
    emptyLost: z.boolean().optional(),
  }),
  z.strictObject({ change: z.literal('rename'), name: z.string(), to: z.string(), title: z.string().optional() }),
  z.strictObject({ change: z.literal('delete'), name: z.string() }),
])
export type ColumnChangeInput = z.infer<typeof columnChange>

/** Statements of a schema change, and those that undo it. */
export const schemaChange = z.object({ statements: z.array(z.string()), undo: z.array(z.string()) })
export type SchemaChange = z.infer<typeof schemaChange>

const names = z.array(z.string()).readonly()

const options = z.custom<ColumnOptions>((value) => columnOptions.safeParse(value).success)

const column = z.object({
  name: z.string(),
  title: z.string(),
  uiType: z.enum(uiTypes),
  nativeType: z.string(),
  required: z.boolean(),
  primaryKey: z.boolean(),
  autoIncrement: z.boolean(),
  unique: z.boolean(),
  defaultValue: z.string().nullable(),
  generated: z.boolean(),
  primaryValue: z.boolean(),
  options,
})

const link = z.object({
  kind: z.enum(linkKinds),
  relatedTable: z.string(),
  columns: names,
  relatedColumns: names,
  through: z.object({ table: z.string(), columns: names, relatedColumns: names }).optional(),
  toAssociation: z.literal(true).optional(),
  real: z.boolean(),
  onDelete: z.enum(referenceActions),
  onUpdate: z.enum(referenceActions),
})

const virtualColumnBase = {
  id: z.string(),
  title: z.string(),
  problem: wireMessage.optional(),
  problemText: z.string().optional(),
  result: z.object({ uiType: z.enum(uiTypes), options, many: z.literal(true).optional() }).optional(),
}

/** A link, lookup, rollup, count or formula. */
export const virtualColumn = z.discriminatedUnion('kind', [
  z.object({ ...virtualColumnBase, kind: z.literal('link'), link, relatedTitle: z.string(), key: z.string() }),
  z.object({ ...virtualColumnBase, kind: z.literal('lookup'), linkId: z.string(), column: z.string() }),
  z.object({
    ...virtualColumnBase,
    kind: z.literal('rollup'),
    linkId: z.string(),
    column: z.string(),
    function: z.enum(rollupFunctions),
  }),
  z.object({ ...virtualColumnBase, kind: z.literal('count'), linkId: z.string() }),
  z.object({ ...virtualColumnBase, kind: z.literal('formula'), formula: z.string() }),
])

/** A line of the list of tables. */
export const tableSummary = z.object({
  name: z.string(),
  title: z.string(),
  type: z.enum(['table', 'view']),
  order: z.number(),
  association: z.literal(true).optional(),
  icon: z.string().optional(),
  /** True for a table that a query makes: the database doesn't have it. */
  isQuery: z.literal(true).optional(),
})

/** A table or SQL view with its columns. Row numbers stay on the server. */
export const tableModel = tableSummary.extend({
  columns: z.array(column).readonly(),
  virtualColumns: z.array(virtualColumn).readonly(),
  primaryKey: names,
  foreignKeys: z
    .array(
      z.object({
        columns: names,
        referencedTable: z.string(),
        referencedColumns: names,
        onDelete: z.string(),
        onUpdate: z.string(),
      }),
    )
    .readonly(),
  indexes: z.array(z.object({ name: z.string(), unique: z.boolean(), columns: names })).readonly(),
  rowId: z.null(),
  /** Parameters of a query table. */
  parameters: z.array(queryParameter).readonly().optional(),
  /** Tables that a query table reads. Absent if they aren't known, and for callers with access rules. */
  sources: names.optional(),
  /** Rights of the caller, where access rules give less than the role. */
  rights: z
    .object({ read: z.boolean(), create: z.boolean(), change: z.boolean(), delete: z.boolean(), readOnly: names })
    .optional(),
})

/** Returns the line of a table in the list, without what only the server needs. */
export function summaryOf(table: TableSummary): z.infer<typeof tableSummary> {
  const { name, title, type, order, association, icon, isQuery } = table
  return {
    name,
    title,
    type,
    order,
    ...(association === true && { association }),
    ...(icon !== undefined && { icon }),
    ...(isQuery === true && { isQuery }),
  }
}

/**
 * Returns a table as callers see it. The many-to-many link replaces the has-many to its association table, which stays
 * hidden.
 */
export function modelOf(table: Table): z.infer<typeof tableModel> {
  const { columns, virtualColumns, primaryKey, foreignKeys, indexes } = table
  return {
    ...summaryOf(table),
    columns: columns.map((each) => ({ ...each, required: each.required && !each.autoIncrement })),
    virtualColumns: virtualColumns.filter((each) => each.kind !== 'link' || each.link.toAssociation !== true),
    primaryKey,
    foreignKeys,
    indexes,
    rowId: null,
    ...(table.query && { parameters: table.query.parameters }),
  }
}
