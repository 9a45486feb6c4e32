import { pageRowsDefault, pageRowsMax } from '@common/constants'
import { AppError } from '@common/errors'
import { Kind, type FieldNode, type OperationDefinitionNode, type SelectionSetNode } from 'graphql'
import { fieldsOf, setsOf, type Reading, type SelectedField } from './collect'

/** Limits of a request. wire §11: depth above 10 is rejected. */
export const graphqlLimits = {
  depth: 10,
  /** Fields at the root; each is a separate database query. */
  roots: 50,
  /** Aliases, which can repeat the same field. */
  aliases: 200,
  /** Maximum number of rows if every list were full. */
  rows: 200_000,
  /** Tokens of the query. */
  tokens: 20_000,
  /** Nested brackets of any kind. */
  nesting: 200,
  /** Depth of introspection, which its tools require. */
  introspectionDepth: 20,
} as const

/** Keys of limit names in messages (`errorWords` in the locale). */
const words = { depth: 'fieldLevels', roots: 'rootFields', aliases: 'aliases', rows: 'rows' } as const

/** @throws AppError GRAPHQL_TOO_LARGE with the exceeded limit */
export function checkLimits(reading: Reading, operation: OperationDefinitionNode): void {
  const roots = fieldsOf(reading, [operation.selectionSet])
  const own = roots.filter((field) => !isIntrospection(field))
  if (own.length > graphqlLimits.roots) throw tooLarge('roots')
  let aliases = 0
  let rows = 0
  const visit = (field: SelectedField, depth: number, parents: number): void => {
    const limit = isIntrospection(field) ? graphqlLimits.introspectionDepth : graphqlLimits.depth
    if (depth > limit) throw tooLarge('depth')
    aliases += field.nodes.filter(({ alias }) => alias !== undefined).length
    if (aliases > graphqlLimits.aliases) throw tooLarge('aliases')
    const sets = setsOf(field).filter((set): set is SelectionSetNode => set !== undefined)
    if (sets.length === 0) return
    const here = parents * rowsOf(reading, field.nodes[0])
    rows += here
    if (rows > graphqlLimits.rows) throw tooLarge('rows')
    for (const inner of fieldsOf(reading, sets)) visit(inner, depth + 1, here)
  }
  for (const field of own) visit(field, 1, 1)
}

const isIntrospection = ({ nodes }: SelectedField): boolean => nodes[0].name.value.startsWith('__')

/** Returns the maximum number of rows of a field per parent row. */
function rowsOf({ variables }: Reading, { name, arguments: given }: FieldNode): number {
  if (!/List(?:_\w*)?$|Distinct$|GroupBy$|Aggregate$/.test(name.value)) return 1
  const value = given?.find((argument) => argument.name.value === 'limit')?.value
  const limit =
    value?.kind === Kind.INT
      ? Number(value.value)
      : value?.kind === Kind.VARIABLE
        ? Number(variables.coerced[value.name.value] ?? 0)
        : 0
  return limit > 0 ? Math.min(limit, pageRowsMax) : pageRowsDefault
}

function tooLarge(limit: keyof typeof words): AppError {
  return new AppError('GRAPHQL_TOO_LARGE', { limit: words[limit], most: graphqlLimits[limit] })
}
