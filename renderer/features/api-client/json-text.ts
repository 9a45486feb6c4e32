import { parseExactJson } from '@common/util/parse-json'

/** Returns JSON with indents, and its numbers digit by digit; undefined for other texts. */
export function formattedJson(text: string): string | undefined {
  if (text.trim() === '') return undefined
  try {
    return JSON.stringify(parseExactJson(text), null, 2)
  } catch {
    return undefined
  }
}

/** Returns the records in a response: a list of objects, or the list in its `list`. */
export function recordsIn(text: string): readonly Readonly<Record<string, unknown>>[] | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return undefined
  }
  const list = Array.isArray(parsed) ? parsed : isRecord(parsed) && Array.isArray(parsed['list']) ? parsed['list'] : []
  return list.length > 0 && list.every(isRecord) ? list : undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
