import { typeFor } from '@common/columns/new-types'
import { hasRole } from '@common/columns/questions'
import type { Column, ColumnChange, ColumnDefinition, Table } from '@common/model'
import { nameKey } from '@common/wire/names'
import type { Database } from '@main/db/database'
import { limits } from '@common/constants'
import type { SchemaPlan } from '@main/db/schema-plan'
import type { Step } from '@main/db/statement'
import { plainDefault } from './plain-default'

/** A duplicated column with the step that fills it. */
export interface ColumnCopy {
  readonly change: Extract<ColumnChange, { kind: 'add' }>
  /** Fills the values after the column exists. */
  readonly fill: Step
}

/**
 * Returns a duplicate of a column. Keys and references become plain values. The duplicate is neither required, unique
 * nor generated.
 */
export function copyOfColumn(database: Database, table: Table, column: Column): ColumnCopy {
  const { quote } = database.dialect
  const definition: ColumnDefinition = {
    ...copyNames(table, column),
    uiType: copiedType(database, column),
    required: false,
    unique: false,
    primaryKey: false,
    defaultValue: column.generated || column.autoIncrement ? null : (plainDefault(column.defaultValue) ?? null),
    options: column.options,
    nativeType: column.nativeType,
  }
  return {
    change: { kind: 'add', column: definition },
    fill: {
      sql: `UPDATE ${quote(table.name)} SET ${quote(definition.name)} = ${quote(column.name)}`,
      params: [],
    },
  }
}

/** The plan that adds the column, with its values at the end. */
export const filledBy = (plan: SchemaPlan, fill: Step): SchemaPlan => ({ ...plan, up: [...plan.up, fill] })

/** Returns the type of a copy: numbers of the database and references become plain values. */
export function copiedType({ dialect }: Database, column: Column): ColumnDefinition['uiType'] {
  const { uiType, nativeType } = column
  if (hasRole(column, 'counter')) return typeFor.whole
  if (!hasRole(column, 'key', 'reference')) return uiType
  return dialect.uiTypeOf({
    name: '',
    nativeType,
    notNull: false,
    defaultValue: null,
    keyPosition: 0,
    autoIncrement: false,
    generated: false,
  })
}

/** Returns an unused name and title. */
function copyNames(table: Table, { name, title }: Column): { readonly name: string; readonly title: string } {
  const names = new Set([
    ...table.columns.map((column) => nameKey(column.name)),
    ...table.columns.map((column) => nameKey(column.title)),
  ])
  return {
    name: freeName((n) => `${cut(name, 12)}_copy${n}`, names),
    title: copyTitle(table, title),
  }
}

/** Returns an unused title for the duplicate of a column, stored or computed. */
export function copyTitle(table: Table, title: string): string {
  const taken = new Set(
    [
      ...table.columns.flatMap((column) => [column.name, column.title]),
      ...table.virtualColumns.map((column) => column.title),
    ].map(nameKey),
  )
  return freeName((n) => `${cut(title, 12)} copy${n === '' ? '' : ` ${n}`}`, taken)
}

/** Returns the first free name: without a number, then numbered from 2. */
export function freeName(nameOf: (n: string) => string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n += 1) {
    const name = nameOf(n === 1 ? '' : String(n))
    if (!taken.has(nameKey(name))) return name
  }
}

/** Databases cut longer names, some of them after 63 bytes. */
export const cut = (text: string, room: number): string => {
  const most = Math.min(limits.nameCharacters, 63) - room
  let short = text
  while (new TextEncoder().encode(short).length > most) short = [...short].slice(0, -1).join('')
  return short.trimEnd()
}
