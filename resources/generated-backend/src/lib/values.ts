import { storedMoment } from '../engine.ts'
import { RequestError } from './errors.ts'
import type { Column } from './table.ts'

/** Returns a value of the database as JSON. Returns values of another kind, which SQLite may hold, unchanged. */
export function shown({ kind }: Column, value: unknown): unknown {
  if (value === null || value === undefined) return null
  switch (kind) {
    case 'integer':
    case 'number':
      return shownNumber(value)
    case 'boolean':
      return value === true || (Buffer.isBuffer(value) ? value[0] === 1 : Number(value) === 1)
    case 'date':
      return value instanceof Date ? value.toISOString().slice(0, 10) : textOf(value)
    case 'time':
      return value instanceof Date ? value.toISOString().slice(11, 23) : textOf(value)
    case 'datetime':
      return shownMoment(value)
    case 'json':
      return shownJson(value)
    case 'binary':
      return Buffer.isBuffer(value) ? value.toString('base64') : textOf(value)
    case 'bigint':
    case 'decimal':
    case 'text':
    case 'uuid':
      return Buffer.isBuffer(value) ? value.toString('base64') : textOf(value)
  }
}

/** Drivers return objects for a few types, such as points. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'bigint' ? String(value) : JSON.stringify(value)

function shownNumber(value: unknown): unknown {
  const number = Number(value)
  if (typeof value === 'bigint') return Number.isSafeInteger(number) ? number : String(value)
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(number) ? number : value
}

const zone = /(?:Z|[+-]\d\d(?::?\d\d)?)$/

/** A moment without a time zone is in UTC. */
function shownMoment(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  const text = textOf(value)
  const moment = new Date(`${text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')}${zone.test(text) ? '' : 'Z'}`)
  return /^\d{4}-\d\d-\d\d[ T]/.test(text) && !Number.isNaN(moment.getTime()) ? moment.toISOString() : text
}

function shownJson(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

const largest = 2n ** 63n

/** Returns a value of a request as the database stores it. @throws RequestError */
export function stored({ name, kind }: Column, value: unknown): unknown {
  if (value === null) return null
  switch (kind) {
    case 'bigint': {
      const number = BigInt(textOf(value))
      if (number < -largest || number >= largest) throw new RequestError(400, `${name} is out of range`)
      return textOf(value)
    }
    case 'datetime': {
      const text = textOf(value)
      const moment = new Date(zone.test(text) ? text : `${text}Z`)
      if (Number.isNaN(moment.getTime())) throw new RequestError(400, `${name} is not a date`)
      return storedMoment(moment.toISOString())
    }
    case 'json':
      return JSON.stringify(value)
    case 'binary':
      return Buffer.from(textOf(value), 'base64')
    case 'integer':
    case 'number':
    case 'decimal':
    case 'boolean':
    case 'text':
    case 'uuid':
    case 'date':
    case 'time':
      return value
  }
}
