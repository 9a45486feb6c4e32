import { linkKinds, referenceActions } from '@common/model/relations'
import { wireList, wireRelation, wireSchemaChange } from '@common/wire/schemas'
import { z } from 'zod'
import { defineOperations } from './define'

const name = z.string().min(1).max(255)
/** In any letter case; NO ACTION is what every database does when nothing is said. */
const action = z
  .string()
  .transform((text) => text.trim().toUpperCase())
  .pipe(z.enum(referenceActions))
const actions = { onDelete: action.default('NO ACTION'), onUpdate: action.default('NO ACTION') }

/** Scripts send more than counts: type, alias, updateRelation, foreignKeyName (wire §7). */
const ends = { childTable: name, childColumn: name, parentTable: name, parentColumn: name }

const referenceLine = z.object({
  tn: z.string(),
  cn: z.string(),
  rtn: z.string(),
  rcn: z.string(),
  ur: z.string(),
  dr: z.string(),
})

export const relationOperations = defineOperations({
  /** Makes a foreign key over columns that are there (wire §7). */
  relationCreate: {
    door: 'legacy',
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.object({ ...ends, ...actions }),
    output: wireSchemaChange,
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
  /** Makes a relation that the database does not know. Answers its id in a list. */
  xcVirtualRelationCreate: {
    door: 'legacy',
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.object({ ...ends, ...actions }),
    output: z.array(z.string()),
    errors: ['TABLE_NOT_FOUND', 'COLUMN_NOT_FOUND', 'RELATION_EXISTS', 'RELATION_COLUMNS_DIFFER'],
  },
  /** Makes a many-to-many relation with its association table, which is left out of lists. */
  xcM2MRelationCreate: {
    door: 'legacy',
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.object({
      parentTable: name,
      childTable: name,
      type: z.enum(['real', 'virtual']).default('real'),
      onDelete: action.default('CASCADE'),
      onUpdate: action.default('CASCADE'),
    }),
    output: z.undefined(),
    errors: ['TABLE_NOT_FOUND', 'TABLE_READ_ONLY', 'TABLE_WITHOUT_KEY'],
  },
  /**
   * Links two tables in one step: the columns that hold the key, or the association table, are made along with the
   * relation. Answers the column that the link is on `tn`; `column` is the one that was made for a belongs-to, which
   * `title` names.
   */
  linkCreate: {
    changes: ['schema'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({
      tn: name,
      rtn: name,
      kind: z.enum(linkKinds),
      type: z.enum(['real', 'virtual']).default('real'),
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
  /** Deletes a foreign key; its column stays. */
  relationDelete: {
    door: 'legacy',
    changes: ['schema', 'views', 'trash'],
    scope: 'project',
    permission: 'schema.change',
    input: z.object(ends),
    output: wireSchemaChange,
    errors: ['TABLE_NOT_FOUND', 'COLUMN_NOT_FOUND', 'RELATION_NOT_FOUND'],
  },
  /** Deletes a relation that the database does not know; its column stays. */
  xcVirtualRelationDelete: {
    door: 'legacy',
    changes: ['schema', 'views', 'trash'],
    scope: 'project',
    permission: 'schema.change',
    input: z.object(ends),
    output: z.number(),
    errors: ['RELATION_NOT_FOUND'],
  },
  /**
   * Deletes a link column: with a has-many or belongs-to also the child column, unless `keepColumn`; with a
   * many-to-many its association table. All of it can be restored from the trash.
   */
  xcRelationColumnDelete: {
    door: 'legacy',
    changes: ['schema', 'views', 'trash'],
    scope: 'project',
    permission: 'schema.change',
    input: z.object({
      type: z.enum(['hm', 'bt', 'mm']),
      childTable: name.optional(),
      childColumn: name.optional(),
      parentTable: name.optional(),
      parentColumn: name.optional(),
      assocTable: name.optional(),
      keepColumn: z.boolean().optional(),
    }),
    output: z.undefined(),
    errors: [
      'INPUT_INVALID',
      'TABLE_NOT_FOUND',
      'COLUMN_NOT_FOUND',
      'COLUMN_IN_USE',
      'COLUMN_KEY_FIXED',
      'RELATION_NOT_FOUND',
      'RELATION_TABLE_HAS_MORE',
    ],
  },
  /** Renames a link or any other virtual column. */
  xcUpdateVirtualKeyAlias: {
    door: 'legacy',
    changes: ['metadata'],
    scope: 'project',
    permission: 'schema.change',
    input: z.object({ tn: name, oldAlias: name, newAlias: z.string().max(1_000) }),
    output: z.undefined(),
    errors: [
      'TABLE_NOT_FOUND',
      'VIRTUAL_COLUMN_NOT_FOUND',
      'COLUMN_EXISTS',
      'COLUMN_NAME_INVALID',
      'COLUMN_NAME_RESERVED',
    ],
  },
  /** Every has-many and belongs-to of the project. */
  xcRelationsGet: {
    door: 'legacy',
    reads: ['schema', 'metadata'],
    scope: 'project',
    permission: 'schema.read',
    input: z.strictObject({}),
    output: z.array(wireRelation.extend({ relationType: z.enum(['hm', 'bt']) })),
    errors: [],
  },
  /** Relations in which the table is the child. */
  xcRelationList: {
    door: 'legacy',
    reads: ['schema', 'metadata'],
    scope: 'project',
    permission: 'schema.read',
    input: z.object({ tn: name }),
    output: z.array(wireRelation),
    errors: ['TABLE_NOT_FOUND'],
  },
  /** Foreign keys of every table of the database, a line for each column. */
  relationListAll: {
    door: 'legacy',
    reads: ['schema', 'metadata'],
    scope: 'project',
    permission: 'schema.read',
    input: z.strictObject({ tn: name.or(z.literal('')).optional() }),
    output: wireList(referenceLine),
    errors: [],
  },
})
