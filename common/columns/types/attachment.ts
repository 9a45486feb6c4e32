import type { ColumnType, Parsed } from '@common/columns/column-type'
import { fileListText, filesOf, filesOfListText, fileTitles } from '@common/columns/values/files'
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

/** Files: a JSON list of `title` and `url`, with `mimetype` and `size` if known (wire §14.6). */
export const attachment: ColumnType = {
  ...json,
  name: 'Attachment',
  icon: 'paperclip',
  converts: 'text',
  content: 'files',
  covers: 'files',
  storage: 'longText',
  parse(value, column) {
    if (value === null || value === undefined || value === '') return clear(column)
    const text = typeof value === 'string' ? value : jsonTextOf(value)
    return text === undefined ? refuse('notAttachments') : (stored(text) ?? clear(column))
  },
  parseText(text, column) {
    if (text.trim() === '') return clear(column)
    const listed = filesOfListText(text)
    return stored(listed === undefined ? text : JSON.stringify(listed)) ?? clear(column)
  },
  format: (value) => {
    const titles = typeof value === 'string' ? fileTitles(value) : undefined
    return titles?.join(', ') ?? plainText(value)
  },
  searchable: false,
  display: 'files',
  editor: 'files',
  jsonSchema: { type: 'string' },
  graphqlType: 'String',
  defaults: { value: false },
  guess: (texts) => guessBy(0.99, texts, (text) => (filesOf(text)?.length ?? filesOfListText(text)?.length ?? 0) > 0),
}

/** Returns the files of a cell as names with addresses, for copies and exports. Other text stays unchanged. */
export function attachmentText(value: string): string {
  const files = filesOf(value)
  return files === undefined ? value : fileListText(files)
}
