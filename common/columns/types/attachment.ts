import type { ColumnType } from '@common/columns/column-type'
import { plainText } from '@common/columns/values/text'
import { json } from './json'

/** Names of the files that a JSON text lists, or undefined when it lists none. */
function fileNames(text: string): string | undefined {
  try {
    const files: unknown = JSON.parse(text)
    if (!Array.isArray(files)) return undefined
    const names = files.map((file: unknown) =>
      typeof file === 'object' && file !== null && 'title' in file ? String(file.title) : undefined,
    )
    return names.every((name) => name !== undefined) ? names.join(', ') : undefined
  } catch {
    return undefined
  }
}

/** Files: a JSON text that lists them. People cannot add any yet; scripts may. */
export const attachment: ColumnType = {
  ...json,
  name: 'Attachment',
  storage: 'longText',
  format: (value) => (typeof value === 'string' ? fileNames(value) : undefined) ?? plainText(value),
  searchable: false,
  display: 'text',
  editor: 'none',
  creatable: false,
}
