import { pageRowsDefault, pageRowsMax } from '@common/constants'
import { AppError } from '@common/errors'
import { Kind, type FieldNode, type OperationDefinitionNode, type SelectionSetNode } from 'graphql'
import { fieldsOf, setsOf, type Reading, type SelectedField } from './collect'

/** What one request may ask for. wire §11: depth over 10 is refused. */
export const graphqlLimits = {
  depth: 10,
  /** Fields at the root: each is a question to the database of its own. */
  roots: 50,
  /** Names given to fields, anywhere: the way to ask the same thing many times. */
  aliases: 200,
  /** Rows that could come back, were every list full. */
  rows: 200_000,
  /** Words and signs of the query. */
  tokens: 20_000,
  /** Brackets within brackets, of any kind. */
  nesting: 200,
  /** Introspection nests on and on by nature: its own tools go this deep. */
  introspectionDepth: 20,
} as const

/** Words of the sentence, by limit (`errorWords` in the locale). */
const words = { depth: 'fieldLevels', roots: 'rootFields', aliases: 'aliases', rows: 'rows' } as const

/** @throws AppError GRAPHQL_TOO_LARGE that says which limit was met */
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

/** How many rows a field answers at most for each row above it. */
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
