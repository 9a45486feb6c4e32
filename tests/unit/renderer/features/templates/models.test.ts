import { readDraft, storedTemplate } from '@common/templates'
import { cardByArrow } from '@renderer/features/templates/arrow-keys'
import { coverOf } from '@renderer/features/templates/cover'
import { descriptionPreview } from '@renderer/features/templates/description'
import { countCategories, galleryEntries, partOf, queryOfPart } from '@renderer/features/templates/gallery-list'
import { readTemplateFile } from '@renderer/features/templates/opened-template'
import { rowCount, sampleTables } from '@renderer/features/templates/sample-rows'
import { templateDiagram } from '@renderer/features/templates/template-diagram'
import { templateFileName } from '@renderer/features/templates/template-file'
import { i18n } from '@renderer/i18n'
import { afterEach, describe, expect, it } from 'vitest'
import { entryOf } from './entries'

afterEach(async () => void (await i18n.changeLanguage('en')))

describe('the picture of a template', () => {
  it('writes a gradient anew, and drops other CSS', () => {
    expect(coverOf('linear-gradient(135deg, #0B63CE 0%, #5cb8ff);', 'A')).toEqual({
      kind: 'gradient',
      background: 'linear-gradient(135deg, #0b63ce, #5cb8ff)',
    })
  })

  it.each([
    'linear-gradient(90deg, red, url(https://spy.example/x))',
    'url(https://spy.example/x)',
    'http://example.com/a.png',
    'javascript:alert(1)',
    'data:image/svg+xml;base64,PHN2Zz4=',
    'https://example.com/a.png"); background: url(x',
    '',
  ])('gives a template with %s a gradient of its own', (image) => {
    const cover = coverOf(image, 'Record store')
    expect(cover).toEqual(coverOf('', 'Record store'))
    expect(cover.kind === 'gradient' && cover.background).toMatch(
      /^linear-gradient\(135deg, #[\da-f]{6}, #[\da-f]{6}\)$/,
    )
  })

  it.each(['https://example.com/a.png', 'data:image/png;base64,iVBORw0KGgo='])('shows the image %s', (address) => {
    expect(coverOf(` ${address} `, 'A')).toEqual({ kind: 'image', address })
  })
})

describe('the description on a card', () => {
  it('is whole up to 200 characters', () => {
    expect(descriptionPreview('a'.repeat(200))).toBe('a'.repeat(200))
  })

  it('is cut at 200 characters with an ellipsis', () => {
    expect(descriptionPreview('a'.repeat(201))).toBe(`${'a'.repeat(200)}…`)
  })

  it('never cuts a character in two', () => {
    expect(descriptionPreview('🍲'.repeat(201))).toBe(`${'🍲'.repeat(200)}…`)
  })
})

describe('the parts of the gallery', () => {
  const list = [
    entryOf('crm', { title: 'Sales CRM', category: 'Sales', tags: ['pipeline'], description: 'Deals by stage' }),
    entryOf('okrs', { title: 'Goals', category: 'Teams' }),
    entryOf('mine', { title: 'My CRM', category: 'Sales', origin: 'own' }),
  ]
  const ids = (part: Parameters<typeof galleryEntries>[1], search = ''): string[] =>
    galleryEntries(list, part, search).map(({ id }) => id)

  it('are all templates, those that the user has saved, and categories', () => {
    expect(ids({ kind: 'all' })).toEqual(['crm', 'okrs', 'mine'])
    expect(ids({ kind: 'saved' })).toEqual(['mine'])
    expect(ids({ kind: 'category', category: 'Sales' })).toEqual(['crm', 'mine'])
  })

  it('find every word of a search in titles, descriptions, categories and tags', () => {
    expect(ids({ kind: 'all' }, 'crm')).toEqual(['crm', 'mine'])
    expect(ids({ kind: 'all' }, 'PIPELINE stage')).toEqual(['crm'])
    expect(ids({ kind: 'all' }, 'teams')).toEqual(['okrs'])
    expect(ids({ kind: 'all' }, 'nothing')).toEqual([])
  })

  it('are in the address', () => {
    for (const part of [{ kind: 'all' }, { kind: 'saved' }, { kind: 'category', category: 'R&D = fun' }] as const)
      expect(partOf(new URLSearchParams(queryOfPart(part)))).toEqual(part)
  })

  it('are counted from the templates if the service counts none', () => {
    expect(countCategories(list)).toEqual([
      { category: 'Sales', count: 2 },
      { category: 'Teams', count: 1 },
    ])
  })
})

describe('the arrow keys between cards', () => {
  // Two lines of three cards and one of two.
  const places = [0, 1, 2, 3, 4, 5, 6, 7].map((at) => ({ top: Math.floor(at / 3) * 200, left: (at % 3) * 300 }))

  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 2, 3],
    ['ArrowRight', 7, undefined],
    ['ArrowLeft', 0, undefined],
    ['ArrowDown', 1, 4],
    ['ArrowDown', 5, 7],
    ['ArrowDown', 6, undefined],
    ['ArrowUp', 4, 1],
    ['Home', 5, 0],
    ['End', 1, 7],
    ['a', 1, undefined],
  ])('%s leads from card %i to %s', (key, from, to) => {
    expect(cardByArrow(key, places, from)).toBe(to)
  })

  it('are reversed from right to left', async () => {
    await i18n.changeLanguage('iw')
    expect([cardByArrow('ArrowLeft', places, 0), cardByArrow('ArrowRight', places, 1)]).toEqual([1, 0])
  })
})

const shop = {
  title: 'Shop',
  tables: [
    {
      tn: 'customers',
      _tn: 'Customers',
      columns: [
        { cn: 'name', _cn: 'Name', uidt: 'SingleLineText', pv: true, values: ['Ada', 'Mina'] },
        { cn: 'city', uidt: 'SingleLineText' },
      ],
      hasMany: [{ tn: 'orders', _cn: 'Orders' }],
    },
    {
      tn: 'orders',
      columns: [
        { cn: 'number', uidt: 'Number', values: [1, 2, 3] },
        {
          cn: 'state',
          uidt: 'SingleSelect',
          dtxp: "'open','paid'",
          meta: { options: [{ title: 'open', color: 'amber' }] },
          values: ['open', 'paid', null],
        },
      ],
      belongsTo: [{ tn: 'customers', _cn: 'Customer', values: [2, 1, 2] }],
      manyToMany: [{ rtn: 'tags', _cn: 'Tags', values: [[1, 2], [], [2]] }],
      v: [{ _cn: 'Total', formula: '{number} * 2' }],
    },
    {
      tn: 'tags',
      columns: [{ cn: 'label', uidt: 'SingleLineText', values: ['new', 'gift'] }],
      manyToMany: [{ rtn: 'orders', _cn: 'Orders' }],
    },
  ],
}

function draftOf(template: unknown) {
  let last = 0
  return readDraft(storedTemplate.parse(template), () => {
    last += 1
    return `c${String(last).padStart(4, '0')}`
  })
}

describe('the diagram of a template', () => {
  it('draws each relation once, from one to many', () => {
    const { tables, relations } = templateDiagram(draftOf(shop), { allColumns: true })
    const titles = new Map(tables.map(({ name, title }) => [name, title]))
    const columns = new Map(tables.flatMap((table) => table.columns.map(({ name, title }) => [name, title])))
    expect(
      relations.map(({ from, to, fromColumn = '', toColumn = '', fromEnd, toEnd }) => [
        `${titles.get(from)}.${columns.get(fromColumn)}`,
        fromEnd,
        `${titles.get(to)}.${columns.get(toColumn)}`,
        toEnd,
      ]),
    ).toEqual([
      ['Customers.Orders', 'oneOrNone', 'orders.Customer', 'many'],
      ['orders.Tags', 'many', 'tags.Orders', 'many'],
    ])
  })

  it('shows names and links alone when it is small', () => {
    const wide = {
      tables: [
        {
          tn: 'wide',
          columns: Array.from({ length: 12 }, (_, at) => ({ cn: `c${at}`, uidt: 'Number', pv: at === 3 })),
          manyToMany: [{ rtn: 'wide', _cn: 'Related' }],
        },
      ],
    }
    const [table] = templateDiagram(draftOf(wide), { allColumns: false }).tables
    expect(table?.columns.map(({ title }) => title)).toEqual(expect.arrayContaining(['c0', 'c3', 'Related']))
    expect(table?.columns.length).toBeLessThan(6)
  })
})

describe('the sample rows of a template', () => {
  const draft = draftOf(shop)
  const cells = (at: number, title: string) =>
    sampleTables(draft, 2)[at]?.columns.find((column) => column.title === title)?.cells

  it('are counted by the longest list of values', () => {
    expect(draft.tables.map(rowCount)).toEqual([2, 3, 2])
  })

  it('show values and the names of linked records', () => {
    expect(cells(1, 'number')).toEqual([{ value: 1 }, { value: 2 }])
    expect(cells(1, 'Customer')).toEqual([{ names: ['Mina'] }, { names: ['Ada'] }])
    expect(cells(1, 'Tags')).toEqual([{ names: ['new', 'gift'] }, { names: [] }])
  })

  it('read links backwards at the end without values', () => {
    expect(cells(0, 'Orders')).toEqual([{ names: ['2'] }, { names: ['1', '3'] }])
    expect(cells(2, 'Orders')).toEqual([{ names: ['1'] }, { names: ['1', '3'] }])
  })

  it('leave out computed columns', () => {
    expect(cells(1, 'Total')).toBeUndefined()
  })

  it('have the colours of options', () => {
    const state = sampleTables(draft, 2)[1]?.columns.find(({ title }) => title === 'state')
    expect(state?.column.options.options).toEqual([
      { title: 'open', color: 'amber' },
      { title: 'paid', color: 'red' },
    ])
  })
})

describe('a template as a file', () => {
  it.each([
    ['Record store', 'record-store.json'],
    ['  Été / 2026: plan  ', 'été-2026-plan.json'],
    ['../..', 'template.json'],
    ['🍲', 'template.json'],
  ])('of %s is called %s', (title, name) => {
    expect(templateFileName(title)).toBe(name)
  })

  it('is read, and gets the name of the file without a title', async () => {
    const file = new File([JSON.stringify({ tables: [{ tn: 'a' }] })], 'my shop.json')
    expect((await readTemplateFile(file))?.template).toMatchObject({ title: 'my shop', tables: [{ tn: 'a' }] })
  })

  it('is not read if it is something else', async () => {
    expect(await readTemplateFile(new File(['{"tables": 3}'], 'a.json'))).toBeUndefined()
    expect(await readTemplateFile(new File(['not JSON'], 'a.json'))).toBeUndefined()
  })
})
