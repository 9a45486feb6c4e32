/** Callers send and receive defaults as SQL text: `'open'`, `0`, `CURRENT_TIMESTAMP`. The server writes its own SQL from their value. */
import { isFlagType } from '@common/columns/questions'
import type { UiType } from '@common/columns/ui-types'

const words = ['CURRENT_TIMESTAMP', 'CURRENT_DATE', 'CURRENT_TIME']

/**
 * Returns the value of a default from a request. Text equal to the current default stays unchanged, so that an
 * expression of the database survives a round trip.
 */
export function defaultFromText(sent: string | number | null, current: string | null): string | null {
  if (sent === null) return null
  const text = String(sent).trim()
  if (current !== null && text === current.trim()) return current
  if (text === '' || /^null$/i.test(text)) return null
  const quoted = /^'((?:[^']|'')*)'$/s.exec(text)
  if (quoted) return (quoted[1] ?? '').replaceAll("''", "'")
  const word = text.replace(/\(\)$/, '').toUpperCase()
  return words.includes(word) ? word : text
}

/** Returns the SQL text of a value, for users and scripts. */
export function defaultToText(value: string | null, uiType: UiType): string | null {
  if (value === null) return null
  if (words.includes(value.toUpperCase()) || /^-?\d+(\.\d+)?$/.test(value) || value.startsWith('(')) return value
  if (/^'.*'$/s.test(value)) return value
  return isFlagType(uiType) ? value : `'${value.replaceAll("'", "''")}'`
}
