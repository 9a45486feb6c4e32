import { typeFor } from '@common/columns/new-types'
import { rewrittenFormula } from '@common/formula'
import type { Column } from '@common/model'
import { rollupFunctions, type RollupFunction, type VirtualColumn, type VirtualResult } from '@common/model/relations'
import { copiedComputed, type CopiedComputed } from '@common/project-copy'
import { NameIndex } from '@common/wire/named'
import { z } from 'zod'
import type { FindLink } from './original-links'
import type { OriginalTable, OriginalTables } from './original-tables'

const terms = z.record(z.string(), z.unknown()).nullish()

/** An entry of `v` (wire §7): a link, or a computed column. */
export const wireComputed = z.looseObject({
  _cn: z.string().max(255),
  hm: terms,
  bt: terms,
  mm: terms,
  lk: terms,
  rl: terms,
  formula: z.looseObject({ value: z.string() }).nullish(),
})
type Entry = z.infer<typeof wireComputed>

/**
 * Returns the computed columns of a file and the titles of its links, and adds them to its tables. Leaves out columns
 * over relations or columns that the file doesn't have.
 */
export function computedOf(
  tables: OriginalTables,
  entries: ReadonlyMap<string, readonly Entry[]>,
  findLink: FindLink,
): readonly CopiedComputed[] {
  const all = [...entries].flatMap(([name, list]) => {
    const table = tables.get(name)
    return table === undefined ? [] : list.map((entry, at) => ({ table, entry, at }))
  })
  const columns = indexOnce((table) => new NameIndex(table.columns, ({ name }) => ({ name, title: name })))
  const columnOf: FindColumn = (table, name) => columns(table).find(name)
  return [
    ...all.flatMap(({ table, entry, at }) => linkTitle(findLink, table, entry, at)),
    ...all.flatMap(({ table, entry, at }) => overLink(tables, findLink, columnOf, table, entry, at)),
    // Formulas name the columns above, and each other.
    ...withIdentities(
      tables,
      all.flatMap(({ table, entry, at }) => formulaOf(table, entry, at)),
    ),
  ]
}

type FindColumn = (table: OriginalTable, name: string) => Column | undefined

/** A file can have thousands of entries on thousands of columns. */
function indexOnce<T>(make: (table: OriginalTable) => T): (table: OriginalTable) => T {
  const made = new Map<OriginalTable, T>()
  return (table) => {
    const index = made.get(table) ?? make(table)
    made.set(table, index)
    return index
  }
}

/** Returns formulas with ids instead of titles. */
function withIdentities(tables: OriginalTables, formulas: readonly CopiedComputed[]): readonly CopiedComputed[] {
  const names = indexOnce(
    (table) =>
      new NameIndex(
        [...table.columns, ...table.virtualColumns.map(({ id: name, title }) => ({ name, title }))],
        (column: { readonly name: string; readonly title: string }) => column,
      ),
  )
  return formulas.map((column) => {
    const { definition } = column
    const table = tables.get(column.table)
    if (definition.kind !== 'formula' || table === undefined) return column
    const formula = rewrittenFormula(definition.formula, (title) => names(table).find(title)?.name)
    return { ...column, definition: { ...definition, formula } }
  })
}

const idOf = ({ name }: OriginalTable, at: number): string => `vc_${at}_${name}`.slice(0, 100)

function linkTitle(findLink: FindLink, table: OriginalTable, { _cn, hm, bt, mm }: Entry, at: number): CopiedComputed[] {
  const given = hm ? { ...hm, type: 'hm' } : bt ? { ...bt, type: 'bt' } : mm && { ...mm, type: 'mm' }
  const link = given && findLink(table, given)
  if (!link) return []
  const definition = { kind: 'link' } as const
  const column = copiedComputed.safeParse({ table: table.name, id: link.id, title: _cn, position: at + 1, definition })
  if (column.data === undefined) return []
  table.virtualColumns.splice(table.virtualColumns.indexOf(link), 1, { ...link, title: _cn })
  return [column.data]
}

/** Returns a lookup or a rollup. */
function overLink(
  tables: OriginalTables,
  findLink: FindLink,
  columnOf: FindColumn,
  table: OriginalTable,
  { _cn, lk, rl }: Entry,
  at: number,
): CopiedComputed[] {
  const given = lk ?? rl
  const link = given ? findLink(table, given) : undefined
  const related = link && tables.get(link.link.relatedTable)
  if (!given || link === undefined || related === undefined) return []
  const name = given[lk ? 'lcn' : 'rlcn']
  const target = typeof name === 'string' ? columnOf(related, name) : undefined
  const fn = rollupFunctions.find((one) => one === given['fn'])
  const isMany = link.link.kind !== 'belongsTo'
  const definition =
    !lk && fn === 'count'
      ? ({ kind: 'count', linkId: link.id } as const)
      : target === undefined
        ? undefined
        : lk
          ? ({ kind: 'lookup', linkId: link.id, column: target.name } as const)
          : fn && isMany
            ? ({ kind: 'rollup', linkId: link.id, column: target.name, function: fn } as const)
            : undefined
  if (definition === undefined) return []
  const values = { uiType: target?.uiType ?? typeFor.text, options: target?.options ?? {} }
  const result: VirtualResult = lk ? { ...values, ...(isMany && { many: true }) } : rolledUp(fn ?? 'count', values)
  return added(table, { id: idOf(table, at), title: _cn, ...definition, result }, at)
}

function rolledUp(fn: RollupFunction, values: VirtualResult): VirtualResult {
  if (fn === 'count' || fn === 'countDistinct') return { uiType: typeFor.whole, options: {} }
  return fn === 'avg' || fn === 'avgDistinct' ? { uiType: typeFor.decimal, options: {} } : values
}

function formulaOf(table: OriginalTable, { _cn, formula }: Entry, at: number): CopiedComputed[] {
  if (!formula) return []
  return added(table, { id: idOf(table, at), title: _cn, kind: 'formula', formula: formula.value }, at)
}

/** Adds a column to its table, so that formulas, lookups and views find it. */
function added(table: OriginalTable, column: Exclude<VirtualColumn, { kind: 'link' }>, at: number): CopiedComputed[] {
  const { id, title, result: _result, ...definition } = column
  const valid = copiedComputed.safeParse({ table: table.name, id, title, position: at + 1, definition })
  if (valid.data === undefined) return []
  table.virtualColumns.push(column)
  return [valid.data]
}
