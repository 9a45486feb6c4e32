import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blankColumn } from '@common/columns/values/blank-column'
import type { Column, Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'
import { followOptions, kindOptions, optionsFit, type FilterReader, type ViewOptions } from '@common/views'
import { formSchema, isSafeAddress, type FormOptions } from '@common/views/form'
import { checkAnswers, isNoAnswer, newOptions, openOptionsMax, readAnswer, stepsOf } from '@common/views/form-answers'
import { askableColumns, readForm } from '@common/views/form-fields'

const column = (name: string, more: Partial<Column> = {}): Column => ({
  ...blankColumn,
  name,
  title: name,
  nativeType: 'varchar(255)',
  ...more,
})
const link = (kind: 'hasMany' | 'belongsTo', id: string, columns: string[]): VirtualColumn => ({
  kind: 'link',
  id,
  title: id,
  relatedTitle: 'Albums',
  key: `${id}Key`,
  link: {
    kind,
    relatedTable: 'albums',
    columns,
    relatedColumns: ['id'],
    real: true,
    onDelete: 'NO ACTION',
    onUpdate: 'NO ACTION',
  },
})
const options = { options: ['Rock', 'Folk', 'Other'].map((title) => ({ title, color: 'blue' as const })) }

const table: Table = {
  name: 'tracks',
  title: 'Tracks',
  type: 'table',
  primaryKey: ['id'],
  foreignKeys: [],
  indexes: [],
  columns: [
    column('id', { uiType: 'ID', nativeType: 'integer', primaryKey: true, autoIncrement: true }),
    column('title', { required: true, primaryValue: true }),
    column('genre', { uiType: 'SingleSelect', options }),
    column('tags', { uiType: 'MultiSelect', options }),
    column('price', { uiType: 'Decimal', nativeType: 'decimal' }),
    column('stars', { uiType: 'Rating', nativeType: 'integer' }),
    column('done', { uiType: 'Checkbox', nativeType: 'boolean', required: true }),
    column('day', { uiType: 'Date', nativeType: 'date' }),
    column('files', { uiType: 'Attachment', nativeType: 'text' }),
    column('album', { uiType: 'Number', nativeType: 'integer' }),
    column('state', { required: true, defaultValue: "'new'" }),
    column('sum', { generated: true }),
    column('made', { uiType: 'CreateTime', nativeType: 'datetime' }),
    column('bytes', { nativeType: 'blob' }),
  ],
  virtualColumns: [link('belongsTo', 'toAlbum', ['album']), link('hasMany', 'covers', ['id'])],
} as unknown as Table

const reader: FilterReader = {
  now: new Date('2026-09-18T12:00:00Z'),
  timeZone: 'UTC',
  locale: 'en',
  email: 'ada@example.com',
}
const formOf = (given: FormOptions) => readForm(given, table, 'Send a track')
const field = (name: string, more: object = {}) => ({ kind: 'field' as const, column: name, ...more })
const only = (name: string, operator: string, value?: unknown) => ({
  join: 'and' as const,
  filters: [{ column: name, operator, ...(value !== undefined && { value }) }] as never,
})
const asked = (given: FormOptions, answers: Record<string, unknown>): string[] => [
  ...checkAnswers(formOf(given), answers, reader).shown,
]
const wrong = (given: FormOptions, answers: Record<string, unknown>): [string, string][] =>
  checkAnswers(formOf(given), answers, reader).problems.map(({ field: { id }, problem }) => [id, problem.problem])

describe('what a form can ask for', () => {
  it('is what people give: no counted keys, computed columns, times of Basalt or bytes', () => {
    expect(askableColumns(table).map(({ id }) => id)).toEqual([
      'title',
      'genre',
      'tags',
      'price',
      'stars',
      'done',
      'day',
      'files',
      'album',
      'state',
      'covers',
    ])
  })

  it('knows links: a reference in its column, a list of records by itself', () => {
    const of = (id: string) => askableColumns(table).find((one) => one.id === id)
    expect([of('album')?.link?.id, of('album')?.many]).toEqual(['toAlbum', false])
    expect([of('covers')?.link?.id, of('covers')?.many]).toEqual(['covers', true])
  })

  it('has keys that people give', () => {
    const named: Table = {
      ...table,
      virtualColumns: [],
      columns: [column('code', { primaryKey: true }), column('name')],
      primaryKey: ['code'],
    }
    expect(askableColumns(named).map(({ id, needed }) => [id, needed])).toEqual([
      ['code', true],
      ['name', false],
    ])
  })

  it('is nothing of an SQL view', () => {
    expect(askableColumns({ ...table, type: 'view' })).toEqual([])
  })
})

describe('a form that is read', () => {
  it('is called by its view, and says that it asks nothing', () => {
    expect(formOf({})).toMatchObject({ title: 'Send a track', fields: [], parts: [], after: { kind: 'text' } })
    expect(formOf({ title: ' ' }).title).toBe('Send a track')
  })

  it('tells what every record must have and it does not ask for', () => {
    expect(formOf({}).missing.map(({ id }) => id)).toEqual(['title', 'done'])
    expect(formOf({ parts: [field('title'), field('done')] }).missing).toEqual([])
  })

  it('asks once for a column, and not for what is gone', () => {
    const parts = [field('title'), field('gone'), field('title', { label: 'Again' }), { kind: 'field' as const }]
    expect(formOf({ parts }).fields.map(({ id, label }) => [id, label])).toEqual([['title', 'title']])
  })

  it('leaves out one part that nobody can read, and keeps the others', () => {
    const parts = [field('title'), { kind: 'hologram' }, field('price', { required: 'yes' }), field('day')]
    expect(formOf({ parts } as never).fields.map(({ id }) => id)).toEqual(['title', 'day'])
  })

  it('is in steps where sections begin one', () => {
    const section = (id: string, step: boolean) => ({ kind: 'section' as const, id, step })
    const of = (parts: FormOptions['parts']) => stepsOf(formOf({ parts })).map((step) => step.map(({ id }) => id))
    expect(of([])).toEqual([])
    expect(of([field('title'), section('a', false), field('price')])).toEqual([['title', 'a', 'price']])
    expect(of([field('title'), section('a', true), field('price'), section('b', true)])).toEqual([
      ['title'],
      ['a', 'price'],
      ['b'],
    ])
    expect(of([section('a', true), field('price')])).toEqual([['a', 'price']])
  })

  it('follows its columns to new names, in fields and conditions', () => {
    const before = { parts: [field('genre'), field('price', { condition: only('genre', 'is', 'Rock') })] }
    const renamed = followOptions(before, (name) => (name === 'genre' ? 'kind' : name))
    expect(renamed).toEqual({ parts: [field('kind'), field('price', { condition: only('kind', 'is', 'Rock') })] })
  })

  it('can still be kept after its columns are gone', () => {
    const before = { parts: [field('genre'), field('price', { condition: only('genre', 'is', 'Rock') })] }
    const after = followOptions(before, (name) => (name === 'genre' ? undefined : name))
    expect(optionsFit('form', after)).toBe(true)
    expect(asked(after as FormOptions, {})).toEqual(['price'])
  })

  it('starts without anything', () => {
    expect(optionsFit('form', kindOptions.form.initial(table))).toBe(true)
  })
})

describe('conditions', () => {
  const parts = [
    field('genre'),
    field('price', { condition: only('genre', 'is', 'Rock') }),
    field('day', { condition: only('price', 'greater', 5) }),
  ]
  it('ask for a field once the answers before it meet them', () => {
    expect(asked({ parts }, {})).toEqual(['genre'])
    expect(asked({ parts }, { genre: 'Folk' })).toEqual(['genre'])
    expect(asked({ parts }, { genre: 'Rock' })).toEqual(['genre', 'price'])
    expect(asked({ parts }, { genre: 'Rock', price: 4.99 })).toEqual(['genre', 'price'])
    expect(asked({ parts }, { genre: 'Rock', price: '5.01' })).toEqual(['genre', 'price', 'day'])
  })

  it('take what is not asked for no answer, along the whole chain', () => {
    expect(asked({ parts }, { genre: 'Folk', price: 9 })).toEqual(['genre'])
  })

  it('on fields that come later, or are not in the form, do not count', () => {
    expect(asked({ parts: [field('price', { condition: only('genre', 'is', 'Rock') }), field('genre')] }, {})).toEqual([
      'price',
      'genre',
    ])
  })

  it('without a value yet do not count', () => {
    expect(asked({ parts: [field('genre'), field('price', { condition: only('genre', 'is') })] }, {})).toEqual([
      'genre',
      'price',
    ])
  })

  it.each([
    ['a tick', 'done', 'isChecked', undefined, true, false],
    ['no tick', 'done', 'isNotChecked', undefined, null, true],
    ['files', 'files', 'isNotEmpty', undefined, [{ url: 'https://a.example/b.png', title: 'b.png' }], []],
    ['no files', 'files', 'isEmpty', undefined, [], [{ url: 'https://a.example/b.png', title: 'b.png' }]],
    ['a linked record', 'album', 'isNotEmpty', undefined, 3, null],
    ['linked records', 'covers', 'isNotEmpty', undefined, ['1', '2'], []],
    ['an option among several', 'tags', 'hasAnyOf', ['Folk'], ['Rock', 'Folk'], ['Rock']],
    ['a day', 'day', 'isBefore', '2026-01-01', '2025-12-31', '2026-01-01'],
    ['a relative day', 'day', 'is', { relative: 'today' }, '2026-09-18', '2026-09-17'],
    ['stars', 'stars', 'greaterOrEqual', 4, 4, 3],
    ['a text', 'title', 'contains', 'wall', 'Balls to the Wall', 'Fast'],
  ])('know %s', (_name, of, operator, value, meets, fails) => {
    const both = { parts: [field(of), field('price', { condition: only(of, operator, value) })] }
    expect(asked(both, { [of]: meets })).toEqual([of, 'price'])
    expect(asked(both, { [of]: fails })).toEqual([of])
  })

  it('are joined by and, or by or', () => {
    const filters = [...only('genre', 'is', 'Rock').filters, ...only('stars', 'equals', 5).filters]
    const with_ = (join: 'and' | 'or') => ({
      parts: [field('genre'), field('stars'), field('day', { condition: { join, filters } })],
    })
    expect(asked(with_('and'), { genre: 'Rock' })).not.toContain('day')
    expect(asked(with_('or'), { genre: 'Rock' })).toContain('day')
    expect(asked(with_('and'), { genre: 'Rock', stars: 5 })).toContain('day')
  })
})

describe('answers', () => {
  it('must be there where the form or the database wants them', () => {
    const parts = [field('title'), field('price', { required: true }), field('genre')]
    expect(wrong({ parts }, {})).toEqual([
      ['title', 'required'],
      ['price', 'required'],
    ])
    expect(wrong({ parts }, { title: ' ', price: 0 })).toEqual([['title', 'required']])
    expect(wrong({ parts }, { title: 'One', price: 0 })).toEqual([])
  })

  it('may be missing where a record has something of its own', () => {
    expect(wrong({ parts: [field('state')] }, {})).toEqual([])
  })

  it('of a tick that the database wants may be no; one that the form wants must be yes', () => {
    expect(wrong({ parts: [field('done')] }, { done: false })).toEqual([])
    expect(wrong({ parts: [field('done', { required: true })] }, { done: false })).toEqual([['done', 'required']])
    expect(wrong({ parts: [field('done', { required: true })] }, { done: true })).toEqual([])
  })

  it('to what is not asked are neither missing nor wrong, and do not count', () => {
    const parts = [field('genre'), field('price', { required: true, condition: only('genre', 'is', 'Rock') })]
    const checked = checkAnswers(formOf({ parts }), { genre: 'Folk', price: 'nonsense' }, reader)
    expect([checked.problems, [...checked.values.keys()]]).toEqual([[], ['genre']])
  })

  it('that are no fields of the form are named', () => {
    expect(checkAnswers(formOf({ parts: [field('title')] }), { title: 'a', id: 1 }, reader).unknown).toEqual(['id'])
  })

  it('of links are ids, each once', () => {
    const covers = askableColumns(table).find(({ id }) => id === 'covers')
    if (covers === undefined) throw new Error('no link')
    expect(readAnswer(covers, ['1', '1', '2'])).toMatchObject({ ok: true, records: ['1', '2'] })
    for (const bad of ['1', [1], [{ id: 1 }], [['1']], [''], { 0: '1' }]) expect(readAnswer(covers, bad).ok).toBe(false)
    expect(isNoAnswer(readAnswer(covers, []))).toBe(true)
  })
})

describe('a select that takes other answers', () => {
  const fieldOf = (name: string, more: object = { other: true }) => {
    const [field] = readForm({ parts: [{ kind: 'field', column: name, ...more }] }, table, 'Form').fields
    if (field === undefined) throw new Error('No field')
    return field
  }

  it('makes options of what is none yet, once, whatever its case', () => {
    expect(newOptions(fieldOf('genre'), ' Polka ')).toEqual(['Polka'])
    expect(newOptions(fieldOf('genre'), 'Rock')).toEqual([])
    expect(newOptions(fieldOf('tags'), ['Rock', 'live', 'Live', 'a,b', '', 7])).toEqual(['live'])
    expect(newOptions(fieldOf('tags'), 'Folk,new')).toEqual(['new'])
    expect(readAnswer(fieldOf('genre'), ' Polka ')).toEqual({ ok: true, value: 'Polka' })
    expect(readAnswer(fieldOf('tags'), ['live', 'Rock'])).toMatchObject({ ok: true })
  })

  it('takes none where the form does not say so, of other types, and beyond the limit', () => {
    expect(readAnswer(fieldOf('genre', {}), 'Polka').ok).toBe(false)
    expect([fieldOf('title').other, newOptions(fieldOf('title'), 'Polka')]).toEqual([false, []])
    const many = Array.from({ length: openOptionsMax }, (_, at) => ({ title: `Option ${at}`, color: 'blue' as const }))
    const full = {
      ...fieldOf('genre'),
      column: column('genre', { uiType: 'SingleSelect', options: { options: many } }),
    }
    expect(newOptions(full, 'Polka')).toEqual([])
    expect(readAnswer(full, 'Polka').ok).toBe(false)
    // A column without a list accepts every value.
    const open = { ...fieldOf('genre'), column: column('genre', { uiType: 'SingleSelect' }) }
    expect([newOptions(open, 'Polka'), readAnswer(open, 'Polka').ok]).toEqual([[], true])
  })
})

describe('addresses that a form may lead to', () => {
  it.each([
    'https://example.com',
    'https://example.com/thanks?from=form#top',
    'https://example.com:8443/a/b',
    'https://münchen.example/straße',
    'https://[2001:db8::1]/x',
  ])('%s', (address) => expect(isSafeAddress(address)).toBe(true))
  it.each([
    '',
    'http://example.com',
    'javascript:alert(1)',
    'JAVASCRIPT://example.com/%0aalert(1)',
    'data:text/html,x',
    '//example.com',
    'https:/example.com',
    'https://',
    'https:// example.com',
    'https://example.com\\@evil.example',
    'https://user:pass@example.com',
    'https://bank.example@evil.example/',
    'https://example.com/a b',
    ' https://example.com',
    'https://example.com\n',
    `https://example.com/${'x'.repeat(3_000)}`,
  ])('not %s', (address) => expect(isSafeAddress(address)).toBe(false))

  it('are https for every reader of addresses', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `https://example.com${text}`),
          fc.string().map((text) => `https://example.com/${text}`),
          fc.string().map((text) => `https://${text}`),
        ),
        (address) => {
          // `https://example.com.0` leads nowhere: no parser accepts it.
          if (!isSafeAddress(address) || !URL.canParse(address)) return
          const url = new URL(address)
          expect([url.protocol, url.username, url.password]).toEqual(['https:', '', ''])
        },
      ),
    )
  })
})

describe('whatever is kept and whatever is answered', () => {
  const names = fc.constantFrom('title', 'genre', 'price', 'done', 'day', 'album', 'covers', 'gone', 'id')
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('Rock', 'Folk', '2026-09-18', 5, true, null, ['1'], 'x'),
  ) as fc.Arbitrary<never>
  const condition = fc.record({
    join: fc.constantFrom('and' as const, 'or' as const),
    filters: fc.array(
      fc.record(
        {
          column: names,
          operator: fc.constantFrom('is', 'isEmpty', 'isNotEmpty', 'greater', 'isChecked', 'contains') as never,
          value,
        },
        { requiredKeys: ['operator'] },
      ),
      { maxLength: 3 },
    ),
  })
  const part = fc.oneof(
    fc.record(
      { kind: fc.constant('field' as const), column: names, required: fc.boolean(), condition, initial: value },
      { requiredKeys: ['kind'] },
    ),
    fc.record({ kind: fc.constant('section' as const), id: fc.string(), step: fc.boolean() }),
    fc.jsonValue() as never,
  )
  const stored = fc.record({ parts: fc.array(part, { maxLength: 8 }), title: fc.jsonValue(), cover: fc.jsonValue() })
  const answers = fc.dictionary(names, value)

  it('a form is read without an error, and asks only for columns that can be asked for', () => {
    const ids = new Set(askableColumns(table).map(({ id }) => id))
    fc.assert(
      fc.property(stored, (given) => {
        const form = readForm(given as never, table, 'T')
        const fields = form.fields.map(({ id }) => id)
        expect(fields.every((id) => ids.has(id))).toBe(true)
        expect(new Set(fields).size).toBe(fields.length)
        form.fields.forEach(({ conditions }, at) => {
          for (const { column: of } of conditions) expect(fields.slice(0, at)).toContain(of)
        })
      }),
    )
  })

  it('answers to what is not asked change nothing of the others', () => {
    fc.assert(
      fc.property(stored, answers, (given, all) => {
        const form = readForm(given as never, table, 'T')
        const first = checkAnswers(form, all, reader)
        const fewer = Object.fromEntries(Object.entries(all).filter(([name]) => first.shown.has(name)))
        const again = checkAnswers(form, fewer, reader)
        expect([...again.shown]).toEqual([...first.shown])
        expect(again.problems).toEqual(first.problems)
        expect([...again.values]).toEqual([...first.values])
        expect(again.unknown).toEqual([])
      }),
    )
  })

  it('what may be kept is read back as it was', () => {
    fc.assert(
      fc.property(stored, (given) => {
        const read = formSchema.safeParse(given)
        if (!read.success) return
        expect(optionsFit('form', read.data as ViewOptions)).toBe(true)
      }),
    )
  })
})
