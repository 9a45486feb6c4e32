import { graphqlTableTypes } from '@common/wire/graphql-names'
import { GraphQLBoolean, GraphQLInputObjectType, GraphQLList, GraphQLString, type GraphQLScalarType } from 'graphql'
import type { NamedTable } from './names'
import { decimalNumber, wholeNumber } from './scalars'

const text = { type: GraphQLString }

/** wire §11: every column is compared as text. The last four are ours. */
const conditionString = new GraphQLInputObjectType({
  name: 'ConditionString',
  fields: {
    eq: text,
    neq: text,
    in: { type: new GraphQLList(GraphQLString) },
    nin: { type: new GraphQLList(GraphQLString) },
    like: text,
    nlike: text,
    gt: text,
    ge: text,
    lt: text,
    le: text,
  },
})

/** wire §11 defines them, though columns are compared as text: scripts may name them for variables. */
const comparisons = (name: string, type: GraphQLScalarType): GraphQLInputObjectType => {
  const one = { type }
  const many = { type: new GraphQLList(type) }
  const order = { lt: one, gt: one, le: one, ge: one }
  const isOrdered = type !== GraphQLBoolean
  return new GraphQLInputObjectType({
    name,
    fields: { eq: one, neq: one, in: many, nin: many, ...(isOrdered && order) },
  })
}
/** For the types of a schema that no field leads to. */
export const comparisonTypes = [
  comparisons('ConditionInt', wholeNumber),
  comparisons('ConditionFloat', decimalNumber),
  comparisons('ConditionBoolean', GraphQLBoolean),
]

/** What rows are asked for: values of their own, and of what they are linked to (wire §11, where that matched nothing). */
export function conditionType(
  table: NamedTable,
  conditionOf: (name: string) => GraphQLInputObjectType,
): GraphQLInputObjectType {
  const condition: GraphQLInputObjectType = new GraphQLInputObjectType({
    name: graphqlTableTypes(table.name).condition,
    fields: () => ({
      ...Object.fromEntries([...table.columns.keys()].map((name) => [name, { type: conditionString }])),
      ...Object.fromEntries(table.links.map(({ field, related }) => [field, { type: conditionOf(related) }])),
      _or: { type: new GraphQLList(condition) },
      _and: { type: new GraphQLList(condition) },
      _not: { type: condition },
    }),
  })
  return condition
}
