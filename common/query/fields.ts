import { parseNameList } from './name-list'

/**
 * Parses `fields=Name,Price`, or a JSON array of texts. Returns undefined (all columns) for an empty text or `*`.
 *
 * @throws AppError QUERY_PARAMETER_INVALID
 */
export function parseFields(text: string, parameter = 'fields'): string[] | undefined {
  const names = [...new Set(parseNameList(parameter, text))]
  return names.length === 0 || (names.length === 1 && names[0] === '*') ? undefined : names
}
