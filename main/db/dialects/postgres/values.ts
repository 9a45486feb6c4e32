import type { StoredValue } from '@common/columns/column-type'
import { exactNumber } from '@common/columns/values/numeric'
import type { Step } from '@main/db/database'

const numericType = 1700

/** Types whose text is not the value itself. Numbers: `SELECT oid, typname FROM pg_type`, fixed for built-in types. */
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
 * How values become ours: dates, times, intervals, arrays and JSON stay text, as the server writes them with the
 * settings of our connections; whole numbers beyond 2^53 become bigint. Given to the driver with each query.
 */
export const valueTypes = {
  getTypeParser: (oid: number) => parsers[oid] ?? asText,
} as const

const decimalAsText = {
  getTypeParser: (oid: number) => (oid === numericType ? asText : (parsers[oid] ?? asText)),
} as const

/** Readers for a step: `asStored` looks at decimals before they become numbers. */
export function typesFor({ asStored }: Pick<Step, 'asStored'>): typeof valueTypes {
  return (asStored?.columns?.length ?? 0) > 0 ? decimalAsText : valueTypes
}

/** Finishes rows that were read as `typesFor` says: 1.10 stays text in these places, since 1.1 is another value. In place. */
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

/** Settings that the texts above rely on, whatever the server's own are. */
export const valueSettings =
  '-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=postgres -c bytea_output=hex -c lc_monetary=C -c extra_float_digits=1 -c standard_conforming_strings=on'

function integer(text: string): StoredValue {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
}

/** JSON has no infinity, and neither has a cell. */
function float(text: string): StoredValue {
  const value = Number(text)
  return Number.isFinite(value) ? value : text
}

/** `-$1,234.50` */
function money(text: string): StoredValue {
  return exactNumber(text.replace(/[$,]/g, ''))
}

/** Moments are UTC, without saying so: `2024-02-29 10:00:00+00`, and `… BC` behind it for the oldest. */
function moment(text: string): StoredValue {
  return text.replace(/\+00(?= BC$|$)/, '')
}

/** `\x` and two hexadecimal digits for each byte: the form of every server since version 9. */
function bytes(text: string): StoredValue {
  return new Uint8Array(Buffer.from(text.slice(2), 'hex'))
}
