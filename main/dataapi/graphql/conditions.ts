import { graphqlTableTypes } from '@common/wire/graphql-names'
import { GraphQLBoolean, GraphQLInputObjectType, GraphQLList, GraphQLString, type GraphQLScalarType } from 'graphql'
import type { NamedTable } from './names'
import { decimalNumber, wholeNumber } from './scalars'

const text = { type: GraphQLString }

/** wire §11: every column is compared as text. The last four operators are additions. */
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

/** wire §11 defines these types, and scripts may use them for variables, although columns are compared as text. */
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
/** Types of the schema that no field references. */
export const comparisonTypes = [
  comparisons('ConditionInt', wholeNumber),
  comparisons('ConditionFloat', decimalNumber),
  comparisons('ConditionBoolean', GraphQLBoolean),
]

/**
 * Returns the condition type of a table: conditions on its columns and on linked rows (wire §11; ineffective in the
 * original).
 */
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
