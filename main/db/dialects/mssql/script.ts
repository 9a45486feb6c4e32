import type { ScriptSql } from '@main/db/dialect'
import { bytesHex, numberText } from '../script-text'
import { quote, textLiteral } from './literals'

/** Moments have a T: with a blank, older types would parse them by the session's language. */
const moment = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}(?:\.\d+)?)$/

/** Scripts for SQL Server. */
export const script: ScriptSql = {
  literal: ({ nativeType }, value) => {
    if (value === null) return 'NULL'
    if (typeof value === 'boolean') return value ? '1' : '0'
    if (value instanceof Uint8Array) return `0x${bytesHex(value)}`
    // In a list with other numbers, the server would coerce a text of digits to their type and lose digits.
    if (/^(decimal|numeric|money)/.test(nativeType) && /^-?\d+(\.\d+)?$/.test(String(value)))
      return `CAST(${String(value)} AS ${nativeType})`
    if (typeof value === 'string') {
      const isMoment = /date/i.test(nativeType)
      // A backslash before the end of a line would join two lines.
      return textLiteral(isMoment ? value.replace(moment, '$1T$2') : value).replaceAll(
        /\\(?=\r?\n)/g,
        String.raw`\' + N'`,
      )
    }
    return typeof value === 'number' && !Number.isFinite(value) ? 'NULL' : numberText(value)
  },
  before: [],
  counted: (table) => ({
    before: `SET IDENTITY_INSERT ${quote(table)} ON`,
    after: `SET IDENTITY_INSERT ${quote(table)} OFF`,
  }),
}
