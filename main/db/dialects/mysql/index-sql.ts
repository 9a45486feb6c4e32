import { AppError } from '@common/errors'
import { quote } from './literals'
import { sameName, type StoredIndex } from './table-state'

/** The beginning of a long text, as far as an index looks. */
const indexedSigns = 250

/** What a column is called, and its type where that has changed. */
interface ColumnAfter {
  readonly name: string
  readonly type: string | undefined
}

/** An index made anew with ALTER TABLE. @throws AppError SCHEMA_CHANGE_UNSUPPORTED for one over expressions */
export function indexSql({ name, unique, type, parts }: StoredIndex, after: (column: string) => ColumnAfter): string {
  const kind = type === 'FULLTEXT' || type === 'SPATIAL' ? `${type} ` : unique ? 'UNIQUE ' : ''
  const columns = parts.map(({ column, length }) => {
    if (column === null) throw new AppError('SCHEMA_CHANGE_UNSUPPORTED', { by: name })
    const now = after(column)
    const prefix = indexedLength(now.type, length, unique)
    return `${quote(now.name)}${prefix === null ? '' : `(${prefix})`}`
  })
  return `ADD ${kind}INDEX ${quote(name)} (${columns.join(', ')})`
}

/** Signs of a text that an index looks at: only text has such a length, and text without a limit needs one. */
function indexedLength(type: string | undefined, length: number | null, unique: boolean): number | null {
  if (type === undefined) return length
  if (!/char|text/i.test(type)) return null
  return length ?? (/text/i.test(type) && !unique ? indexedSigns : null)
}

export const uses = (index: StoredIndex, name: string): boolean =>
  index.parts.some(({ column }) => column !== null && sameName(column, name))
