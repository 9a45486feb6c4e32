import { isTableIcon } from '@common/model/table-icons'
import { uiTypes } from '@common/columns/ui-types'
import { z } from 'zod'
import { defineOperations } from './define'
import { columnChange, columnInput, schemaChange, tableModel, tableName, tableSummary } from './table-shapes'

const named = z.object({ id: z.string(), title: z.string() })
const changed = z.literal(1)

export const tableOperations = defineOperations({
  /** Lists the tables and SQL views in display order. */
  tableList: {
    reads: ['schema', 'metadata'],
    scope: 'project',
    permission: 'schema.read',
    input: z.strictObject({
      /** Includes tables that only hold the pairs of a many-to-many link. */
      associations: z.boolean().default(false),
    }),
    output: z.array(tableSummary),
    errors: ['DATABASE_UNAVAILABLE'],
  },
  /** Returns a table or SQL view with its columns and links; null if there is none of this name. */
  tableRead: {
    forVisitors: true,
    reads: ['schema', 'metadata'],
    scope: 'project',
    permission: 'table.read',
    input: z.strictObject({ table: tableName }),
    output: tableModel.nullable(),
    errors: ['DATABASE_UNAVAILABLE'],
  },
  /** Returns all tables with what a diagram needs, and their relations, in one response. */
  projectDiagram: {
    reads: ['schema', 'metadata'],
    scope: 'project',
    permission: 'schema.read',
    input: z.strictObject({}),
    output: z.object({
      tables: z.array(
        z.object({
          name: z.string(),
          title: z.string(),
          type: z.enum(['table', 'view']),
          /** The table only holds the pairs of a many-to-many link. */
          association: z.boolean(),
          columns: z.array(
            z.object({
              name: z.string(),
              title: z.string(),
              uiType: z.enum(uiTypes),
              primaryKey: z.boolean(),
              required: z.boolean(),
              primaryValue: z.boolean(),
              unique: z.boolean(),
            }),
          ),
        }),
      ),
      relations: z.array(
        z.object({
          childTable: z.string(),
          childColumns: z.array(z.string()),
          parentTable: z.string(),
          parentColumns: z.array(z.string()),
          /** True for a foreign key of the database, false for a relation that only Basalt knows. */
          real: z.boolean(),
          /** A parent record has at most one child record. */
          unique: z.boolean(),
        }),
      ),
    }),
    errors: ['DATABASE_UNAVAILABLE'],
  },
  /** Creates a table. Without a key column, `id` (ID) is added first. */
  tableCreate: {
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({
      table: z.string().min(1),
      title: z.string().optional(),
      columns: z.array(columnInput).max(500),
      /** Name of the column that names the records. */
      primaryValue: z.string().optional(),
    }),
    output: schemaChange,
    errors: [
      'TABLE_EXISTS',
      'TABLE_NAME_INVALID',
      'TABLE_NAME_RESERVED',
      'COLUMN_NAME_INVALID',
      'COLUMN_NAME_RESERVED',
      'COLUMN_EXISTS',
      'COLUMN_TYPE_INVALID',
    ],
  },
  /** Adds, renames, changes and deletes columns, all or nothing. */
  tableUpdate: {
    changes: ['schema', 'rows', 'views', 'trash'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ table: tableName, changes: z.array(columnChange).max(2000) }),
    output: schemaChange,
    errors: [
      'TABLE_NOT_FOUND',
      'COLUMN_NOT_FOUND',
      'COLUMN_NAME_INVALID',
      'COLUMN_NAME_RESERVED',
      'COLUMN_EXISTS',
      'COLUMN_TYPE_INVALID',
      'COLUMN_VALUES_NOT_CONVERTIBLE',
    ],
  },
  /** Returns what a change of a column would do to its values, by the same rules as the change itself. */
  columnChangePreview: {
    reads: ['schema', 'rows'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ table: tableName, change: columnChange.optional() }),
    output: z.object({
      /** Number of values, of values that the new type keeps, and of values that it loses. */
      values: z.number(),
      convert: z.number(),
      lost: z.number(),
      /** The first lost values. `row` is the key as in a path of the data API; null without a key. */
      examples: z.array(z.object({ row: z.string().nullable(), value: z.string() })),
    }),
    errors: ['TABLE_NOT_FOUND', 'COLUMN_NOT_FOUND', 'COLUMN_TYPE_INVALID', 'NOT_SUPPORTED'],
  },
  /** Renames a table in the database. */
  tableRename: {
    changes: ['schema', 'views', 'comments'],
    removesTable: ({ table, name }: { table: string; name: string }) => (table === name ? undefined : table),
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ table: tableName, name: z.string().min(1) }),
    output: schemaChange,
    errors: ['TABLE_NOT_FOUND', 'TABLE_EXISTS', 'TABLE_NAME_INVALID', 'TABLE_NAME_RESERVED'],
  },
  /** Changes the title of a table. Its name in the database stays. */
  tableRetitle: {
    changes: ['metadata'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ table: tableName, title: z.string().min(1) }),
    output: changed,
    errors: ['TABLE_NOT_FOUND', 'TABLE_EXISTS', 'TABLE_NAME_INVALID'],
  },
  /** Moves a table with its rows to the trash. */
  tableDelete: {
    changes: ['schema', 'views', 'comments', 'trash'],
    removesTable: ({ table }: { table: string }) => table,
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ table: tableName }),
    output: schemaChange,
    errors: ['TABLE_NOT_FOUND', 'TABLE_READ_ONLY'],
  },
  /**
   * Adds a column with the definition and values of another one (by name, title or id), all or nothing. `id` is the name
   * of the new column in the database, or its id if it is a virtual column.
   */
  columnDuplicate: {
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ table: tableName, column: z.string().min(1).max(255) }),
    output: named,
    errors: ['TABLE_NOT_FOUND', 'TABLE_READ_ONLY', 'COLUMN_NOT_FOUND', 'COLUMN_TYPE_INVALID', 'VIRTUAL_COLUMN_INVALID'],
  },
  /**
   * Adds a number column for a manual row order and numbers every row by its key, atomically. Every view of the table
   * hides the column; views sorted by it show the order. `id` is its name in the database.
   */
  rowOrderCreate: {
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ table: tableName, title: z.string().trim().min(1).max(255) }),
    output: named,
    errors: ['TABLE_NOT_FOUND', 'TABLE_READ_ONLY', 'TABLE_WITHOUT_KEY'],
  },
  /**
   * Sets the order of columns for people and the API: the named ones (by name or title) first, then the others. The
   * database keeps its own order.
   */
  columnOrderSet: {
    changes: ['metadata'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ table: tableName, columns: z.array(z.string().min(1)).min(1).max(2000) }),
    output: changed,
    errors: ['TABLE_NOT_FOUND', 'COLUMN_NOT_FOUND', 'COLUMN_EXISTS'],
  },
  /** Sets the icon of a table or SQL view, one of ours or an emoji, for everyone. Null removes it. */
  tableIconSet: {
    changes: ['metadata'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ table: tableName, icon: z.string().max(40).refine(isTableIcon).nullable() }),
    output: changed,
    errors: ['TABLE_NOT_FOUND'],
  },
  /**
   * Creates a table with the columns of another one, and optionally its rows, all or nothing. Values of links are
   * copied; links, computed columns and views are not.
   */
  tableDuplicate: {
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ table: tableName, title: z.string().trim().min(1).max(255), rows: z.boolean() }),
    output: z.object({ name: z.string(), title: z.string() }),
    errors: ['TABLE_NOT_FOUND', 'TABLE_READ_ONLY', 'TABLE_EXISTS', 'TABLE_NAME_INVALID', 'COLUMN_TYPE_INVALID'],
  },
  /** Moves a table in the list, for everyone. A fraction places it between two others. */
  tableOrderSet: {
    changes: ['metadata'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ table: tableName, order: z.number().finite() }),
    output: changed,
    errors: ['TABLE_NOT_FOUND'],
  },
})
