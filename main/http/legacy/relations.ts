import { AppError } from '@common/errors'
import { message } from '@common/messages'
import { linkKinds, referenceActions } from '@common/model/relations'
import type { ListedRelation } from '@common/operations/relations'
import { translated } from '@main/operations/legacy-call'
import { z } from 'zod'
import { changed, listed, name, nothing, wireList, wireSchemaChange } from './shapes'
import { wireRelation, type WireRelation } from './tables/schemas'
import { relationFacts } from './tables/terms'

/** Accepts any letter case. */
const action = z
  .string()
  .transform((text) => text.trim().toUpperCase())
  .pipe(z.enum(referenceActions))
const actions = { onDelete: action.default('NO ACTION'), onUpdate: action.default('NO ACTION') }

/** Scripts also send type, alias, updateRelation and foreignKeyName (wire §7), which change nothing. */
const ends = z.object({ childTable: name, childColumn: name, parentTable: name, parentColumn: name })

/** Calls about relations (wire §7). */
export const relationCalls = {
  relationCreate: translated('relationCreate', {
    input: ends.extend(actions),
    output: wireSchemaChange,
    toInput: (body) => body,
    toBody: changed,
  }),
  xcVirtualRelationCreate: translated('virtualRelationCreate', {
    input: ends.extend(actions),
    output: z.array(z.string()),
    toInput: (body) => body,
    toBody: ({ id }) => [id],
  }),
  xcM2MRelationCreate: translated('associationCreate', {
    input: z.object({
      parentTable: name,
      childTable: name,
      type: z.enum(['real', 'virtual']).default('real'),
      onDelete: action.default('CASCADE'),
      onUpdate: action.default('CASCADE'),
    }),
    output: nothing,
    toInput: ({ type, ...request }) => ({ ...request, real: type === 'real' }),
    toBody: () => undefined,
  }),
  linkCreate: translated('linkCreate', {
    strict: true,
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
    toInput: ({ tn, rtn, type, ...link }) => ({ ...link, table: tn, relatedTable: rtn, real: type === 'real' }),
    toBody: (link) => link,
  }),
  relationDelete: translated('relationDelete', {
    input: ends,
    output: wireSchemaChange,
    toInput: (body) => body,
    toBody: changed,
  }),
  xcVirtualRelationDelete: translated('virtualRelationDelete', {
    input: ends,
    output: z.number(),
    toInput: (body) => body,
    toBody: (count) => count,
  }),
  xcRelationColumnDelete: translated('linkDelete', {
    input: ends.partial().extend({
      type: z.enum(['hm', 'bt', 'mm']),
      assocTable: name.optional(),
      keepColumn: z.boolean().optional(),
    }),
    output: nothing,
    toInput: ({ type, assocTable, childTable, childColumn, parentTable, parentColumn = '', keepColumn = false }) => {
      if (type === 'mm') return { associationTable: required('assocTable', assocTable) }
      return {
        childTable: required('childTable', childTable),
        childColumn: required('childColumn', childColumn),
        parentTable: required('parentTable', parentTable),
        parentColumn,
        keepColumn,
      }
    },
    toBody: () => undefined,
  }),
  xcUpdateVirtualKeyAlias: translated('virtualColumnRename', {
    input: z.object({ tn: name, oldAlias: name, newAlias: z.string().max(1_000) }),
    output: nothing,
    toInput: ({ tn, oldAlias, newAlias }) => ({ table: tn, column: oldAlias, title: newAlias }),
    toBody: () => undefined,
  }),
  /** Lists every has-many and belongs-to of the project. */
  xcRelationsGet: translated('relationList', {
    input: z.strictObject({}),
    output: z.array(wireRelation.extend({ relationType: z.enum(['hm', 'bt']) })),
    toInput: () => ({}),
    toBody: (list) =>
      list.flatMap(relationToWire).flatMap((relation) => [
        { ...relation, relationType: 'hm' as const },
        { ...relation, relationType: 'bt' as const },
      ]),
  }),
  /** Lists the relations in which the table is the child. */
  xcRelationList: translated('relationList', {
    input: z.object({ tn: name }),
    output: z.array(wireRelation),
    toInput: ({ tn }) => ({ table: tn }),
    toBody: (list) => list.flatMap(relationToWire),
  }),
  /** Foreign keys of the database, one line for each column. */
  relationListAll: translated('relationList', {
    input: z.strictObject({ tn: name.or(z.literal('')).optional() }),
    output: wireList(
      z.object({ tn: z.string(), cn: z.string(), rtn: z.string(), rcn: z.string(), ur: z.string(), dr: z.string() }),
    ),
    toInput: () => ({}),
    toBody: (list) => listed(list.filter(({ real }) => real).flatMap(referenceLines)),
  }),
}

/** @throws AppError INPUT_INVALID */
function required(field: string, value: string | undefined): string {
  if (value === undefined)
    throw new AppError('INPUT_INVALID', { problems: [message('inputProblems.missing', { field })], fields: [field] })
  return value
}

/** Returns a relation as scripts know it; nothing for a key of several columns. */
function relationToWire(relation: ListedRelation): WireRelation[] {
  const { childTable, childColumns, parentTable, parentColumns, real, onUpdate, onDelete } = relation
  const [child, parent] = [childColumns[0], parentColumns[0]]
  if (childColumns.length !== 1 || child === undefined || parent === undefined) return []
  return [
    {
      ...relationFacts([childTable.name, child.name, parentTable.name, parent.name]),
      tn: childTable.name,
      _tn: childTable.title,
      cn: child.name,
      _cn: child.title,
      rtn: parentTable.name,
      _rtn: parentTable.title,
      rcn: parent.name,
      _rcn: parent.title,
      type: real ? 'real' : 'virtual',
      ur: onUpdate,
      dr: onDelete,
    },
  ]
}

function referenceLines({ childTable, childColumns, parentTable, parentColumns, onUpdate, onDelete }: ListedRelation) {
  return childColumns.map(({ name: cn }, at) => ({
    tn: childTable.name,
    cn,
    rtn: parentTable.name,
    rcn: parentColumns[at]?.name ?? '',
    ur: onUpdate,
    dr: onDelete,
  }))
}
