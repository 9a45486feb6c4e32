import { AppError } from '@common/errors'
import { quote } from './literals'
import { sameName, type StoredIndex } from './table-state'

/** Indexed prefix length of long texts. */
const indexedSigns = 250

/** Name of a column after the change, and its new type if any. */
interface ColumnAfter {
  readonly name: string
  readonly type: string | undefined
}

/**
 * Returns the clause that recreates an index in ALTER TABLE. @throws AppError SCHEMA_CHANGE_UNSUPPORTED for expressions
 */
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

/** Prefix length of a text in an index: only texts have one, and unlimited texts need one. */
function indexedLength(type: string | undefined, length: number | null, unique: boolean): number | null {
  if (type === undefined) return length
  if (!/char|text/i.test(type)) return null
  return length ?? (/text/i.test(type) && !unique ? indexedSigns : null)
}

export const uses = (index: StoredIndex, name: string): boolean =>
  index.parts.some(({ column }) => column !== null && sameName(column, name))
