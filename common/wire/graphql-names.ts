import { identifiers } from '@common/util/identifiers'

/** Types in the GraphQL schema of every project. */
const commonTypes = [
  'Query',
  'Mutation',
  'Subscription',
  'JSON',
  'ConditionString',
  'ConditionInt',
  'ConditionFloat',
  'ConditionBoolean',
  'distribution',
]
const builtInTypes = ['Int', 'Float', 'String', 'Boolean', 'ID']

/** Returns the names of further types of a table (wire §11). */
export const graphqlTableTypes = (name: string) => ({
  input: `${name}Input`,
  condition: `Condition${name}`,
  groupBy: `${name}GroupBy`,
  aggregate: `${name}Aggregate`,
  change: `${name}Change`,
})

/** Returns the GraphQL names of tables, from their titles in project order. */
export function graphqlTableNames(titles: readonly string[]): string[] {
  return identifiers(titles, {
    taken: [...commonTypes, ...builtInTypes],
    types: (name) => Object.values(graphqlTableTypes(name)),
  })
}

/** Returns the GraphQL names of a row's fields from their titles: columns first, then links. */
export const graphqlFieldNames = (titles: readonly string[]): string[] => identifiers(titles)
