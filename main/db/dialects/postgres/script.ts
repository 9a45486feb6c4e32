import type { ScriptSql } from '@main/db/dialect'
import { bytesHex, numberText } from '../script-text'
import { textLiteral } from './literals'

/** An escape string makes backslashes independent of the session's settings. */
const text = (value: string): string =>
  value.includes('\\') ? `E${textLiteral(value.replaceAll('\\', '\\\\'))}` : textLiteral(value)

/** Scripts for PostgreSQL. */
export const script: ScriptSql = {
  literal: ({ nativeType }, value) => {
    if (value === null) return 'NULL'
    const isFlag = /^bool/i.test(nativeType)
    if (typeof value === 'boolean' || (isFlag && typeof value !== 'string' && !(value instanceof Uint8Array)))
      return Number(value) === 0 ? 'FALSE' : 'TRUE'
    if (value instanceof Uint8Array) return `decode('${bytesHex(value)}', 'hex')`
    if (typeof value === 'string') return text(value)
    return typeof value === 'number' && !Number.isFinite(value) ? `'${value}'` : numberText(value)
  },
  before: ["SET TIME ZONE 'UTC'"],
}
