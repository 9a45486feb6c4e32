import { AppError } from '@common/errors'
import { GraphQLError, Lexer, Source, TokenKind } from 'graphql'
import { graphqlLimits } from './limits'

const opening: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L])
const closing: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R])

/**
 * Rejects text whose nesting would overflow the stack: the parser recurses on each level.
 *
 * @throws AppError GRAPHQL_TOO_LARGE
 */
export function checkNesting(text: string): void {
  if (text.split(/[{[(]/, graphqlLimits.nesting + 2).length <= graphqlLimits.nesting + 1) return
  const lexer = new Lexer(new Source(text))
  let depth = 0
  try {
    for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
      if (opening.has(token.kind)) depth += 1
      else if (closing.has(token.kind)) depth -= 1
      if (depth > graphqlLimits.nesting) throw tooDeep()
    }
  } catch (error) {
    // The parser reports the syntax error with its position.
    if (!(error instanceof GraphQLError)) throw error
  }
}

/** Rejects stack overflows after parsing: chains of fragments nest without brackets. */
export function tooDeepError(error: unknown): AppError | undefined {
  return error instanceof RangeError && error.message.includes('call stack') ? tooDeep(error) : undefined
}

const tooDeep = (cause?: unknown): AppError =>
  new AppError(
    'GRAPHQL_TOO_LARGE',
    { limit: 'fieldLevels', most: graphqlLimits.nesting },
    cause === undefined ? {} : { cause },
  )
