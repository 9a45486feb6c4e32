import { AppError } from '@common/errors'

/** More than any table has columns. */
const maxNames = 2_000

/**
 * Parses names in a query parameter: `a,b c,d`, or a JSON array of texts if the value starts with `[`, for names with
 * commas. The comma form trims names and skips empty ones.
 *
 * @throws AppError QUERY_PARAMETER_INVALID
 */
export function parseNameList(parameter: string, text: string): string[] {
  const names = text.trimStart().startsWith('[') ? (jsonNames(text) ?? commaNames(text)) : commaNames(text)
  if (names.length > maxNames) throw new AppError('QUERY_PARAMETER_INVALID', { parameter })
  return names
}

/** Returns undefined unless the text is a JSON array of texts: a column can have the name `[x]`. */
function jsonNames(text: string): string[] | undefined {
  try {
    const json: unknown = JSON.parse(text)
    return Array.isArray(json) && json.every((name) => typeof name === 'string') ? json : undefined
  } catch {
    return undefined
  }
}

function commaNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** Formats names as one parameter that `parseNameList` parses back, with any characters. */
export function formatNameList(names: readonly string[]): string {
  const text = names.join(',')
  const readBack = parseNameList('', text)
  const same = readBack.length === names.length && readBack.every((name, index) => name === names[index])
  return same ? text : JSON.stringify(names)
}
