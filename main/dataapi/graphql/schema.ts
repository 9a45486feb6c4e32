import type { GraphqlType } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import type { Column } from '@common/model'
import type { QueryParameterType } from '@common/model/query-table'
import { isComputed } from '@main/db/computed'
import {
  GraphQLBoolean,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLFieldConfigMap,
  type GraphQLInputFieldConfigMap,
  type GraphQLOutputType,
} from 'graphql'
import { graphqlTableTypes } from '@common/wire/graphql-names'
import { comparisonTypes, conditionType } from './conditions'
import type { NamedLink, NamedTable } from './names'
import { decimalNumber, jsonScalar, wholeNumber } from './scalars'

/** Kind of a root field. */
export type RootKind =
  | 'list'
  | 'read'
  | 'exists'
  | 'findOne'
  | 'count'
  | 'distinct'
  | 'groupBy'
  | 'aggregate'
  | 'distribution'
  | 'create'
  | 'update'
  | 'delete'
  | 'createBulk'
  | 'updateBulk'
  | 'deleteBulk'
  | 'changed'

/** Suffixes of root fields (wire §11). */
export const rootSuffixes = {
  list: 'List',
  read: 'Read',
  exists: 'Exists',
  findOne: 'FindOne',
  count: 'Count',
  distinct: 'Distinct',
  groupBy: 'GroupBy',
  aggregate: 'Aggregate',
  distribution: 'Distribution',
  create: 'Create',
  update: 'Update',
  delete: 'Delete',
  createBulk: 'CreateBulk',
  updateBulk: 'UpdateBulk',
  deleteBulk: 'DeleteBulk',
  changed: 'Changed',
} as const satisfies Record<RootKind, string>

/** A root field of a table. */
export interface RootField {
  readonly kind: RootKind
  readonly table: NamedTable
}

/** The schema of a project with its root fields. */
export interface ProjectSchema {
  readonly schema: GraphQLSchema
  readonly roots: ReadonlyMap<string, RootField>
  readonly tables: ReadonlyMap<string, NamedTable>
}

const list = (type: GraphQLOutputType): GraphQLOutputType => new GraphQLList(type)
const requiredText = { type: new GraphQLNonNull(GraphQLString) }
const text = { type: GraphQLString }
const number = { type: wholeNumber }
const page = { limit: number, offset: number }

const distribution = new GraphQLObjectType({ name: 'distribution', fields: { range: text, count: number } })

/** @param writes  true to include mutations */
export function buildProjectSchema(named: readonly NamedTable[], writes: boolean): ProjectSchema {
  const tables = new Map(named.map((table) => [table.name, table]))
  const roots = new Map<string, RootField>()
  const objects = new Map<string, GraphQLObjectType>()
  const objectOf = (name: string): GraphQLObjectType => {
    const known = objects.get(name)
    if (known !== undefined) return known
    const table = tables.get(name)
    if (table === undefined) throw new Error(`There is no type ${name}`)
    const made = new GraphQLObjectType({
      name,
      description: table.table.title,
      fields: () => rowFields(table, objectOf),
    })
    objects.set(name, made)
    return made
  }
  const conditions = new Map<string, GraphQLInputObjectType>()
  const conditionOf = (name: string): GraphQLInputObjectType => {
    const known = conditions.get(name)
    if (known !== undefined) return known
    const table = tables.get(name)
    if (table === undefined) throw new Error(`There is no type ${name}`)
    const made = conditionType(table, conditionOf)
    conditions.set(name, made)
    return made
  }
  const query: GraphQLFieldConfigMap<unknown, unknown> = { nocodb_health: { type: GraphQLString }, ...notChildren }
  const mutation: GraphQLFieldConfigMap<unknown, unknown> = {}
  const subscription: GraphQLFieldConfigMap<unknown, unknown> = {}
  for (const table of named) {
    const add = (
      to: GraphQLFieldConfigMap<unknown, unknown>,
      fields: Partial<Record<RootKind, GraphQLFieldConfig<unknown, unknown>>>,
    ): void => {
      for (const [kind, field] of Object.entries(fields) as [RootKind, GraphQLFieldConfig<unknown, unknown>][]) {
        to[`${table.name}${rootSuffixes[kind]}`] = field
        roots.set(`${table.name}${rootSuffixes[kind]}`, { kind, table })
      }
    }
    add(query, withParameters(table, queryFields(table, objectOf(table.name), conditionOf(table.name))))
    if (writes && table.table.type === 'table') add(mutation, mutationFields(table, objectOf(table.name)))
    if (table.table.type === 'table') add(subscription, subscriptionFields(table, objectOf(table.name)))
  }
  const schema = new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Query', fields: query }),
    types: comparisonTypes,
    ...(Object.keys(mutation).length > 0 && {
      mutation: new GraphQLObjectType({ name: 'Mutation', fields: mutation }),
    }),
    ...(Object.keys(subscription).length > 0 && {
      subscription: new GraphQLObjectType({ name: 'Subscription', fields: subscription }),
    }),
  })
  return { schema, roots, tables }
}

/** Unlinked rows of a many-to-many link, and their count (wire §11). */
const notChildrenArguments: GraphQLFieldConfigArgumentMap = {
  pid: requiredText,
  assoc: requiredText,
  parent: requiredText,
}
const notChildren: GraphQLFieldConfigMap<unknown, unknown> = {
  m2mNotChildren: { type: list(jsonScalar), args: { ...notChildrenArguments, ...page } },
  m2mNotChildrenCount: { type: jsonScalar, args: notChildrenArguments },
}

function queryFields(
  table: NamedTable,
  row: GraphQLObjectType,
  condition: GraphQLInputObjectType,
): Partial<Record<RootKind, GraphQLFieldConfig<unknown, unknown>>> {
  const names = graphqlTableTypes(table.name)
  const columns = [...table.columns].map(([name, column]) => [name, { type: outputType(column) }] as const)
  const filter = { where: text, condition: { type: condition }, conditionGraph: text }
  const found = { having: text, ...page, sort: text }
  const id = { id: requiredText }
  const group = (name: string, measures: GraphQLFieldConfigMap<unknown, unknown>): GraphQLObjectType =>
    new GraphQLObjectType({ name, fields: { ...Object.fromEntries(columns), ...measures } })
  const float = { type: decimalNumber }
  return {
    list: { type: list(row), args: { ...filter, search: text, ...page, sort: text } },
    ...(table.table.primaryKey.length > 0 && {
      read: { type: row, args: id },
      exists: { type: GraphQLBoolean, args: id },
    }),
    findOne: { type: row, args: { ...filter, search: text, sort: text } },
    count: { type: wholeNumber, args: { ...filter, search: text } },
    distinct: {
      type: list(row),
      args: { column_name: text, where: text, condition: { type: condition }, ...page, sort: text },
    },
    groupBy: { type: list(group(names.groupBy, { count: number })), args: { fields: text, ...found } },
    aggregate: {
      type: list(group(names.aggregate, { count: number, avg: float, min: float, max: float, sum: float })),
      args: { column_name: requiredText, func: requiredText, ...found },
    },
    distribution: {
      type: list(distribution),
      args: {
        min: number,
        max: number,
        step: number,
        steps: text,
        column_name: requiredText,
      },
    },
  }
}

/** Adds the parameters of a query table to its fields. */
function withParameters(
  { table }: NamedTable,
  fields: Partial<Record<RootKind, GraphQLFieldConfig<unknown, unknown>>>,
): Partial<Record<RootKind, GraphQLFieldConfig<unknown, unknown>>> {
  const parameters = table.query?.parameters ?? []
  if (parameters.length === 0) return fields
  const args = Object.fromEntries(
    parameters.map(({ name, type, default: value }) => {
      const scalar = parameterTypes[type]
      return [name, { type: value === undefined ? new GraphQLNonNull(scalar) : scalar }]
    }),
  )
  return Object.fromEntries(
    Object.entries(fields).map(([kind, field]) => [kind, { ...field, args: { ...field.args, ...args } }]),
  )
}

const parameterTypes: Readonly<Record<QueryParameterType, GraphQLScalarType>> = {
  text: GraphQLString,
  number: decimalNumber,
  boolean: GraphQLBoolean,
  date: GraphQLString,
  dateTime: GraphQLString,
}

function mutationFields(
  table: NamedTable,
  row: GraphQLObjectType,
): Partial<Record<RootKind, GraphQLFieldConfig<unknown, unknown>>> {
  const input = new GraphQLInputObjectType({ name: graphqlTableTypes(table.name).input, fields: inputFields(table) })
  const data = { data: { type: input } }
  const bulk = { data: { type: new GraphQLList(input) } }
  const counts = list(wholeNumber)
  const key = table.table.columns.filter(({ primaryKey }) => primaryKey)
  const isNumber = key.length === 1 && key.every(({ uiType }) => columnType(uiType).graphqlType === 'Int')
  const byKey = key.length > 0 && {
    update: { type: row, args: { id: text, ...data } },
    delete: { type: wholeNumber, args: { id: text } },
    updateBulk: { type: counts, args: bulk },
    deleteBulk: { type: counts, args: bulk },
  }
  return {
    create: { type: row, args: data },
    createBulk: { type: isNumber ? counts : list(jsonScalar), args: bulk },
    ...byKey,
  }
}

function subscriptionFields(
  table: NamedTable,
  row: GraphQLObjectType,
): Partial<Record<RootKind, GraphQLFieldConfig<unknown, unknown>>> {
  const change = new GraphQLObjectType({
    name: graphqlTableTypes(table.name).change,
    fields: {
      kind: { type: GraphQLString, description: 'create, update or delete' },
      id: { type: GraphQLString, description: 'The key of the row; values of several columns are joined with ___.' },
      row: { type: row, description: 'The row as it is now; null when it is deleted.' },
    },
  })
  return { changed: { type: change, description: 'Told of each row that is made, changed or deleted.' } }
}

function rowFields(
  table: NamedTable,
  objectOf: (name: string) => GraphQLObjectType,
): GraphQLFieldConfigMap<unknown, unknown> {
  return {
    ...Object.fromEntries(
      [...table.columns].map(([name, column]) => [
        name,
        { type: outputType(column), ...(column.options.description && { description: column.options.description }) },
      ]),
    ),
    ...Object.assign(
      {},
      ...table.links.map((link) => linkFields(link, objectOf(link.related), insteadOf(link, table))),
    ),
  }
}

function linkFields(
  { link, field, count }: NamedLink,
  row: GraphQLObjectType,
  deprecationReason: string | undefined,
): GraphQLFieldConfigMap<unknown, unknown> {
  if (link.link.kind === 'belongsTo') return { [field]: { type: row, args: { id: text } } }
  return {
    [field]: { type: list(row), args: { where: text, ...page, sort: text }, deprecationReason },
    ...(count !== undefined && { [count]: { type: wholeNumber, args: { where: text }, deprecationReason } }),
  }
}

/** Lists of junction rows exist, as in REST, but are deprecated, so explorers hide them (wire §11, §9.3). */
function insteadOf({ link }: NamedLink, { links }: NamedTable): string | undefined {
  if (link.link.toAssociation !== true) return undefined
  const beyond = links.find((other) => other.link.link.through?.table === link.link.relatedTable)
  return beyond && `These rows are pairs only. Use ${beyond.field}.`
}

function inputFields(table: NamedTable): GraphQLInputFieldConfigMap {
  return Object.fromEntries(
    [...table.columns]
      .filter(([, column]) => !isComputed(column))
      .map(([name, column]) => [name, { type: scalarOf(column) }]),
  )
}

function outputType(column: Column): GraphQLOutputType {
  return isComputed(column) && column.computed.many ? list(scalarOf(column.computed.many.item)) : scalarOf(column)
}

function scalarOf({ uiType }: Column): GraphQLScalarType {
  return scalars[columnType(uiType).graphqlType]
}

const scalars: Readonly<Record<GraphqlType, GraphQLScalarType>> = {
  Int: wholeNumber,
  Float: decimalNumber,
  Boolean: GraphQLBoolean,
  JSON: jsonScalar,
  String: GraphQLString,
}
