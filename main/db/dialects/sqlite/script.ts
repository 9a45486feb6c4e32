import { isReadAsStored } from '@common/columns/value-kind'
import type { ScriptSql } from '@main/db/dialect'
import { bytesHex, numberText } from '../script-text'
import { textLiteral } from './literals'

/** Formats a floating-point number: `1.0`, not the integer `1`. */
function realText(value: number): string {
  if (!Number.isInteger(value)) return String(value)
  const text = Object.is(value, -0) ? '-0' : String(value)
  return text.includes('e') ? text : `${text}.0`
}

/** Scripts for SQLite. Texts with NUL are written as bytes. https://www.sqlite.org/lang_expr.html */
export const script: ScriptSql = {
  literal: (column, value) => {
    if (value === null) return 'NULL'
    if (typeof value === 'boolean') return value ? '1' : '0'
    if (value instanceof Uint8Array) return `X'${bytesHex(value)}'`
    if (typeof value === 'string')
      return value.includes('\0') ? `CAST(X'${bytesHex(Buffer.from(value))}' AS TEXT)` : textLiteral(value)
    if (typeof value === 'number' && !Number.isFinite(value))
      return Number.isNaN(value) ? 'NULL' : value > 0 ? '9e999' : '-9e999'
    return typeof value === 'number' && isReadAsStored(column) ? realText(value) : numberText(value)
  },
  before: [],
}
