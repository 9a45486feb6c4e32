import { describe, expect, it } from 'vitest'
import type { UiType } from '@common/columns/ui-types'
import {
  editColumn,
  parseTemplate,
  readDraft,
  relationOf,
  removeColumn,
  settingsOf,
  writeDraft,
  type DraftChoice,
} from '@common/templates'

let count = 0
const newId = (): string => `n${(count += 1)}`

const shop = {
  title: 'Shop',
  category: 'Sales',
  tags: 'orders, stock',
  description: 'Orders',
  image_url: 'linear-gradient(90deg, #000000, #ffffff)',
  theme: 'kept',
  tables: [
    {
      tn: 'customers',
      columns: [
        { cn: 'name', uidt: 'SingleLineText' },
        { cn: 'state', uidt: 'SingleSelect', dtxp: "'Open','It''s done'", rqd: true },
      ],
      hasMany: [{ tn: 'orders' }],
      v: [
        { _cn: 'spent', rl: { rltn: 'orders', rlcn: 'total', type: 'hm', fn: 'sum' } },
        { _cn: 'loud', formula: 'UPPER({name})' },
      ],
    },
    {
      tn: 'orders',
      columns: [{ cn: 'total', uidt: 'Currency' }],
      manyToMany: [{ rtn: 'products', _cn: 'Products' }],
      v: [{ _cn: 'who', ltn: 'customers', type: 'bt', lcn: 'name' }],
    },
    { tn: 'products', columns: [] },
  ],
}

describe('parseTemplate', () => {
  it('reads a template from its text, and from a text inside a text', () => {
    const once = parseTemplate(JSON.stringify(shop))
    expect(once?.tags).toEqual(['orders', 'stock'])
    expect(parseTemplate(JSON.stringify(JSON.stringify(shop)))).toEqual(once)
  })

  it.each([
    ['a value', (deep: string) => `{"tables":[{"tn":"a","columns":[{"cn":"x","uidt":"JSON","values":[${deep}]}]}]}`],
    ['a key of other programs', (deep: string) => `{"tables":[],"more":${deep}}`],
    ['a text inside a text', (deep: string) => JSON.stringify(`{"tables":[],"more":${deep}}`)],
  ])('rejects lists that are nested deeply in %s', (_place, textWith) => {
    const nested = (levels: number): string => textWith(`${'['.repeat(levels)}${']'.repeat(levels)}`)
    expect(parseTemplate(nested(200_000))).toBeUndefined()
    expect(parseTemplate(nested(20))).toBeDefined()
  })

  it('reads lookups with and without their wrapper', () => {
    expect(parseTemplate(JSON.stringify(shop))?.tables[1]?.v).toEqual([
      { _cn: 'who', lk: { ltn: 'customers', type: 'bt', lcn: 'name' } },
    ])
  })

  it.each([
    '',
    'null',
    '[]',
    '{}',
    '{"tables":{}}',
    '{"tables":[{}]}',
    '{"tables":[{"tn":""}]}',
    '{"tables":[{"tn":"a","columns":[{"cn":"x","uidt":"Nonsense"}]}]}',
    '{"tables":[{"tn":"a","v":[{"_cn":"x","lk":{"ltn":"b"}}]}]}',
    `{"tables":[${'[['.repeat(50_000)}`,
    JSON.stringify({ tables: Array.from({ length: 201 }, (_, at) => ({ tn: `t${at}` })) }),
  ])('reads no template from %.40s', (text) => {
    expect(parseTemplate(text)).toBeUndefined()
  })
})

describe('A stored template', () => {
  const stored = parseTemplate(JSON.stringify(shop))
  if (stored === undefined) throw new Error('The template is invalid.')

  it('is read with both ends of its relations', () => {
    const draft = readDraft(stored, newId)
    expect(
      draft.tables.map(({ columns }) =>
        columns.map((column) => `${column.name}: ${relationOf(column) ?? column.uiType ?? '?'}`),
      ),
    ).toEqual([
      ['name: SingleLineText', 'state: SingleSelect', 'orders: hm', 'spent: Rollup', 'loud: Formula'],
      ['total: Currency', 'Products: mm', 'customers: bt', 'who: Lookup'],
      ['orders: mm'],
    ])
    expect(draft.tables[0]?.columns[1]?.choices?.map(({ title }) => title)).toEqual(['Open', "It's done"])
    const [, who] = [draft.tables[1]?.columns[2], draft.tables[1]?.columns[3]]
    expect(who?.follows).toEqual({
      linkId: draft.tables[1]?.columns[2]?.id,
      columnId: draft.tables[0]?.columns[0]?.id,
    })
  })

  it('is written with what the editor does not show', () => {
    const written = writeDraft(readDraft(stored, newId))
    expect(written).toMatchObject({ theme: 'kept', title: 'Shop', tags: ['orders', 'stock'] })
    expect(written.tables[0]).toEqual({
      tn: 'customers',
      columns: [
        { cn: 'name', uidt: 'SingleLineText' },
        { cn: 'state', uidt: 'SingleSelect', dtxp: "'Open','It''s done'", rqd: true },
      ],
      hasMany: [{ tn: 'orders', _cn: 'orders' }],
      manyToMany: [],
      belongsTo: [],
      v: [
        { _cn: 'spent', rl: { rltn: 'orders', rlcn: 'total', type: 'hm', fn: 'sum' } },
        { _cn: 'loud', formula: 'UPPER({name})' },
      ],
    })
    expect(writeDraft(readDraft(written, newId))).toEqual(written)
  })

  it('keeps rows, views and formulas of renamed columns', () => {
    const rich = parseTemplate(
      JSON.stringify({
        tables: [
          {
            tn: 'tasks',
            _tn: 'Tasks',
            columns: [
              { cn: 'title', uidt: 'SingleLineText', _cn: 'Title', values: ['Paint'] },
              { cn: 'hours', uidt: 'Number', values: [3] },
            ],
            belongsTo: [{ tn: 'people', _cn: 'owner', values: [1] }],
            views: [
              {
                title: 'Board',
                kind: 'kanban',
                settings: { hidden: ['title', 'owner'], sorts: [{ column: 'hours', descending: true }] },
                options: { stackColumn: 'owner' },
              },
            ],
            v: [{ _cn: 'days', formula: '{hours} / 8' }],
          },
          { tn: 'people', columns: [] },
        ],
      }),
    )
    const draft = rich && readDraft(rich, newId)
    const id = (name: string): string => draft?.tables[0]?.columns.find((column) => column.name === name)?.id ?? ''
    let edited = draft
    for (const [from, to] of [
      ['title', 'subject'],
      ['hours', 'effort'],
      ['owner', 'who'],
    ] as const)
      edited = edited && editColumn(edited, id(from), { field: 'name', value: to }, newId)
    expect(edited && writeDraft(edited).tables[0]).toEqual({
      tn: 'tasks',
      _tn: 'Tasks',
      columns: [
        { cn: 'subject', uidt: 'SingleLineText', values: ['Paint'] },
        { cn: 'effort', uidt: 'Number', values: [3] },
      ],
      hasMany: [],
      manyToMany: [],
      belongsTo: [{ tn: 'people', _cn: 'who', values: [1] }],
      views: [
        {
          title: 'Board',
          kind: 'kanban',
          settings: { hidden: ['subject', 'who'], sorts: [{ column: 'effort', descending: true }] },
          options: { stackColumn: 'who' },
        },
      ],
      v: [{ _cn: 'days', formula: '{effort} / 8' }],
    })
    const without = edited && writeDraft(removeColumn(edited, id('hours')))
    expect(without?.tables[0]?.views?.[0]?.settings).toEqual({ hidden: ['subject', 'who'], sorts: [] })
  })

  it('whose relation leads nowhere is read with an empty one', () => {
    const lost = parseTemplate(JSON.stringify({ tables: [{ tn: 'a', hasMany: [{ tn: 'gone' }] }] }))
    const draft = lost && readDraft(lost, newId)
    expect(draft?.tables[0]?.columns[0]).toMatchObject({ name: 'gone', uiType: 'LinkToAnotherRecord', relation: 'hm' })
    expect(draft?.tables[0]?.columns[0]?.relatedId).toBeUndefined()
  })
})

describe('The options of a select column', () => {
  const read = (column: object) => {
    const parsed = parseTemplate(JSON.stringify({ tables: [{ tn: 'tasks', columns: [{ cn: 'state', ...column }] }] }))
    if (parsed === undefined) throw new Error('The template is invalid.')
    return readDraft(parsed, newId)
  }
  const choose = (draft: ReturnType<typeof read>, value: readonly DraftChoice[]) => {
    const column = draft.tables[0]?.columns[0]
    if (column === undefined) throw new Error('There is no column.')
    return writeDraft(editColumn(draft, column.id, { field: 'choices', value }, newId)).tables[0]?.columns[0]
  }
  const choicesOf = (draft: ReturnType<typeof read>) => draft.tables[0]?.columns[0]?.choices ?? []
  const meta = {
    options: [
      { title: 'Open', color: 'pink' },
      { title: 'Done', color: 'lime' },
    ],
    description: 'Kept',
  }

  it('have their colours', () => {
    const draft = read({ uidt: 'SingleSelect', dtxp: "'Open','Done'", meta })
    expect(choicesOf(draft).map(({ title, color }) => [title, color])).toEqual([
      ['Open', 'pink'],
      ['Done', 'lime'],
    ])
    expect(choose(draft, [{ title: 'New', color: 'red' }, ...choicesOf(draft)])).toEqual({
      cn: 'state',
      uidt: 'SingleSelect',
      dtxp: "'New','Open','Done'",
      meta: { description: 'Kept', options: [{ title: 'New', color: 'red' }, ...meta.options] },
    })
  })

  it('take their sample values along when they are renamed, and drop those of deleted ones', () => {
    const single = read({ uidt: 'SingleSelect', meta, values: ['Open', 'Done', null] })
    const [open, done] = choicesOf(single)
    expect(open && choose(single, [{ ...open, title: 'To do' }])).toMatchObject({ values: ['To do', null, null] })
    const many = read({ uidt: 'MultiSelect', dtxp: 'Open,Done', values: ['Done,Open', 'Done', ''] })
    expect(open && done && choose(many, [{ ...done, title: 'Ready' }, open])).toMatchObject({
      values: ['Ready,Open', 'Ready', null],
    })
  })
})

describe('Settings of a type', () => {
  it('are read and written as options of the column', () => {
    const parsed = parseTemplate(
      JSON.stringify({
        tables: [{ tn: 'a', columns: [{ cn: 'price', uidt: 'Currency', meta: { currency: 'EUR', label: 'x' } }] }],
      }),
    )
    const draft = parsed && readDraft(parsed, newId)
    const column = draft?.tables[0]?.columns[0]
    expect(column && settingsOf(column)).toMatchObject({ currency: 'EUR' })
    const edited =
      draft && column && editColumn(draft, column.id, { field: 'settings', value: { precision: 0 } }, newId)
    expect(edited && writeDraft(edited).tables[0]?.columns[0]?.meta).toEqual({
      currency: 'EUR',
      label: 'x',
      precision: 0,
    })
  })

  it('and sample values stay with a type that fits them', () => {
    const parsed = parseTemplate(
      JSON.stringify({
        tables: [
          { tn: 'a', columns: [{ cn: 'x', uidt: 'SingleLineText', meta: { label: 'x' }, values: ['one', null] }] },
        ],
      }),
    )
    const draft = parsed && readDraft(parsed, newId)
    const id = draft?.tables[0]?.columns[0]?.id ?? ''
    const typed = (value: UiType) =>
      draft && writeDraft(editColumn(draft, id, { field: 'uiType', value }, newId)).tables[0]?.columns[0]
    expect(typed('LongText')).toEqual({ cn: 'x', uidt: 'LongText', values: ['one', null] })
    expect(typed('Number')).toEqual({ cn: 'x', uidt: 'Number' })
  })
})
