import { linkKinds, referenceActions } from '@common/model/relations'
import { z } from 'zod'
import { defineOperations } from './define'
import { objectName, schemaChange, tableName } from './table-shapes'

const action = z.enum(referenceActions)
const ends = { childTable: tableName, childColumn: objectName, parentTable: tableName, parentColumn: objectName }
const actions = { onDelete: action.default('NO ACTION'), onUpdate: action.default('NO ACTION') }
const titled = z.object({ name: z.string(), title: z.string() })

/** A relation between two tables. A foreign key of several columns has them in the same order on both sides. */
const relation = z.object({
  childTable: titled,
  childColumns: z.array(titled),
  parentTable: titled,
  parentColumns: z.array(titled),
  /** True for a foreign key of the database, false for a relation that only Basalt knows. */
  real: z.boolean(),
  onDelete: z.string(),
  onUpdate: z.string(),
})
export type ListedRelation = z.infer<typeof relation>

export const relationOperations = defineOperations({
  /** Lists the relations of the project, or those in which a table is the child. */
  relationList: {
    reads: ['schema', 'metadata'],
    scope: 'project',
    permission: 'schema.read',
    input: z.strictObject({ table: tableName.optional() }),
    output: z.array(relation),
    errors: ['TABLE_NOT_FOUND'],
  },
  /** Creates a foreign key over existing columns. */
  relationCreate: {
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ ...ends, ...actions }),
    output: schemaChange,
    errors: [
      'TABLE_NOT_FOUND',
      'TABLE_READ_ONLY',
      'COLUMN_NOT_FOUND',
      'RELATION_EXISTS',
      'RELATION_PARENT_NOT_UNIQUE',
      'RELATION_COLUMNS_DIFFER',
      'RELATION_ACTION_INVALID',
      'VALUE_REFERENCE_MISSING',
    ],
  },
  /** Creates a relation that the database doesn't know. */
  virtualRelationCreate: {
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ ...ends, ...actions }),
    output: z.object({ id: z.string() }),
    errors: ['TABLE_NOT_FOUND', 'COLUMN_NOT_FOUND', 'RELATION_EXISTS', 'RELATION_COLUMNS_DIFFER'],
  },
  /** Creates a many-to-many relation with its association table, which lists leave out. */
  associationCreate: {
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({
      parentTable: tableName,
      childTable: tableName,
      real: z.boolean().default(true),
      onDelete: action.default('CASCADE'),
      onUpdate: action.default('CASCADE'),
    }),
    output: z.literal(1),
    errors: ['TABLE_NOT_FOUND', 'TABLE_READ_ONLY', 'TABLE_WITHOUT_KEY'],
  },
  /**
   * Links two tables in one step: creates the columns that hold the key, or the association table, with the relation.
   * Returns the link column of `table`. `column` is the new column of a belongs-to, which `title` names.
   */
  linkCreate: {
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({
      table: tableName,
      relatedTable: tableName,
      kind: z.enum(linkKinds),
      real: z.boolean().default(true),
      onDelete: action.optional(),
      onUpdate: action.optional(),
      title: z.string().max(1_000).optional(),
    }),
    output: z.object({ id: z.string(), title: z.string(), column: z.string().optional() }),
    errors: [
      'TABLE_NOT_FOUND',
      'TABLE_READ_ONLY',
      'TABLE_WITHOUT_KEY',
      'COLUMN_EXISTS',
      'COLUMN_NAME_INVALID',
      'COLUMN_NAME_RESERVED',
      'RELATION_ACTION_INVALID',
    ],
  },
  /** Drops a foreign key; its column stays. */
  relationDelete: {
    changes: ['schema', 'views', 'trash'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject(ends),
    output: schemaChange,
    errors: ['TABLE_NOT_FOUND', 'COLUMN_NOT_FOUND', 'RELATION_NOT_FOUND'],
  },
  /** Deletes a relation that the database doesn't know; its column stays. Returns the number of deleted relations. */
  virtualRelationDelete: {
    changes: ['schema', 'views', 'trash'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject(ends),
    output: z.number(),
    errors: ['RELATION_NOT_FOUND'],
  },
  /**
   * Deletes a link column: for has-many and belongs-to with the foreign key column, unless `keepColumn`; for
   * many-to-many with the junction table. The trash can restore all of it.
   */
  linkDelete: {
    changes: ['schema', 'views', 'trash'],
    scope: 'project',
    permission: 'schema.change',
    input: z.union([
      z.strictObject({ associationTable: tableName }),
      z.strictObject({ ...ends, parentColumn: z.string().max(255), keepColumn: z.boolean().default(false) }),
    ]),
    output: z.literal(1),
    errors: [
      'TABLE_NOT_FOUND',
      'COLUMN_NOT_FOUND',
      'COLUMN_IN_USE',
      'COLUMN_KEY_FIXED',
      'RELATION_NOT_FOUND',
      'RELATION_TABLE_HAS_MORE',
    ],
  },
  /** Renames a link or another virtual column. */
  virtualColumnRename: {
    changes: ['metadata'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ table: tableName, column: objectName, title: z.string().max(1_000) }),
    output: z.literal(1),
    errors: [
      'TABLE_NOT_FOUND',
      'VIRTUAL_COLUMN_NOT_FOUND',
      'COLUMN_EXISTS',
      'COLUMN_NAME_INVALID',
      'COLUMN_NAME_RESERVED',
    ],
  },
})
