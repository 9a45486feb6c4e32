import type { ColumnType, Parsed } from '@common/columns/column-type'
import { filesOf, fileTitles } from '@common/columns/values/files'
import { guessBy } from '@common/columns/values/guesses'
import { compactJson, jsonTextOf } from '@common/columns/values/json'
import { clear, refuse } from '@common/columns/values/outcome'
import { plainText, storableText } from '@common/columns/values/text'
import { json } from './json'

function stored(text: string): Parsed | undefined {
  const compact = compactJson(text)
  const files = compact === undefined ? undefined : filesOf(compact)
  if (compact === undefined || files === undefined) return refuse('notAttachments')
  return files.length === 0 ? undefined : storableText(compact)
}

/**
 * Files: a JSON text that lists them, each with `title` and `url` (wire §14.6). Scripts may set it; people cannot add
 * files before there are uploads, so it is not offered for a new column.
 */
export const attachment: ColumnType = {
  ...json,
  name: 'Attachment',
  storage: 'longText',
  parse(value, column) {
    if (value === null || value === undefined || value === '') return clear(column)
    const text = typeof value === 'string' ? value : jsonTextOf(value)
    return text === undefined ? refuse('notAttachments') : (stored(text) ?? clear(column))
  },
  parseText: (text, column) => (text.trim() === '' ? clear(column) : (stored(text) ?? clear(column))),
  format: (value) => {
    const titles = typeof value === 'string' ? fileTitles(value) : undefined
    return titles?.join(', ') ?? plainText(value)
  },
  searchable: false,
  display: 'files',
  editor: 'none',
  jsonSchema: { type: 'string' },
  graphqlType: 'String',
  defaults: { value: false },
  guess: (texts) => guessBy(0.99, texts, (text) => (filesOf(text)?.length ?? 0) > 0),
  creatable: false,
}
