import { readdirSync, readFileSync } from 'node:fs'
import { columnType } from '@common/columns/registry'
import type { UiType } from '@common/columns/ui-types'
import {
  checkFormula,
  evaluateFormula,
  parseFormula,
  type FormulaColumn,
  type FormulaType,
  type FormulaValue,
  type TypedFormula,
} from '@common/formula'
import type { RollupFunction } from '@common/model/relations'
import type { StoredTable, StoredTemplate } from '@common/templates'
import { templateFrom } from './templates'

/*
 * The built-in templates, and the values of their computed columns. They are computed here in JavaScript, apart
 * from the SQL that the product writes.
 */

const folder = new URL('../../resources/templates/', import.meta.url)

/** File names of the built-in templates. */
export const templateFiles = readdirSync(folder)

export const templateText = (file: string): string => readFileSync(new URL(file, folder), 'utf8')

export const templateOf = (file: string): StoredTemplate => templateFrom(templateText(file))

export const rowsOf = ({ columns }: StoredTable): number => columns[0]?.values?.length ?? 0

const linkTitles = ({ hasMany, manyToMany, belongsTo }: StoredTable): string[] =>
  [...hasMany, ...manyToMany, ...belongsTo].map(({ _cn }) => _cn ?? '')

/** Names of all columns as views use them. */
export const namesOf = (table: StoredTable): string[] => [
  ...table.columns.map(({ cn }) => cn),
  ...linkTitles(table),
  ...table.v.map(({ _cn }) => _cn),
]

export function tableNamed({ tables }: StoredTemplate, tn: string): StoredTable {
  const found = tables.find((table) => table.tn === tn)
  if (found === undefined) throw new Error(`There is no table ${tn}.`)
  return found
}

/** Content of a column: values of a type, or results of a formula. */
export type TemplatePart =
  | { readonly kind: 'stored'; readonly uiType: UiType }
  | { readonly kind: 'link' }
  | { readonly kind: 'result'; readonly type: FormulaType; readonly many: boolean; readonly formula?: TypedFormula }

const formulaTypes: Partial<Record<UiType, FormulaType>> = { Checkbox: 'boolean', Date: 'date', DateTime: 'dateTime' }

function formulaTypeOf(part: TemplatePart): FormulaType {
  if (part.kind === 'result') return part.type
  if (part.kind === 'link') return 'text'
  const isNumber = ['number', 'percent', 'rating'].includes(columnType(part.uiType).display)
  return formulaTypes[part.uiType] ?? (isNumber ? 'number' : 'text')
}

/** @throws for a missing column, a wrong formula and an unfit rollup */
export function partOf(template: StoredTemplate, table: StoredTable, name: string): TemplatePart {
  const stored = table.columns.find(({ cn }) => cn === name)
  if (stored !== undefined) return { kind: 'stored', uiType: stored.uidt }
  if (linkTitles(table).includes(name)) return { kind: 'link' }
  const virtual = table.v.find(({ _cn }) => _cn === name)
  if (virtual === undefined) throw new Error(`${table.tn} has no column ${name}.`)
  const { lk, rl, count, formula } = virtual
  if (count !== undefined) return { kind: 'result', type: 'number', many: false }
  if (lk !== undefined) {
    const taken = partOf(template, tableNamed(template, lk.ltn), lk.lcn)
    return lk.type === 'bt' ? taken : { kind: 'result', type: formulaTypeOf(taken), many: true }
  }
  if (rl !== undefined) {
    const taken = formulaTypeOf(partOf(template, tableNamed(template, rl.rltn), rl.rlcn))
    const isCount = rl.fn === 'count' || rl.fn === 'countDistinct'
    if (!isCount && rl.fn !== 'min' && rl.fn !== 'max' && taken !== 'number')
      throw new Error(`${name} adds up ${taken}.`)
    return { kind: 'result', type: isCount ? 'number' : taken, many: false }
  }
  if (formula === undefined) throw new Error(`${name} computes nothing.`)
  const columns = [...table.columns.map(({ cn }) => cn), ...table.v.map(({ _cn }) => _cn)]
    .filter((each) => each !== name && formula.includes(`{${each}}`))
    .map((each): FormulaColumn => ({ name: each, title: each, type: formulaTypeOf(partOf(template, table, each)) }))
  const typed = checkFormula(parseFormula(formula), columns)
  return { kind: 'result', type: typed.type, many: false, formula: typed }
}

/** Returns the numbers of the rows, from 0, that a link of a row leads to. */
export function linkedRows(
  template: StoredTemplate,
  table: StoredTable,
  { kind, to }: { readonly kind: 'bt' | 'hm' | 'mm'; readonly to: string },
  row: number,
): number[] {
  const numbers = (value: unknown): number[] =>
    [value].flat().flatMap((one) => (typeof one === 'number' ? [one - 1] : []))
  const reverse = (values: readonly unknown[] = []): number[] =>
    values.flatMap((value, at) => (numbers(value).includes(row) ? [at] : []))
  const other = tableNamed(template, to)
  if (kind === 'bt') return numbers(table.belongsTo.find(({ tn }) => tn === to)?.values?.[row])
  if (kind === 'hm') return reverse(other.belongsTo.find(({ tn }) => tn === table.tn)?.values)
  const own = table.manyToMany.find(({ rtn }) => rtn === to)?.values
  return own === undefined ? reverse(other.manyToMany.find(({ rtn }) => rtn === table.tn)?.values) : numbers(own[row])
}

const isBlank = (value: FormulaValue): value is null => value === null

function rollup(name: RollupFunction, all: readonly FormulaValue[]): FormulaValue {
  const values = all.filter((value) => !isBlank(value))
  const [first = null] = values
  const sum = values.reduce<number>((total, value) => total + Number(value), 0)
  switch (name) {
    case 'count':
      return values.length
    case 'countDistinct':
      return new Set(values).size
    case 'sum':
      return isBlank(first) ? null : sum
    case 'avg':
      return isBlank(first) ? null : sum / values.length
    case 'min':
      return values.reduce((least, value) => (isBlank(least) || isBlank(value) || value < least ? value : least), first)
    case 'max':
      return values.reduce((most, value) => (isBlank(most) || isBlank(value) || value > most ? value : most), first)
    default:
      throw new Error(`No template uses ${name}.`)
  }
}

/** Value of a column in a row, from 0; a list for a lookup of several records. */
export function templateValue(
  template: StoredTemplate,
  table: StoredTable,
  name: string,
  row: number,
): FormulaValue | readonly FormulaValue[] {
  const stored = table.columns.find(({ cn }) => cn === name)
  if (stored !== undefined) return (stored.values?.[row] ?? null) as FormulaValue
  const virtual = table.v.find(({ _cn }) => _cn === name)
  const { lk, rl, count } = virtual ?? {}
  const follow = (to: string, kind: 'bt' | 'hm' | 'mm', column: string): FormulaValue[] =>
    linkedRows(template, table, { kind, to }, row).flatMap((at) =>
      templateValue(template, tableNamed(template, to), column, at),
    )
  if (count !== undefined) return linkedRows(template, table, { kind: count.type, to: count.tn }, row).length
  if (lk !== undefined) {
    const values = follow(lk.ltn, lk.type, lk.lcn)
    return lk.type === 'bt' ? (values[0] ?? null) : values.filter((value) => !isBlank(value))
  }
  if (rl !== undefined) return rollup(rl.fn, follow(rl.rltn, rl.type, rl.rlcn))
  const part = partOf(template, table, name)
  if (part.kind !== 'result' || part.formula === undefined) throw new Error(`${table.tn} has no value ${name}.`)
  const used = new Proxy<Record<string, FormulaValue>>(
    {},
    {
      get: (_, column) => {
        const value = templateValue(template, table, String(column), row)
        return Array.isArray(value) ? value.join(', ') : (value as FormulaValue)
      },
    },
  )
  return evaluateFormula(part.formula, used, { now: '2026-11-28 12:00:00', recordId: String(row + 1) })
}
