import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CallName } from '@tests/helpers/calls'
import { tableFromWire, wireTableMeta, type WireTableMeta } from '@tests/helpers/wire'
import type { VirtualColumn } from '@common/model/relations'
import { makeDatabaseFile } from '@tests/helpers/data-api'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

let server: TestServer
let owner: TestUser
let project: Awaited<ReturnType<typeof open>>
beforeAll(async () => {
  server = await startServer()
  owner = await server.signUp()
})
afterAll(() => server.close())
beforeEach(async () => {
  project = await open()
  return project.close
})

const schema = `
  CREATE TABLE artists (id integer PRIMARY KEY, name varchar);
  CREATE TABLE tracks (
    id integer PRIMARY KEY, name varchar NOT NULL, price decimal, artist integer REFERENCES artists (id), note text
  );
  INSERT INTO artists VALUES (1, 'Velvet Axis'), (2, 'Elbe Hall');
  INSERT INTO tracks VALUES (1, 'Low Water', 1.29, 1, NULL), (2, 'Ferry', 0.99, 1, NULL), (3, 'River', NULL, 2, NULL);
`

async function open() {
  const { filename, remove } = makeDatabaseFile({ sql: schema })
  const { id } = await server.call('projectCreateFromFile', { title: 'Formulas', filename }, { token: owner.token })
  const as = { token: owner.token, projectId: id }
  const send = (api: CallName, args: unknown): Promise<Answer> =>
    server.request(`/dashboard/?q=sqlOp_${api}`, {
      method: 'POST',
      token: owner.token,
      body: { api, project_id: id, env: '_noco', dbAlias: 'db', args },
    })
  const meta = async (tn: string): Promise<WireTableMeta> => {
    const found = await server.call('tableXcModelGet', { tn }, as)
    return wireTableMeta.parse(JSON.parse(found?.meta ?? 'null'))
  }
  const columns = async (tn: string): Promise<readonly VirtualColumn[]> => tableFromWire(await meta(tn)).virtualColumns
  const rows = (path: string, init = {}): Promise<Answer> =>
    server.request(`/nc/${id}/api/v1/${path}`, { token: owner.token, ...init })
  return {
    as,
    meta,
    send,
    columns,
    rows,
    formula: async (title: string, formula: string, tn = 'tracks') =>
      (await server.call('virtualColumnCreate', { tn, title, definition: { kind: 'formula', formula } }, as)).id,
    column: async (tn: string, title: string) => (await columns(tn)).find((column) => column.title === title),
    link: async (tn: string, kind: string) => {
      const all = await columns(tn)
      return all.find((column) => column.kind === 'link' && column.link.kind === kind)?.id ?? ''
    },
    values: async (title: string, tn = 'tracks') => {
      const list = (await rows(`${tn}?hm=&bt=`)).json as Record<string, unknown>[]
      return list.map((row) => row[title])
    },
    file: () => new Sqlite(filename),
    close: async () => {
      await server.call('projectDelete', {}, as)
      remove()
    },
  }
}

describe('a formula', () => {
  it('is a key of every row from the moment it is made', async () => {
    await project.formula('Gross', 'ROUND({price} * 1.19, 2)')
    expect(await project.values('Gross')).toEqual([1.54, 1.18, null])
    expect((await project.rows('tracks/1')).json).toMatchObject({ Gross: 1.54 })
    expect((await project.rows('tracks?where=(Gross,gt,1.2)&bt=')).json).toMatchObject([{ id: 1 }])
    expect(await project.column('tracks', 'Gross')).toMatchObject({ kind: 'formula', result: { uiType: 'Decimal' } })
    expect((await project.meta('tracks')).v.find(({ _cn }) => _cn === 'Gross')).toMatchObject({
      formula: { value: 'ROUND({price} * 1.19, 2)' },
    })
  })

  it('keeps its columns when they are renamed, other formulas included', async () => {
    const id = await project.formula('Gross', '{price} * 2')
    await project.formula('More', '{Gross} + 1')
    const columns = [{ cn: 'cost', _cn: 'Cost', cno: 'price', uidt: 'Decimal', altered: 8 }]
    await server.call('tableUpdate', { tn: 'tracks', columns }, project.as)
    await server.call('virtualColumnUpdate', { tn: 'tracks', id, title: 'Full price' }, project.as)
    expect(await project.values('More')).toEqual([3.58, 2.98, null])
    const wire = (await project.meta('tracks')).v
    expect(wire.find(({ _cn }) => _cn === 'Full price')).toMatchObject({ formula: { value: '{Cost} * 2' } })
    expect(wire.find(({ _cn }) => _cn === 'More')).toMatchObject({ formula: { value: '{Full price} + 1' } })
  })

  it('is blank and says why when a column that it uses is deleted; the table stays readable', async () => {
    await project.formula('Gross', '{price} * 2')
    await project.formula('More', '{Gross} + 1')
    const columns = [{ cn: 'price', cno: 'price', altered: 4 }]
    await server.call('tableUpdate', { tn: 'tracks', columns }, project.as)
    expect(await project.values('Gross')).toEqual([null, null, null])
    expect(await project.values('More')).toEqual([null, null, null])
    expect((await project.column('tracks', 'Gross'))?.problemText).toContain("'price'")
    expect((await project.rows('tracks?sort=Gross,-id&where=(Gross,is,null)')).json).toHaveLength(3)
  })

  it('is blank and says why when a column changes to a type that does not fit', async () => {
    await project.formula('Loud', 'UPPER({name})')
    await project.formula('Twice', '{price} * 2')
    await project.formula('Four', '{Twice} * 2')
    const columns = [{ cn: 'price', cno: 'price', uidt: 'SingleLineText', altered: 2 }]
    await server.call('tableUpdate', { tn: 'tracks', columns }, project.as)
    expect(await project.values('Loud')).toEqual(['LOW WATER', 'FERRY', 'RIVER'])
    expect(await project.values('Four')).toEqual([null, null, null])
    expect((await project.column('tracks', 'Twice'))?.problemText).toBe('Expected a number, found text.')
    expect((await project.column('tracks', 'Four'))?.problemText).toContain("'Twice'")
  })

  it('cannot be made from itself, and says by which way', async () => {
    const first = await project.formula('A', '1')
    await project.formula('B', '{A} + 1')
    await project.formula('C', '{B} + 1')
    const answer = await project.send('virtualColumnUpdate', {
      tn: 'tracks',
      id: first,
      definition: { kind: 'formula', formula: '2 * {C}' },
    })
    expect([answer.status, answer.error]).toMatchObject([
      400,
      {
        code: 'FORMULA_INVALID',
        msg: 'Character 5: This column would depend on itself: A → C → B → A.',
        details: { position: 4, end: 7, reason: 'cycle' },
      },
    ])
    expect(await project.values('C')).toEqual([3, 3, 3])
  })

  it('tells what it comes to while it is written', async () => {
    const check = (formula: string) => server.call('formulaCheck', { tn: 'tracks', formula }, project.as)
    expect(await check('{price} > 1')).toEqual({ type: 'boolean', uiType: 'Checkbox' })
    expect(await check('URL("https://a.example/" & {name})')).toEqual({ type: 'text', uiType: 'URL' })
    expect(await check('ROUND({price} * {Sold')).toEqual({
      problem: {
        code: 'unclosedColumn',
        message: 'Add a closing brace after the column name.',
        reason: { key: 'formula.problems.unclosedColumn', params: { column: 'Sold' } },
        from: 16,
        to: 21,
      },
    })
  })

  it('is shown with the first rows before it is stored', async () => {
    const preview = await server.call('formulaPreview', { tn: 'tracks', formula: 'LEN({name})', limit: 2 }, project.as)
    expect(preview).toEqual({
      uiType: 'Decimal',
      options: {},
      rows: [
        { record: 'Low Water', value: 9 },
        { record: 'Ferry', value: 5 },
      ],
    })
    expect(await project.columns('tracks')).toHaveLength(1)
  })

  it.each([
    ['NOPE({price})', 'There is no function NOPE.', 0],
    ['1 + {Nope}', "There is no column 'Nope'.", 4],
    ['{name} * 2', 'Expected a number, found text.', 0],
    ['1 +', 'Expected a value, a column or a function.', 3],
    ['', 'Write a formula, such as {Price} * 2.', 0],
    [`${'('.repeat(300)}1`, 'The formula has more than 100 levels. Split it into several columns.', undefined],
    [`1${' + 1'.repeat(6_000)}`, 'The formula is longer than 20000 characters.', 0],
    ['REGEX_MATCH({name}, "(a")', 'A bracket in the regular expression has no partner.', 21],
    ['REGEX_MATCH({name}, "(a{200}){200}")', 'The regular expression is too large.', undefined],
    ['{tracks <= artists}', "There is no column 'tracks <= artists'.", 0],
  ])('%.40s is refused with a sentence and a place, and nothing is stored', async (formula, problem, position) => {
    const answer = await project.send('virtualColumnCreate', {
      tn: 'tracks',
      title: 'New',
      definition: { kind: 'formula', formula },
    })
    expect([answer.status, answer.error.code]).toEqual([400, 'FORMULA_INVALID'])
    expect(answer.error.details?.['problem']).toBe(problem)
    expect(answer.error.details?.['position']).toEqual(position ?? (expect.any(Number) as number))
    expect(await project.columns('tracks')).toHaveLength(1)
  })
})

describe('lookups, rollups and counts', () => {
  it('follow the links of the table', async () => {
    const [toArtist, toTracks] = [await project.link('tracks', 'belongsTo'), await project.link('artists', 'hasMany')]
    const make = (tn: string, title: string, definition: object) =>
      server.call('virtualColumnCreate', { tn, title, definition: definition as never }, project.as)
    await make('tracks', 'Artist name', { kind: 'lookup', link: toArtist, column: 'name' })
    await make('artists', 'Tracks', { kind: 'count', link: toTracks })
    await make('artists', 'Total', { kind: 'rollup', link: 'artists => tracks', column: 'price', function: 'sum' })
    await make('artists', 'Names', { kind: 'lookup', link: toTracks, column: 'name' })
    await make('tracks', 'Artist total', { kind: 'lookup', link: toArtist, column: 'Total' })
    expect(await project.values('Artist name')).toEqual(['Velvet Axis', 'Velvet Axis', 'Elbe Hall'])
    expect(await project.values('Tracks', 'artists')).toEqual([2, 1])
    expect(await project.values('Total', 'artists')).toEqual([2.28, null])
    expect(await project.values('Names', 'artists')).toEqual([['Low Water', 'Ferry'], ['River']])
    expect(await project.values('Artist total')).toEqual([2.28, 2.28, null])
    expect(await project.column('artists', 'Names')).toMatchObject({ result: { uiType: 'SingleLineText', many: true } })
  })

  it.each([
    [{ kind: 'lookup', link: 'nothing', column: 'name' }, 404, 'VIRTUAL_COLUMN_NOT_FOUND'],
    [{ kind: 'lookup', link: 'artists <= tracks', column: 'nothing' }, 400, 'COLUMN_NOT_FOUND'],
    [{ kind: 'rollup', link: 'artists <= tracks', column: 'id', function: 'sum' }, 400, 'VIRTUAL_COLUMN_INVALID'],
    [{ kind: 'rollup', link: 'artists <= tracks', column: 'id', function: 'median' }, 400, 'INPUT_INVALID'],
    [{ kind: 'formula' }, 400, 'INPUT_INVALID'],
    [{ kind: 'nothing' }, 400, 'INPUT_INVALID'],
  ])('%o is refused', async (definition, status, code) => {
    const answer = await project.send('virtualColumnCreate', { tn: 'tracks', title: 'New', definition })
    expect([answer.status, answer.error.code]).toEqual([status, code])
    expect(answer.error.msg.length).toBeGreaterThan(15)
  })

  it('refuse to add up what is no number', async () => {
    const answer = await project.send('virtualColumnCreate', {
      tn: 'artists',
      title: 'New',
      definition: { kind: 'rollup', link: 'artists => tracks', column: 'name', function: 'sum' },
    })
    expect([answer.status, answer.error.msg]).toEqual([400, "The column 'name' holds no numbers."])
  })

  it('cannot go round in a circle through other tables', async () => {
    const make = (tn: string, title: string, definition: object) =>
      project.send('virtualColumnCreate', { tn, title, definition })
    const total = (
      await make('artists', 'Total', { kind: 'rollup', link: 'artists => tracks', column: 'price', function: 'sum' })
    ).json as { id: string }
    await make('tracks', 'Share', { kind: 'lookup', link: 'artists <= tracks', column: 'Total' })
    const answer = await project.send('virtualColumnUpdate', {
      tn: 'artists',
      id: total.id,
      definition: { kind: 'rollup', link: 'artists => tracks', column: 'Share', function: 'max' },
    })
    expect([answer.status, answer.error.msg]).toEqual([400, 'This column is made from itself: Total → Share → Total.'])
  })
})

describe('a computed column', () => {
  it.each(['name', 'NAME', 'Taken', '', '   ', '__proto__'])('cannot be called %o', async (title) => {
    await project.formula('Taken', '1')
    const answer = await project.send('virtualColumnCreate', {
      tn: 'tracks',
      title,
      definition: { kind: 'formula', formula: '1' },
    })
    expect([answer.status, answer.error.code]).toEqual([
      400,
      expect.stringMatching(/^COLUMN_(?:EXISTS|NAME_INVALID|NAME_RESERVED)$/),
    ])
  })

  it('is not to be written to, and a row that is sent back as it was read changes nothing', async () => {
    await project.formula('Gross', '{price} * 2')
    const row = (await project.rows('tracks/1?bt=')).json as Record<string, unknown>
    const back = await project.rows('tracks/1', { method: 'PUT', body: { ...row, note: 'new' } })
    expect([back.status, back.json]).toEqual([200, { ...row, note: 'new' }])
    const only = await project.rows('tracks/1', { method: 'PUT', body: { Gross: 5 } })
    expect([only.status, only.error.code]).toEqual([400, 'ROW_EMPTY'])
    const made = await project.rows('tracks', { method: 'POST', body: { name: 'New', price: 1, Gross: 5 } })
    expect([made.status, made.json]).toMatchObject([200, { Gross: 2 }])
    const bulk = await project.rows('tracks/bulk', { method: 'PUT', body: [{ id: 1, note: 'newer', Gross: 5 }] })
    expect([bulk.status, bulk.json]).toEqual([200, [1]])
    expect((await project.rows('tracks/1?bt=')).json).toEqual({ ...row, note: 'newer' })
  })

  it('is answered with the row that is made', async () => {
    await project.formula('Gross', '{price} * 2')
    const made = await project.rows('tracks', { method: 'POST', body: { name: 'New', price: 2 } })
    expect([made.status, made.json]).toMatchObject([200, { name: 'New', price: 2, Gross: 4 }])
  })

  it('is deleted; what is made from it says so', async () => {
    const id = await project.formula('A', '{price} * 2')
    await project.formula('B', '{A} + 1')
    const sum = {
      tn: 'artists',
      title: 'Sum of A',
      definition: { kind: 'rollup', link: await project.link('artists', 'hasMany'), column: id, function: 'sum' },
    } as const
    await server.call('virtualColumnCreate', sum, project.as)
    await server.call('virtualColumnDelete', { tn: 'tracks', id }, project.as)
    expect((await project.columns('tracks')).map(({ title }) => title)).not.toContain('A')
    expect(await project.values('B')).toEqual([null, null, null])
    const gone = "The column 'A' has been deleted."
    expect((await project.column('tracks', 'B'))?.problemText).toBe(gone)
    expect((await project.column('artists', 'Sum of A'))?.problemText).toBe(gone)
    expect(await project.column('tracks', 'B')).toMatchObject({ formula: '{A} + 1' })
    const again = await project.send('virtualColumnDelete', { tn: 'tracks', id })
    expect([again.status, again.error.code]).toEqual([404, 'VIRTUAL_COLUMN_NOT_FOUND'])
  })

  it('of a view is read like one of a table', async () => {
    const file = project.file()
    file.exec('CREATE VIEW dear AS SELECT name, price FROM tracks WHERE price > 1')
    file.close()
    await project.formula('Twice', '{price} * 2', 'dear')
    expect(await project.values('Twice', 'dear')).toEqual([2.58])
  })
})

describe('a meta that is read, changed and sent back', () => {
  it('makes, changes and deletes what is computed', async () => {
    const set = (meta: object | string, tn = 'tracks'): Promise<Answer> => project.send('xcModelSet', { tn, meta })
    const read = async () => (await project.meta('tracks')) as WireTableMeta & { v: object[] }
    const before = await read()
    const [bt] = before.belongsTo
    const { type: _, ...ends } = bt ?? { type: 'real' }
    const doubled = { _cn: 'Doubled', formula: { value: '{price} * 2', tree: {} } }
    const artist = { _cn: 'Artist name', lk: { type: 'bt', ...ends, ltn: 'artists', lcn: 'name' } }
    expect((await set({ ...before, v: [...before.v, doubled, artist] })).json).toBe(1)
    const rows = async (): Promise<unknown> => (await project.rows('tracks?limit=1')).json
    expect(await rows()).toMatchObject([{ Doubled: 2.58 }])
    expect((await project.columns('tracks')).map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Doubled', 'Artist name']),
    )
    // Sending the response back changes nothing.
    const whole = await read()
    expect((await set(JSON.stringify(whole))).json).toBe(1)
    expect(await read()).toEqual(whole)

    const changed = whole.v.flatMap((entry) => {
      if (entry._cn === 'Artist name') return []
      return entry._cn === 'Doubled' ? [{ ...entry, _cn: 'Tripled', formula: { value: '{price} * 3' } }] : [entry]
    })
    expect((await set({ ...whole, v: changed })).json).toBe(1)
    expect(await rows()).toMatchObject([{ Tripled: 3.87 }])
    expect(await project.column('tracks', 'Artist name')).toBeUndefined()

    // A rejected call also rolls back its earlier parts.
    const stored = await read()
    const broken = { _cn: 'Broken', formula: { value: '1 +' } }
    const fine = { _cn: 'Fine', formula: { value: '1' } }
    expect((await set({ v: [...stored.v, fine, broken] })).error.code).toBe('FORMULA_INVALID')
    expect(await read()).toEqual(stored)
    expect((await set({ v: [{ _cn: 'Nothing' }] })).error.code).toBe('INPUT_INVALID')
    expect((await set({ v: [{ _cn: 'N', lk: { type: 'hm', tn: 'nobody', lcn: 'x' } }] })).error.code).toBe(
      'COLUMN_NOT_FOUND',
    )
    expect((await set('no meta')).error.code).toBe('INPUT_INVALID')
    expect((await set({}, 'nothing')).error.code).toBe('TABLE_NOT_FOUND')
    expect(await read()).toEqual(stored)
  })

  it('gives columns titles, an order and the name of the record', async () => {
    const { columns } = await project.meta('tracks')
    const sent = columns.toReversed().map((column) => ({
      ...column,
      pv: column.cn === 'note',
      _cn: column.cn === 'price' ? 'Cost' : column._cn,
    }))
    expect((await project.send('xcModelSet', { tn: 'tracks', meta: { columns: sent } })).json).toBe(1)
    const { columns: now } = await project.meta('tracks')
    expect(now.map(({ _cn }) => _cn)).toEqual(['note', 'artist', 'Cost', 'name', 'id'])
    expect(now.filter(({ pv }) => pv === true).map(({ cn }) => cn)).toEqual(['note'])
    const wrong = await project.send('xcModelSet', { tn: 'tracks', meta: { columns: [{ cn: 'nothing' }] } })
    expect([wrong.status, wrong.error.code]).toEqual([400, 'COLUMN_NOT_FOUND'])
  })
})
