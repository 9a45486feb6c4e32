import { isoDay } from '@common/columns/values/calendar'
import { queryValueMax, type QueryParameter, type QueryParameterType, type QueryValue } from './query-table'

/* Values of the parameters of query tables. Apart from their schemas, which every page knows. */

/** Names that the lists of REST and GraphQL already use, in lower case. */
const takenNames = new Set(
  (
    'after bt condition conditionGraph duplicates f fields find format func ' +
    'having hm id l limit max min mm nested o offset p s search sort step steps token upsert w ' +
    'where expect data q columns keys shown findIn findNumber delimiter bom guard create locale ' +
    'timeZone widths'
  )
    .toLowerCase()
    .split(' '),
)

/** True if a parameter would be confused with an option of lists. */
export const isTakenParameter = (name: string): boolean =>
  takenNames.has(name.toLowerCase()) ||
  /^column_/i.test(name) ||
  /^(?:hm|bt|mm|hasmany|belongsto|manytomany|fields|where|sort|limit|offset|[fwslo])\d*$/i.test(name)

const numberText = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i
const momentText =
  /^(\d{4}-\d{2}-\d{2})[T ]([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?$/

/**
 * Converts a given value to the type of its parameter; undefined if it doesn't fit. Texts come from addresses, other
 * values from GraphQL.
 */
export function parameterValue({ type }: Pick<QueryParameter, 'type'>, given: unknown): QueryValue | undefined {
  if (given === null) return null
  if (typeof given === 'string') return valueOfText(type, given)
  if (type === 'number') return typeof given === 'number' && Number.isFinite(given) ? given : undefined
  if (type === 'boolean') return typeof given === 'boolean' ? given : undefined
  return undefined
}

function valueOfText(type: QueryParameterType, text: string): QueryValue | undefined {
  switch (type) {
    case 'text':
      return text.length <= queryValueMax && !text.includes('\0') ? text : undefined
    case 'number': {
      const trimmed = text.trim()
      if (!numberText.test(trimmed)) return undefined
      const number = Number(trimmed)
      if (!Number.isFinite(number)) return undefined
      // Digits that a number can't hold stay text.
      return Number.isInteger(number) && !Number.isSafeInteger(number) ? trimmed : number
    }
    case 'boolean':
      return /^(?:true|1)$/i.test(text) ? true : /^(?:false|0)$/i.test(text) ? false : undefined
    case 'date':
      return isoDay(text) === undefined ? undefined : text
    case 'dateTime': {
      const day = momentText.exec(text)?.[1]
      return day === undefined || isoDay(day) === undefined ? undefined : text
    }
  }
}
