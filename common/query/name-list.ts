import { AppError } from '@common/errors'

/** More names than any table has columns. */
const maxNames = 2_000

/**
 * Names in one query parameter: `a,b c,d`, or a JSON array of texts when the value starts with `[`, so
 * that names with commas work. Blanks around a name are dropped in the comma form, empty names skipped.
 *
 * @throws AppError QUERY_PARAMETER_INVALID
 */
export function parseNameList(parameter: string, text: string): string[] {
  const names = text.trimStart().startsWith('[') ? (jsonNames(text) ?? commaNames(text)) : commaNames(text)
  if (names.length > maxNames) throw new AppError('QUERY_PARAMETER_INVALID', { parameter })
  return names
}

/** Undefined when it is not a JSON array of texts: a column may be called `[x]`. */
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

/** The other direction: names as one parameter that `parseNameList` reads back, whatever is in them. */
export function formatNameList(names: readonly string[]): string {
  const text = names.join(',')
  const readBack = parseNameList('', text)
  const same = readBack.length === names.length && readBack.every((name, index) => name === names[index])
  return same ? text : JSON.stringify(names)
}
