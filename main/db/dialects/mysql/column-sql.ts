import { hasRole } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import { AppError } from '@common/errors'
import { mysql } from '@common/dialects'
import type { ColumnDefinition, ForeignKey } from '@common/model'
import { defaultSql, plainLiterals, quote, textLiteral } from './literals'
import { nativeType, needsBrackets, typeText } from './types'
import type { StoredColumn } from './table-state'

/** Returns the SQL of a column for CREATE TABLE or ADD COLUMN. */
export function columnSql(column: ColumnDefinition, isOnlyKey: boolean): string {
  const type = declaredType(column)
  // The server generates values of a single-column key only.
  if (isOnlyKey && hasRole(column, 'key'))
    return `${quote(column.name)} ${type} NOT NULL AUTO_INCREMENT${comment({ comment: storedComment(column) })}`
  // It generates no other columns, and generated columns can't depend on them.
  if (hasRole(column, 'counter') && column.nativeType === undefined)
    throw new AppError('COLUMN_TYPE_INVALID', { column: column.name, type: column.uiType })
  return `${quote(column.name)} ${type}${clauses(type, {
    notNull: column.required || column.primaryKey,
    defaultText: defaultSql(column),
  })}${comment({ comment: storedComment(column) })}`
}

export function declaredType(column: ColumnDefinition): string {
  return nativeType(columnType(column.uiType).storage, column)
}

/** Differences between a column and its new definition. */
export interface ColumnEdits {
  readonly type?: string
  readonly notNull?: boolean
  /** SQL text; null for none. */
  readonly defaultText?: string | null
  readonly comment?: string
}

/** Returns the complete definition of a stored column for MODIFY and CHANGE, without its name. */
export function storedSql(column: StoredColumn, edits: ColumnEdits = {}): string {
  const type = edits.type ?? (column.json ? 'json' : typeText(column.type))
  const isText =
    /char|text|enum|set/i.test(type) && column.characterSet !== null && edits.type !== 'json' && !column.json
  const charset = isText ? ` CHARACTER SET ${column.characterSet} COLLATE ${column.collation}` : ''
  const said = comment({ comment: edits.comment ?? column.comment })
  if (column.autoIncrement) return `${type}${charset} NOT NULL AUTO_INCREMENT${said}`
  const defaultText = edits.defaultText === undefined ? column.defaultValue : edits.defaultText
  const sameKind = edits.type === undefined
  const checked = column.check !== null && !column.json && sameKind ? ` CHECK (${plainLiterals(column.check)})` : ''
  return `${type}${charset}${clauses(type, { notNull: edits.notNull ?? column.notNull, defaultText })}${
    column.onUpdate !== '' && /^(datetime|timestamp)/i.test(type) ? ` ${column.onUpdate}` : ''
  }${said}${checked}`
}

const comment = ({ comment: text }: Pick<StoredColumn, 'comment'>): string =>
  text === '' ? '' : ` COMMENT ${textLiteral(text)}`

/** Maximum length of a column comment. */
const commentCharacters = 1_024
export const storedComment = ({ options: { description = '' } }: ColumnDefinition): string =>
  [...description].slice(0, commentCharacters).join('')

function clauses(type: string, given: { readonly notNull: boolean; readonly defaultText: string | null }): string {
  const { notNull, defaultText } = given
  return `${notNull ? ' NOT NULL' : ' NULL'}${defaultText === null ? '' : ` DEFAULT ${writtenDefault(type, defaultText)}`}`
}

/** The current time needs the precision of the column; expressions need brackets. */
function writtenDefault(type: string, text: string): string {
  if (/^CURRENT_TIMESTAMP$/i.test(text)) {
    const digits = /^(?:datetime|timestamp)(\(\d\))/i.exec(type)?.[1]
    return /^(datetime|timestamp)/i.test(type) ? `CURRENT_TIMESTAMP${digits ?? ''}` : `(${text})`
  }
  const isLiteral = /^('(?:[^']|'')*'|-?\d+(\.\d+)?([eE][+-]?\d+)?|[bx]'[\da-f]*')$/is.test(text)
  return isLiteral && !needsBrackets(type) ? text : `(${text})`
}

const actions = ['CASCADE', 'RESTRICT', 'SET NULL', 'NO ACTION']
const names = (columns: readonly string[]): string => columns.map(quote).join(', ')

/** @throws AppError SCHEMA_CHANGE_UNSUPPORTED for SET DEFAULT, which the storage engine lacks */
export function foreignKeySql(name: string, key: ForeignKey): string {
  return `CONSTRAINT ${quote(name)} FOREIGN KEY (${names(key.columns)}) REFERENCES ${quote(key.referencedTable)} (${names(key.referencedColumns)}) ON DELETE ${action(key.onDelete)} ON UPDATE ${action(key.onUpdate)}`
}

function action(given: string): string {
  if (given.toUpperCase() === 'SET DEFAULT') throw new AppError('SCHEMA_CHANGE_UNSUPPORTED', { by: 'SET DEFAULT' })
  return actions.find((known) => known === given.toUpperCase()) ?? 'NO ACTION'
}

/**
 * Checks a name: at most 64 characters of the basic plane (no emoji), without a trailing blank.
 *
 * @throws AppError TABLE_NAME_INVALID, COLUMN_NAME_INVALID
 */
export function checkName(kind: 'table' | 'column', name: string): void {
  const limit = mysql.maxIdentifier
  if ([...name].length <= limit && !/[\u{10000}-\u{10ffff}]/u.test(name) && !/\s$/.test(name)) return
  throw kind === 'table'
    ? new AppError('TABLE_NAME_INVALID', { table: name, limit })
    : new AppError('COLUMN_NAME_INVALID', { column: name, limit })
}

/** Returns an unused name for an internal object, truncated if necessary. */
export function freeName(base: string, taken: readonly string[]): string {
  const short = [...base.replace(/[\u{10000}-\u{10ffff}]/gu, '')]
    .slice(0, mysql.maxIdentifier - 4)
    .join('')
    .trimEnd()
  let name = short
  for (let n = 2; taken.some((other) => other.toLowerCase() === name.toLowerCase()); n += 1) name = `${short}_${n}`
  return name
}
