import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import { message, type MessageParams } from '@common/messages'
import type { ViewProblem } from './parse-view'

/**
 * What a condition is made of: names, texts, numbers and the signs between them. Comments, escapes and the quotes that
 * some engines have beside those of the standard are left out: engines disagree about them, and so no text can be one
 * condition for us and more than that for one of them.
 */
const piece = /\s+|'(?:[^'\\]|'')*'|"(?:[^"\\]|"")+"|[\p{L}_][\p{L}\p{N}_]*|\d+(?:\.\d+)?|[-+*/%<>=!|&^~,.():]/uy
const notInConditions = /^(?:SELECT|WITH|TABLE|VALUES|EXISTS)$/i

/**
 * Reads the condition of a rule: SQL that the owner of the database writes, names in double quotes as the standard has
 * them.
 *
 * @param quote  how the database has them
 * @throws AppError CHECK_INVALID
 */
export function parseCondition(given: string, quote: (name: string) => string): string {
  const text = given.trim()
  if (text.length > limits.filterCharacters) throw invalidCheck('tooLong', { limit: limits.filterCharacters })
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
