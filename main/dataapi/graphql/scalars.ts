import { exactNumber, plainNumber } from '@common/columns/values/numeric'
import { isExactNumber, parseExactJson } from '@common/util/parse-json'
import { GraphQLError, GraphQLScalarType, Kind, type ConstValueNode } from 'graphql'

/**
 * 64-bit integers under the name that scripts expect (wire §11). Responses beyond 2^53 are text; literals in queries
 * are exact.
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

/** Digits beyond a JavaScript number arrive as text from a query, and as `ExactNumber` from a body. */
function wholeNumberOf(sent: unknown): number | string {
  const value = isExactNumber(sent) ? sent.rawJSON : sent
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  if (typeof value === 'string' && /^-?\d{16,20}$/.test(value) && has64Bits(BigInt(value)))
    return Number.isSafeInteger(Number(value)) ? Number(value) : value
  throw new GraphQLError('Expected a whole number.')
}

/** Signed or unsigned, because some databases have both. */
const has64Bits = (value: bigint): boolean => BigInt.asIntN(64, value) === value || BigInt.asUintN(64, value) === value

/**
 * Decimals with every digit, under the name that scripts know (wire §11). Serializes a number that a double can't hold
 * as text, like REST; accepts text and numbers.
 */
export const decimalNumber = new GraphQLScalarType<number | string>({
  name: 'Float',
  description: 'A number with all its digits. What a double does not hold is answered as text.',
  coerceInputValue: (value) => decimalOf(isExactNumber(value) ? value.rawJSON : value),
  coerceInputLiteral: (node) =>
    decimalOf(node.kind === Kind.INT || node.kind === Kind.FLOAT || node.kind === Kind.STRING ? node.value : undefined),
})

function decimalOf(value: unknown): number | string {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (typeof value === 'string' && (plainNumber(value) !== undefined || /^(?:NaN|-?Infinity)$/.test(value)))
    return exactNumber(value)
  throw new GraphQLError('Expected a number.')
}

export const jsonScalar = new GraphQLScalarType({
  name: 'JSON',
  description: 'Any value of JSON.',
  coerceInputValue: (value) => value,
  coerceInputLiteral: jsonOf,
})

function jsonOf(node: ConstValueNode): unknown {
  switch (node.kind) {
    case Kind.INT:
    case Kind.FLOAT:
      return parseExactJson(node.value)
    case Kind.STRING:
    case Kind.ENUM:
    case Kind.BOOLEAN:
      return node.value
    case Kind.LIST:
      return node.values.map(jsonOf)
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, jsonOf(value)]))
    default:
      return null
  }
}
