import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isChoice } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import type { UiType } from '@common/columns/ui-types'
import { blankColumn } from '@common/columns/values/blank-column'
import type { FormulaType } from '@common/formula'
import type { Column } from '@common/model'
import { isTableIconName } from '@common/model/table-icons'
import { draftProblems, readDraft, writeDraft, type StoredTable } from '@common/templates'
import { parseGradient } from '@common/util/gradient'
import { conditionsOf, optionsFit, settingsPatch, viewKinds } from '@common/views'
import { familyOf } from '@common/views/filter-columns'
import { formSchema } from '@common/views/form'
import { operatorsOf } from '@common/views/filter-operators'
import { readColumnOptions } from '@common/wire/column-options'
import { readQuotedList } from '@common/wire/quoted-list'
import {
  namesOf,
  partOf,
  rowsOf,
  templateFiles,
  templateOf,
  templateText,
  type TemplatePart,
} from '@tests/helpers/built-in-templates'

/*
 * The built-in templates, without a database: `tests/dialects/templates.test.ts` creates tables from each.
 */

const templates = templateFiles.map((file) => [file, templateOf(file)] as const)

/** Returns a stored column as its type sees it. */
function columnOf({ cn, uidt, rqd = false, meta = {} }: StoredTable['columns'][number]): Column {
  const options = readColumnOptions(meta)
  if (options === undefined) throw new Error(`The options of ${cn} are invalid.`)
  return { ...blankColumn, name: cn, title: cn, uiType: uidt, nativeType: 'text', required: rqd, options }
}

const resultTypes: Readonly<Record<FormulaType, UiType>> = {
  number: 'Decimal',
  text: 'SingleLineText',
  boolean: 'Checkbox',
  date: 'Date',
  dateTime: 'DateTime',
}

function uiTypeOf(part: TemplatePart): UiType {
  if (part.kind === 'link') return 'LinkToAnotherRecord'
  return part.kind === 'stored' ? part.uiType : resultTypes[part.type]
}

describe('The built-in templates', () => {
  it('differ in title and colours, and share a few categories', () => {
    expect(new Set(templates.map(([, { title }]) => title)).size).toBe(templateFiles.length)
    expect(new Set(templates.map(([, { image_url }]) => image_url)).size).toBe(templateFiles.length)
    const counts = new Map<string, number>()
    for (const [, { category }] of templates) counts.set(category, (counts.get(category) ?? 0) + 1)
    expect(templateFiles).toHaveLength(20)
    expect(counts.size).toBeLessThanOrEqual(8)
    expect(Math.min(...counts.values())).toBeGreaterThanOrEqual(2)
  })

  it('are in the documentation, by category', () => {
    const page = readFileSync(new URL('../../../docs/templates.md', import.meta.url), 'utf8')
    const listed = [...page.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gmu)].flatMap(([, category = '', titles = '']) =>
      titles.split(', ').map((title) => `${category}: ${title}`),
    )
    for (const [, { category, title }] of templates) expect(listed).toContain(`${category}: ${title}`)
  })
})

describe.each(templates)('The template %s', (file, template) => {
  it('is a small file with every part that the gallery shows', () => {
    expect(file).toMatch(/^[a-z]+(?:-[a-z]+)*\.json$/)
    expect(Buffer.byteLength(templateText(file))).toBeLessThan(60 * 1024)
    expect(template.title).not.toBe('')
    expect(template.category).not.toBe('')
    expect(template.tags.length).toBeGreaterThanOrEqual(3)
    expect(template.description.length).toBeGreaterThan(150)
    expect(parseGradient(template.image_url)).toBeDefined()
    // Not every system has a font with emojis.
    expect(template.tables.filter(({ icon = '' }) => !isTableIconName(icon))).toEqual([])
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
    for (const { hasMany, manyToMany, belongsTo } of template.tables)
      expect([...hasMany, ...manyToMany, ...belongsTo]).not.toEqual([])
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
      // Neither a name nor a title of a column may be those of another one.
      const columns = table.columns.map(({ cn, _cn = cn }) => new Set([cn.toLowerCase(), _cn.toLowerCase()]))
      const others = namesOf(table).slice(columns.length)
      const names = [...columns, ...others.map((name) => [name.toLowerCase()])].flatMap((each) => [...each])
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
            const uiType = uiTypeOf(partOf(template, table, column))
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
