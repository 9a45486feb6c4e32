import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import { isDeeperThan } from '@common/util/json-depth'

/**
 * Returns the value of a JSON text in a body, which may be nested as deep as a body.
 *
 * @throws SyntaxError, AppError JSON_INVALID
 */
export function readJsonText(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (isDeeperThan(value, limits.jsonDepth)) throw new AppError('JSON_INVALID')
  return value
}
