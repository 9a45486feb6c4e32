import type { ScriptSql } from '@main/db/dialect'
import { bytesHex, numberText } from '../script-text'
import { bytesOfWkt, isGeometry } from './geometry'
import { textLiteral } from './literals'

/**
 * Scripts for MySQL and MariaDB. The session decides if backslashes are escapes, so such texts are written as bytes.
 */
export const script: ScriptSql = {
  literal: (column, given) => {
    const value = typeof given === 'string' && isGeometry(column) ? (bytesOfWkt(given) ?? given) : given
    if (value === null) return 'NULL'
    if (typeof value === 'boolean') return value ? '1' : '0'
    if (value instanceof Uint8Array) return value.length === 0 ? "''" : `X'${bytesHex(value)}'`
    if (typeof value === 'string')
      return /[\\\0]/.test(value) ? `_utf8mb4 X'${bytesHex(Buffer.from(value))}'` : textLiteral(value)
    return typeof value === 'number' && !Number.isFinite(value) ? 'NULL' : numberText(value)
  },
  before: ['SET NAMES utf8mb4', "SET time_zone = '+00:00'"],
}
