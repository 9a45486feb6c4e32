import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isChoice } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import type { UiType } from '@common/columns/ui-types'
import { blankColumn } from '@common/columns/values/blank-column'
import { checkFormula, parseFormula, type FormulaColumn, type FormulaType } from '@common/formula'
import type { Column } from '@common/model'
import { isTableIcon } from '@common/model/table-icons'
import {
  draftProblems,
  parseTemplate,
  readDraft,
  writeDraft,
  type StoredTable,
  type StoredTemplate,
} from '@common/templates'
import { parseGradient } from '@common/util/gradient'
import { conditionsOf, optionsFit, settingsPatch, viewKinds } from '@common/views'
import { familyOf } from '@common/views/filter-columns'
import { formSchema } from '@common/views/form'
import { operatorsOf } from '@common/views/filter-operators'
import { readColumnOptions } from '@common/wire/column-options'
import { readQuotedList } from '@common/wire/quoted-list'

/*
 * The built-in templates, without a database: `tests/dialects/built-in-templates.test.ts` creates a project from each.
 */

const folder = new URL('../../../resources/templates/', import.meta.url)
const files = readdirSync(folder)

function textOf(file: string): string {
  return readFileSync(new URL(file, folder), 'utf8')
}

function templateOf(file: string): StoredTemplate {
  const template = parseTemplate(textOf(file))
  if (template === undefined) throw new Error(`${file} isn't a template.`)
  return template
}

const templates = files.map((file) => [file, templateOf(file)] as const)

/** Returns a stored column as its type sees it. */
function columnOf({ cn, uidt, rqd = false, meta = {} }: StoredTable['columns'][number]): Column {
  const options = readColumnOptions(meta)
  if (options === undefined) throw new Error(`The options of ${cn} are invalid.`)
  return { ...blankColumn, name: cn, title: cn, uiType: uidt, nativeType: 'text', required: rqd, options }
}

type Part = { readonly uiType: UiType } | { readonly formula: FormulaType }

const numbers: readonly UiType[] = ['Number', 'Decimal', 'Currency', 'Percent', 'Rating', 'Duration', 'Year', 'Count']

function formulaTypeOf(part: Part): FormulaType {
  if ('formula' in part) return part.formula
  if (numbers.includes(part.uiType)) return 'number'
  if (part.uiType === 'Checkbox') return 'boolean'
  if (part.uiType === 'Date') return 'date'
  return part.uiType === 'DateTime' ? 'dateTime' : 'text'
}

const resultTypes: Readonly<Record<FormulaType, UiType>> = {
  number: 'Decimal',
  text: 'SingleLineText',
  boolean: 'Checkbox',
  date: 'Date',
  dateTime: 'DateTime',
}

/** Returns what a column of a table holds. Throws for a missing column, a wrong formula and an unfit rollup. */
function partOf(template: StoredTemplate, table: StoredTable, name: string): Part {
  const other = (tn: string): StoredTable => {
    const found = template.tables.find((each) => each.tn === tn)
    if (found === undefined) throw new Error(`There is no table ${tn}.`)
    return found
  }
  const stored = table.columns.find(({ cn }) => cn === name)
  if (stored !== undefined) return { uiType: stored.uidt }
  if (linkTitles(table).includes(name)) return { uiType: 'LinkToAnotherRecord' }
  const virtual = table.v.find(({ _cn }) => _cn === name)
  if (virtual === undefined) throw new Error(`${table.tn} has no column ${name}.`)
  const { lk, rl, count, formula } = virtual
  if (count !== undefined) return { uiType: 'Count' }
  if (lk !== undefined) {
    const taken = partOf(template, other(lk.ltn), lk.lcn)
    return lk.type === 'bt' ? taken : { formula: 'text' }
  }
  if (rl !== undefined) {
    const taken = formulaTypeOf(partOf(template, other(rl.rltn), rl.rlcn))
    if (['count', 'countDistinct'].includes(rl.fn)) return { uiType: 'Count' }
    if (!['min', 'max'].includes(rl.fn) && taken !== 'number') throw new Error(`${name} adds up ${taken}.`)
    return { formula: taken }
  }
  if (formula === undefined) throw new Error(`${name} computes nothing.`)
  const columns = [...table.columns.map(({ cn }) => cn), ...table.v.map(({ _cn }) => _cn)]
    .filter((each) => each !== name && formula.includes(`{${each}}`))
    .map((each): FormulaColumn => ({ name: each, title: each, type: formulaTypeOf(partOf(template, table, each)) }))
  return { formula: checkFormula(parseFormula(formula), columns).type }
}

const linkTitles = ({ hasMany, manyToMany, belongsTo }: StoredTable): string[] =>
  [...hasMany, ...manyToMany, ...belongsTo].map(({ _cn }) => _cn ?? '')

const namesOf = (table: StoredTable): string[] => [
  ...table.columns.map(({ cn }) => cn),
  ...linkTitles(table),
  ...table.v.map(({ _cn }) => _cn),
]

const rowsOf = ({ columns }: StoredTable): number => columns[0]?.values?.length ?? 0

describe('The built-in templates', () => {
  it('differ in title and colours, and share a few categories', () => {
    expect(new Set(templates.map(([, { title }]) => title)).size).toBe(files.length)
    expect(new Set(templates.map(([, { image_url }]) => image_url)).size).toBe(files.length)
    const counts = new Map<string, number>()
    for (const [, { category }] of templates) counts.set(category, (counts.get(category) ?? 0) + 1)
    expect(files).toHaveLength(20)
    expect(counts.size).toBeLessThanOrEqual(8)
    expect(Math.min(...counts.values())).toBeGreaterThanOrEqual(2)
  })
})

describe.each(templates)('The template %s', (file, template) => {
  it('is a small file with every part that the gallery shows', () => {
    expect(file).toMatch(/^[a-z]+(?:-[a-z]+)*\.json$/)
    expect(Buffer.byteLength(textOf(file))).toBeLessThan(60 * 1024)
    expect(template.title).not.toBe('')
    expect(template.category).not.toBe('')
    expect(template.tags.length).toBeGreaterThanOrEqual(3)
    expect(template.description.length).toBeGreaterThan(150)
    expect(parseGradient(template.image_url)).toBeDefined()
    expect(template.tables.filter(({ icon = '' }) => !isTableIcon(icon))).toEqual([])
  })

  it('has nothing that the editor would change or complain about', () => {
    let count = 0
    const draft = readDraft(template, () => `n${(count += 1)}`)
    expect(draftProblems(draft)).toEqual([])
    expect(writeDraft(draft)).toEqual(template)
  })

  it('has tables with links, lookups, rollups, counts and formulas', () => {
    expect(template.tables.length).toBeGreaterThanOrEqual(3)
    expect(template.tables.length).toBeLessThanOrEqual(7)
    const computed = template.tables.flatMap(({ v }) => v)
    for (const kind of ['lk', 'rl', 'count', 'formula'] as const)
      expect(computed.filter((each) => each[kind] !== undefined)).not.toEqual([])
    for (const table of template.tables) expect(linkTitles(table)).not.toEqual([])
  })

  it('has 20 to 200 rows, which fit their columns', () => {
    const all = template.tables.reduce((sum, table) => sum + rowsOf(table), 0)
    expect(all).toBeGreaterThanOrEqual(20)
    expect(all).toBeLessThanOrEqual(200)
    for (const table of template.tables)
      for (const stored of table.columns) {
        const column = columnOf(stored)
        const { values = [] } = stored
        expect(values, `${table.tn}.${column.name}`).toHaveLength(rowsOf(table))
        const unfit = values.filter((value) => !columnType(column.uiType).parse(value, column).ok)
        expect(unfit, `${table.tn}.${column.name}`).toEqual([])
        if (stored.un === true) expect(new Set(values).size).toBe(values.length)
        if (stored.dtxp !== undefined)
          expect(column.options.options?.map(({ title }) => title)).toEqual(readQuotedList(String(stored.dtxp)))
      }
  })

  it('links rows that exist', () => {
    for (const table of template.tables) {
      const links = [
        ...table.belongsTo.map(({ tn, ...link }) => ({ tn, ...link })),
        ...table.manyToMany.map(({ rtn, ...link }) => ({ tn: rtn, ...link })),
      ]
      for (const { tn, values = [] } of links) {
        if (values.length > 0) expect(values).toHaveLength(rowsOf(table))
        const most = rowsOf(template.tables.find((each) => each.tn === tn) ?? table)
        const linked = values.flat().filter((value) => value !== null)
        expect(linked.filter((value) => !Number.isInteger(value) || Number(value) < 1 || Number(value) > most)).toEqual(
          [],
        )
      }
    }
  })

  it('computes with columns that exist and fit', () => {
    for (const table of template.tables) {
      const names = namesOf(table).map((name) => name.toLowerCase())
      expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([])
      for (const { _cn } of table.v) expect(() => partOf(template, table, _cn), `${table.tn}.${_cn}`).not.toThrow()
    }
  })

  it('has every kind of view, with columns that exist', () => {
    expect(new Set(template.tables.flatMap(({ views = [] }) => views.map(({ kind }) => kind)))).toEqual(
      new Set(viewKinds),
    )
    for (const table of template.tables) {
      const { views = [] } = table
      expect(views[0]).toMatchObject({ title: '', kind: 'grid' })
      expect(new Set(views.map(({ title }) => title)).size).toBe(views.length)
      for (const view of views) {
        const where = `${table.tn}: ${view.title}`
        expect(settingsPatch.safeParse(view.settings).error, where).toBeUndefined()
        expect(optionsFit(view.kind, view.options), where).toBe(true)
        const { filter, colours = [], sorts = [], groups = [], order = [], hidden = [] } = view.settings
        const shown = [...order, ...hidden].toSorted()
        if (shown.length > 0) expect(shown, where).toEqual(namesOf(table).toSorted())
        for (const { column } of [...sorts, ...groups])
          expect(() => partOf(template, table, column), where).not.toThrow()
        for (const each of [filter, ...colours.map((rule) => rule.filter)].filter((one) => one !== undefined))
          for (const { column, operator } of conditionsOf(each)) {
            const part = partOf(template, table, column)
            const uiType = 'formula' in part ? resultTypes[part.formula] : part.uiType
            const family = familyOf({ ...blankColumn, uiType, nativeType: 'computed' })
            expect(family !== undefined && operatorsOf({ family }), `${where}: ${column}`).toContain(operator)
          }
      }
    }
  })

  it('places records on its boards and calendars, and asks for columns in its forms', () => {
    for (const table of template.tables) {
      const { columns, views = [] } = table
      const named = (name: unknown) => columns.find(({ cn }) => cn === name)
      for (const { kind, options } of views) {
        if (kind === 'kanban') expect(isChoice({ uiType: named(options.stackColumn)?.uidt ?? 'ID' })).toBe(true)
        if (kind === 'form') {
          const asked = formSchema.parse(options).parts?.flatMap((part) => (part.kind === 'field' ? part.column : []))
          expect(asked).not.toEqual([])
          expect(asked?.filter((name) => !namesOf(table).includes(name ?? ''))).toEqual([])
        }
        if (kind !== 'calendar') continue
        const start = named(options.startColumn)
        expect(['Date', 'DateTime']).toContain(start?.uidt)
        expect(start?.values?.filter((value) => value !== null)).not.toEqual([])
        if (options.endColumn !== undefined) expect(named(options.endColumn)?.uidt).toBe(start?.uidt)
      }
    }
  })
})
