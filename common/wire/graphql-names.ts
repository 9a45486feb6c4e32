import { identifiers } from '@common/util/identifiers'

/** Types that every GraphQL schema of a project has. */
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

/** Types that a table makes beside its own (wire §11). */
export const graphqlTableTypes = (name: string) => ({
  input: `${name}Input`,
  condition: `Condition${name}`,
  groupBy: `${name}GroupBy`,
  aggregate: `${name}Aggregate`,
  change: `${name}Change`,
})

/** Names of tables in GraphQL, by their titles in the order of the project. */
export function graphqlTableNames(titles: readonly string[]): string[] {
  return identifiers(titles, {
    taken: [...commonTypes, ...builtInTypes],
    types: (name) => Object.values(graphqlTableTypes(name)),
  })
}

/** Names of the fields of a row, by their titles: columns first, then what leads to other tables. */
export const graphqlFieldNames = (titles: readonly string[]): string[] => identifiers(titles)
