import { parseNameList } from './name-list'

/**
 * `fields=Name,Price`, or a JSON array of texts. Undefined, which means every column, for an empty text or `*`.
 *
 * @throws AppError QUERY_PARAMETER_INVALID
 */
export function parseFields(text: string, parameter = 'fields'): string[] | undefined {
  const names = [...new Set(parseNameList(parameter, text))]
  return names.length === 0 || (names.length === 1 && names[0] === '*') ? undefined : names
}
