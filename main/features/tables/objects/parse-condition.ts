import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import { message, type MessageParams } from '@common/messages'
import type { ViewProblem } from './parse-view'

/**
 * Tokens of a condition: names, texts, numbers and operators. Excludes comments, escapes and nonstandard quotes, which
 * engines interpret differently, so that a text can't be more than one condition for any of them.
 */
const piece = /\s+|'(?:[^'\\]|'')*'|"(?:[^"\\]|"")+"|[\p{L}_][\p{L}\p{N}_]*|\d+(?:\.\d+)?|[-+*/%<>=!|&^~,.():]/uy
const notInConditions = /^(?:SELECT|WITH|TABLE|VALUES|EXISTS)$/i

/**
 * Parses the condition of a rule: SQL of the database owner, with names in standard double quotes.
 *
 * @param quote  quotes names for the database
 * @throws AppError CHECK_INVALID
 */
export function parseCondition(given: string, quote: (name: string) => string): string {
  const text = given.trim()
  if (text.length > limits.filterCharacters) throw invalidCheck('tooLong', { limit: limits.filterCharacters })
  if (text.includes('\0')) throw invalidCheck('refused')
  let depth = 0
  let read = ''
  for (let at = 0; at < text.length; at = piece.lastIndex) {
    piece.lastIndex = at
    const [found] = piece.exec(text) ?? []
    if (found === undefined || text.startsWith('--', at) || text.startsWith('/*', at)) throw invalidCheck('refused')
    if (notInConditions.test(found)) throw invalidCheck('refused')
    if (found === '(') depth += 1
    if (found === ')') depth -= 1
    if (depth < 0) throw invalidCheck('refused')
    read += found.startsWith('"') ? quote(found.slice(1, -1).replaceAll('""', '"')) : found
  }
  if (text === '' || depth !== 0) throw invalidCheck('refused')
  return read
}

/** Returns the error for a text that is not the condition of a rule. */
export function invalidCheck(problem: ViewProblem, params?: MessageParams, cause?: unknown): AppError {
  return new AppError('CHECK_INVALID', { problem: message(`viewProblems.${problem}`, params) }, { cause })
}
