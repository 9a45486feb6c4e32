import type { StoredValue } from '@common/columns/column-type'
import { exactNumber } from '@common/columns/values/numeric'
import type { Step } from '@main/db/statement'

const numericType = 1700

/**
 * Parsers for types whose text isn't the value. Numbers: `SELECT oid, typname FROM pg_type`, fixed for built-in types.
 */
const parsers: Readonly<Record<number, (text: string) => StoredValue>> = {
  16: (text) => text === 't',
  17: bytes,
  20: integer,
  21: Number,
  23: Number,
  26: Number,
  700: float,
  701: float,
  790: money,
  1184: moment,
  [numericType]: exactNumber,
}

const asText = (text: string): StoredValue => text

/**
 * Parsers for the driver. Dates, times, intervals, arrays and JSON stay text, in the format of our session settings;
 * integers beyond 2^53 become bigint.
 */
export const valueTypes = {
  getTypeParser: (oid: number) => parsers[oid] ?? asText,
} as const

const decimalAsText = {
  getTypeParser: (oid: number) => (oid === numericType ? asText : (parsers[oid] ?? asText)),
} as const

/** Returns the parsers of a step. `asStored` columns keep decimals as text. */
export function typesFor({ asStored }: Pick<Step, 'asStored'>): typeof valueTypes {
  return (asStored?.columns?.length ?? 0) > 0 ? decimalAsText : valueTypes
}

/** Parses decimals of rows that were read with `typesFor`, in place. 1.10 stays text, because 1.1 is another value. */
export function readDecimals(
  rows: StoredValue[][],
  fields: readonly { readonly dataTypeID: number }[],
  places: readonly number[],
): void {
  fields.forEach(({ dataTypeID }, at) => {
    if (dataTypeID !== numericType) return
    for (const row of rows) {
      const text = row[at]
      if (typeof text !== 'string') continue
      const number = exactNumber(text)
      row[at] = places.includes(at) && String(number) !== text ? text : number
    }
  })
}

/** Session settings that these formats rely on. */
export const valueSettings =
  '-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=postgres -c bytea_output=hex -c lc_monetary=C -c extra_float_digits=1 -c standard_conforming_strings=on'

function integer(text: string): StoredValue {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
}

/** JSON can't represent infinity. */
function float(text: string): StoredValue {
  const value = Number(text)
  return Number.isFinite(value) ? value : text
}

/** `-$1,234.50` */
function money(text: string): StoredValue {
  return exactNumber(text.replace(/[$,]/g, ''))
}

/** Moments are in UTC without a suffix: `2024-02-29 10:00:00+00`, with ` BC` for the oldest. */
function moment(text: string): StoredValue {
  return text.replace(/\+00(?= BC$|$)/, '')
}

/** `\x` and two hexadecimal digits per byte, the format since version 9. */
function bytes(text: string): StoredValue {
  return new Uint8Array(Buffer.from(text.slice(2), 'hex'))
}
