import type { StoredValue } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import { plainNumber, plainNumberText } from '@common/columns/values/numeric'
import { valueKind } from '@common/columns/value-kind'
import type { ComparedColumn, Comparison, KeyPart } from '@main/db/dialect'
import { affinityOf } from './affinity'

/*
 * SQLite stores values of any type in most columns, and 1 differs from '1' in an untyped column. A key in a path has no
 * type either. It matches, in this order, the number written like it, the text, the number, the bytes. A quoted key is
 * a text.
 */

/** Returns a condition that matches the one row with this key. */
export const keyMatches: NonNullable<Comparison['keyMatches']> = (table, parts, bind) => {
  const meanings = parts.map((part) => ({ ...part, values: meaningsOf(part) }))
  if (meanings.every(({ values }) => values.length === 1))
    return meanings.map(({ name, values: [only = null] }) => `${name} = ${bind(only)}`).join(' AND ')
  const names = parts.map(({ name }) => name).join(', ')
  const found = meanings.map(({ name, values }) => `${name} IN (${values.map(bind).join(', ')})`)
  const order = meanings
    .filter(({ values }) => values.length > 1)
    .map(
      ({ name, values }) => `CASE ${name} ${values.map((value, at) => `WHEN ${bind(value)} THEN ${at}`).join(' ')} END`,
    )
  const row = parts.length === 1 ? names : `(${names})`
  return `${row} = (SELECT ${names} FROM ${table} WHERE ${found.join(' AND ')} ORDER BY ${order.join(', ')} LIMIT 1)`
}

/** Returns the values that a text can mean, the likeliest first. Their number depends on the column only. */
function meaningsOf({ column, text }: KeyPart): readonly StoredValue[] {
  const kind = valueKind(column)
  const plain = /^(?:"")+$/.test(text) ? text.slice(2) : text
  if (kind === 'number') return [numberOf(column, plain) ?? plain]
  const affinity = affinityOf(column.nativeType)
  if (affinity === 'TEXT') return [plain]
  const bytes = bytesOf(plain)
  // The column's affinity converts texts of digits to numbers.
  if (kind === 'boolean') return [plain, flags.get(plain.toLowerCase()) ?? plain]
  if (affinity !== 'BLOB') return bytes === undefined ? [plain, plain] : [bytes, plain]
  const quoted = quotedText(text)
  if (quoted !== undefined) return [quoted, text, text]
  const number = numberOf(column, plain)
  if (number === undefined) return [plain, bytes ?? plain, plain]
  // `07` matches a text first, because the number is written without the zero.
  return String(number) === plain ? [number, plain, bytes ?? plain] : [plain, number, bytes ?? plain]
}

const flags: ReadonlyMap<string, number> = new Map([
  ['true', 1],
  ['false', 0],
])

/** Returns a number as the column stores it; null if the column can't hold all its digits. */
function numberOf(column: ComparedColumn, text: string): StoredValue | undefined {
  if (text === 'Infinity' || text === '-Infinity') return Number(text)
  const number = plainNumber(text)
  if (number === undefined) return undefined
  const exact = plainNumberText(number)
  const near = Number(exact)
  const printed = plainNumber(String(near))
  const isWhole = number.fraction === '' && (exact.length < 19 || BigInt.asIntN(64, BigInt(exact)) === BigInt(exact))
  if (isWhole) return Number.isSafeInteger(near) ? near : BigInt(exact)
  if (printed !== undefined && plainNumberText(printed) === exact) return near
  return keepsDecimals(column) ? exact : null
}

/** True if the column stores decimals beyond the digits of a double as text. */
function keepsDecimals({ nativeType, uiType }: ComparedColumn): boolean {
  return affinityOf(nativeType) === 'BLOB' && columnType(uiType).storage === 'decimal'
}

function quotedText(text: string): string | undefined {
  if (!text.startsWith('"')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

function bytesOf(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : undefined
}
