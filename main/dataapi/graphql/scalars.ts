import { GraphQLError, GraphQLScalarType, Kind } from 'graphql'

/**
 * Whole numbers under the name that scripts know (wire §11), but of 64 bits as columns have them: answers beyond 2^53 are
 * text, and an argument written in the query loses no digit.
 */
export const wholeNumber = new GraphQLScalarType<number | string>({
  name: 'Int',
  description: 'A whole number of 64 bits. Beyond 2^53 it is answered as text.',
  coerceInputValue: (value) => wholeNumberOf(value),
  coerceInputLiteral: (node) => {
    const near = node.kind === Kind.INT ? Number(node.value) : undefined
    return wholeNumberOf(node.kind === Kind.INT && !Number.isSafeInteger(near) ? node.value : near)
  },
})

/** Digits that no number of JavaScript holds come as text: out of a query, and out of a body (`parseJson`). */
function wholeNumberOf(value: unknown): number | string {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  if (typeof value === 'string' && /^-?\d{16,19}$/.test(value) && BigInt.asIntN(64, BigInt(value)) === BigInt(value))
    return Number.isSafeInteger(Number(value)) ? Number(value) : value
  throw new GraphQLError('A whole number of 64 bits is wanted.')
}

export const jsonScalar = new GraphQLScalarType({ name: 'JSON', description: 'Any value of JSON.' })
