import { isManyChoices, takesOptions } from '@common/columns/questions'
import { limits } from '@common/constants'
import type { ColumnChange, Table } from '@common/model'
import type { Principal } from '@common/principal'
import type { SightedTable } from '@common/principal/sight'
import { withOptions } from '@common/views/form-answers'
import { colorAt, definitionOf } from '@common/model/column-definition'
import { isPrintableName, nameKey } from '@common/wire/names'
import type { Database } from '@main/db/database'
import { raw, write, type Fragment } from '@main/db/sql-fragment'
import type { TableCatalog } from '../catalog/catalog'
import type { Call } from '../changes/changes'
import type { TableService } from '../types'

/** Adds options to columns of a table, given by name. Skips options that exist. @returns the changed table */
export async function addOptions(
  { service, catalog }: { readonly service: Pick<TableService, 'changeColumns'>; readonly catalog: TableCatalog },
  call: Call & { readonly principal: Principal },
  table: string,
  added: ReadonlyMap<string, readonly string[]>,
): Promise<SightedTable> {
  await service.changeColumns(call, table, (current) =>
    current.columns.flatMap((column): ColumnChange[] => {
      const taken = new Set((column.options.options ?? []).map(({ title }) => nameKey(title)))
      const missing = (added.get(column.name) ?? []).filter((title) => !taken.has(nameKey(title)))
      if (missing.length === 0) return []
      return [{ kind: 'change', name: column.name, column: definitionOf(withOptions(column, missing)) }]
    }),
  )
  return catalog.as(call.principal).get(call.projectId, table)
}

/** Returns the SQL of a fragment without values. */
const plainText = (fragment: Fragment): string =>
  write(fragment, () => {
    throw new Error('A key of texts binds no values')
  })

/** More values than these are not a list of choices. */
const optionsAtMost = 100

/**
 * A column that becomes a list without options gets the existing values as options, in alphabetical order. With too
 * many or invalid values, the list stays open.
 */
export async function optionsFromValues(database: Database, table: Table, change: ColumnChange): Promise<ColumnChange> {
  if (change.kind !== 'change' || change.from === undefined) return change
  const { uiType, options } = change.column
  const isList = isManyChoices({ uiType })
  if (!takesOptions({ uiType }) || (options.options?.length ?? 0) > 0) return change
  const { quote, page, comparison, formula } = database.dialect
  const name = quote(change.name)
  const column = table.columns.find((other) => other.name === change.name)
  const value = column === undefined ? name : comparison.sortable(column, name)
  // Collations may take `red` and `Red` for one value. As choices they are two.
  const isText = column !== undefined && formula.typeOf(column) === 'text'
  const key = isText ? `, ${plainText(formula.textKey(formula.text(raw(name), column)))}` : ''
  const rows = await database.read(
    {
      sql: `SELECT DISTINCT ${value}${key} FROM ${quote(table.name)} WHERE ${name} IS NOT NULL ORDER BY 1${page(String(optionsAtMost + 1), '0', true)}`,
      params: [],
    },
    { lane: 'long' },
  )
  const texts = rows.flatMap(([value]) => (value instanceof Uint8Array ? [] : [String(value).trim()]))
  const titles = [...new Set(isList ? texts.flatMap((text) => text.split(',').map((part) => part.trim())) : texts)]
    .filter((title) => title !== '')
    .toSorted()
  const usable =
    rows.length <= optionsAtMost &&
    titles.length <= optionsAtMost &&
    titles.every((title) => isPrintableName(title, limits.nameCharacters)) &&
    new Set(titles.map(nameKey)).size === titles.length
  if (!usable) return change
  const found = titles.map((title, at) => ({ title, color: colorAt(at) }))
  return { ...change, column: { ...change.column, options: { ...options, options: found } } }
}
