import type { Step } from '@main/db/statement'
import { carrierType } from './convert'
import type { ColumnEdit } from './column-edit'
import type { ServerVersion } from './flavour'
import { quote } from './literals'
import { typeText } from './types'

/** A generated column that holds the new values of a column until it replaces it. */
export interface Helper {
  readonly edit: ColumnEdit
  readonly name: string
}

/** It follows concurrent writes until the change. */
export function carrierSql(version: ServerVersion, edit: ColumnEdit): string {
  const invisible = version.flavour === 'mariadb' ? ' INVISIBLE' : ''
  return `${typeOf(edit)} GENERATED ALWAYS AS (${edit.convert}) STORED${invisible}`
}

/** MySQL doesn't drop a column that a generated one uses, even if the same statement drops both. */
export function freedSteps(version: ServerVersion, table: string, helpers: readonly Helper[]): Step[] {
  if (version.flavour === 'mariadb') return []
  const plain = helpers.map(({ edit, name }) => `MODIFY COLUMN ${quote(name)} ${typeOf(edit)} NULL`)
  return [{ sql: `ALTER TABLE ${quote(table)} ${plain.join(', ')}`, params: [] }]
}

function typeOf({ column, to, type }: ColumnEdit): string {
  const wanted = carrierType(to, type ?? (column.json ? 'json' : typeText(column.type)))
  if (!/^(var)?char|text|^(enum|set)\b/i.test(wanted)) return wanted
  const isSame = type === undefined && column.characterSet !== null
  return `${wanted} CHARACTER SET ${isSame ? `${column.characterSet} COLLATE ${column.collation}` : 'utf8mb4'}`
}
