import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tableFromWire, wireTableMeta } from '@tests/helpers/wire'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type Answer, type TestServer } from '@tests/helpers/server'

/** Restores deleted objects unchanged, on every kind of database: keys, values, links, options, positions. */
await describeEngines('trash', (engine) => {
  let server: TestServer
  let opened: OpenedEngine
  let as: { token: string; projectId: string }
  const text = { uidt: 'SingleLineText' }
  const number = { uidt: 'Number' }

  const request = (method: string, path: string, body?: unknown): Promise<Answer> =>
    server.request(`/nc/${as.projectId}/api/v1/${path}`, { method, token: as.token, body })
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await request(method, path, body)
    expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
    return answer.json
  }
  const rows = async (path: string) => (await send('GET', path)) as Record<string, unknown>[]
  const trash = async (query: { kind?: 'rows' | 'column' | 'table'; table?: string } = {}) =>
    (await server.call('trashList', query, as)).list
  const newest = async (kind: 'rows' | 'column' | 'table', tn?: string) => {
    const [first] = await trash({ kind, ...(tn === undefined ? {} : { table: tn }) })
    if (first === undefined) throw new Error(`Nothing of the kind ${kind} is in the trash`)
    return first
  }
  const restore = async (kind: 'rows' | 'column' | 'table', tn?: string) =>
    server.call('trashRestore', { id: (await newest(kind, tn)).id }, as)
  const table = async (tn: string) => {
    const found = await server.call('tableXcModelGet', { tn }, as)
    return tableFromWire(wireTableMeta.parse(JSON.parse(found?.meta ?? 'null')))
  }
  const sides = async (): Promise<number> => {
    const { quote } = opened.database.dialect
    const sql =
      engine.dialect === 'sqlite'
        ? `SELECT count(*) FROM sqlite_schema WHERE name LIKE 'nc_trash_%' AND type = 'table'`
        : `SELECT count(*) FROM ${engine.dialect === 'mssql' ? quote('INFORMATION_SCHEMA') : 'information_schema'}.TABLES WHERE TABLE_NAME LIKE 'nc_trash_%'${engine.dialect === 'mysql' ? ' AND TABLE_SCHEMA = database()' : ''}`
    return Number((await opened.database.read({ sql, params: [] }))[0]?.[0])
  }

  beforeAll(async () => {
    opened = await engine.open()
    server = await startServer()
    const owner = await server.signUp()
    as = { token: owner.token, projectId: await createEngineProject(server, owner, engine, opened) }
    const tables = [
      ['Author', [{ cn: 'name', ...text }]],
      [
        'Book',
        [
          { cn: 'title', ...text, pv: true },
          { cn: 'price', uidt: 'Decimal' },
          { cn: 'genre', uidt: 'SingleSelect', dtxp: "'Rock','Jazz'" },
          { cn: 'code', ...text, unique: true },
          { cn: 'stock', ...number, cdf: '7' },
          { cn: 'notes', uidt: 'LongText' },
          { cn: 'bought', uidt: 'Date' },
          { cn: 'must', ...text, rqd: true },
          { cn: 'shared', uidt: 'Checkbox', cdf: '1' },
          { cn: 'moods', uidt: 'MultiSelect', dtxp: "'calm','loud'" },
          { cn: 'rating', uidt: 'Rating' },
          { cn: 'seen', uidt: 'DateTime' },
          { cn: 'facts', uidt: 'JSON' },
          { cn: 'share', uidt: 'Percent' },
        ],
      ],
      ['Tag', [{ cn: 'word', ...text }]],
    ] as const
    for (const [tn, columns] of tables) await server.call('tableCreate', { tn, columns: [...columns] }, as)
    await send('POST', 'Author/bulk', [{ name: 'Ada' }, { name: 'Bo' }])
    await send('POST', 'Tag/bulk', [{ word: 'red' }, { word: 'blue' }])
    await server.call(
      'linkCreate',
      { tn: 'Book', rtn: 'Author', kind: 'belongsTo', title: 'writer', onDelete: 'SET NULL' },
      as,
    )
    await server.call('linkCreate', { tn: 'Book', rtn: 'Tag', kind: 'manyToMany' }, as)
    await send(
      'POST',
      'Book/bulk',
      [1, 2, 3, 4].map((n) => ({
        title: `Book ${n}`,
        price: 10.25 + n,
        genre: n % 2 === 0 ? 'Rock' : 'Jazz',
        code: `C${n}`,
        stock: n === 3 ? null : n,
        notes: `It's "number" ${n}\nsecond line`,
        bought: `2026-01-0${n}`,
        must: `m${n}`,
        shared: n === 2 ? 0 : 1,
        moods: n === 4 ? null : 'calm,loud',
        rating: n,
        seen: `2026-02-0${n} 10:0${n}:00`,
        facts: JSON.stringify({ n }),
        share: n / 8,
        writer: n < 3 ? 1 : 2,
      })),
    )
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  it('keeps a deleted row, and brings it back with its key and values', async () => {
    const before = await rows('Book?sort=id')
    await send('DELETE', 'Book/2')
    expect(await rows('Book?sort=id')).toHaveLength(3)
    expect(await newest('rows', 'Book')).toMatchObject({
      table: 'Book',
      tableTitle: 'Book',
      titles: ['Book 2'],
      count: 1,
    })
    expect(await restore('rows', 'Book')).toEqual({ restored: 1, refused: [], notes: [] })
    expect(await rows('Book?sort=id')).toEqual(before)
    expect(await trash({ kind: 'rows', table: 'Book' })).toEqual([])
    const next = (await send('POST', 'Book', { title: 'Next', must: 'x' })) as { id: number }
    expect(Number(next.id)).toBeGreaterThan(4)
    await send('DELETE', `Book/${next.id}`)
    await server.call('trashEmpty', { kind: 'rows' }, as)
  })

  it('brings rows back by their keys, many at once, and says which are not there', async () => {
    const before = await rows('Book?sort=id')
    await send('DELETE', 'Book/bulk', [{ id: 1 }, { id: 3 }])
    await send('DELETE', 'Book/4')
    const answer = await server.call('trashRestore', { table: 'Book', rowIds: ['1', '4', '99'] }, as)
    expect(answer).toMatchObject({ restored: 2, refused: [{ rowId: '99' }] })
    expect((await rows('Book?sort=id')).map(({ id }) => id)).toEqual([1, 2, 4])
    expect(await server.call('trashRestore', { table: 'Book', rowIds: ['3'] }, as)).toMatchObject({ restored: 1 })
    expect(await rows('Book?sort=id')).toEqual(before)
    expect(await trash({ kind: 'rows' })).toEqual([])
  })

  it('says for each row why it cannot come back, and keeps it', async () => {
    await send('DELETE', 'Book/bulk', [{ id: 1 }, { id: 3 }])
    const taken = (await send('POST', 'Book', { title: 'Other', code: 'C3', must: 'x' })) as { id: number }
    const answer = await server.call('trashRestore', { id: (await newest('rows', 'Book')).id }, as)
    expect(answer).toMatchObject({ restored: 1, refused: [{ rowId: '3' }] })
    expect(answer.refused[0]?.msg).toMatch(/C3|code/i)
    expect(await newest('rows', 'Book')).toMatchObject({ titles: ['Book 1', 'Book 3'], count: 1 })
    await send('DELETE', `Book/${taken.id}`)
    expect(await server.call('trashRestore', { table: 'Book', rowIds: ['3'] }, as)).toMatchObject({ restored: 1 })
    await server.call('trashEmpty', { kind: 'rows' }, as)
  })

  describe('links', () => {
    it('of pairs that went along, and references that were emptied, come back', async () => {
      const association = (await table('Book')).virtualColumns.flatMap((column) =>
        column.kind === 'link' && column.link.kind === 'manyToMany' ? [column.link.through] : [],
      )[0]
      if (association === undefined) throw new Error('There is no association table')
      const [own] = association.columns
      const [other] = association.relatedColumns
      const pairs = await table(association.table)
      const titleOf = (name?: string): string => pairs.columns.find((column) => column.name === name)?.title ?? ''
      await send('POST', encodeURIComponent(pairs.title), { [titleOf(own)]: 2, [titleOf(other)]: 1 })
      await send('POST', encodeURIComponent(pairs.title), { [titleOf(own)]: 2, [titleOf(other)]: 2 })
      const listed = async () =>
        JSON.stringify(await rows(`Book?sort=id`)) + JSON.stringify(await rows(encodeURIComponent(pairs.title)))
      const before = await listed()
      await send('DELETE', 'Book/2')
      expect(await rows(encodeURIComponent(pairs.title))).toEqual([])
      await restore('rows', 'Book')
      expect(await listed()).toBe(before)
      await send('DELETE', 'Author/1')
      expect((await rows('Book?sort=id')).map(({ writer }) => writer)).toEqual([null, null, 2, 2])
      await send('PUT', 'Book/1', { writer: 2 })
      await restore('rows', 'Author')
      // Another user linked the first book to another writer in the meantime: that stays.
      expect((await rows('Book?sort=id')).map(({ writer }) => writer)).toEqual([2, 1, 2, 2])
      await send('PUT', 'Book/1', { writer: 1 })
      expect(await listed()).toBe(before)
    })
  })

  it.each('price genre code stock notes bought must shared moods rating seen facts share title'.split(' '))(
    'a dropped column %s comes back with its type, options and values',
    async (cn) => {
      const before = [await table('Book'), await rows('Book?sort=id')]
      const columns = [{ cn, cno: cn, uidt: 'SingleLineText', altered: 4 }]
      await server.call('tableUpdate', { tn: 'Book', columns }, as)
      expect((await table('Book')).columns.map(({ name }) => name)).not.toContain(cn)
      expect(await newest('column', 'Book')).toMatchObject({ titles: [cn], table: 'Book' })
      expect(await sides()).toBe(1)
      expect(await restore('column', 'Book')).toEqual({ restored: 1, refused: [], notes: [] })
      const after = [await table('Book'), await rows('Book?sort=id')]
      const byName = ([shown]: unknown[]) =>
        [...(shown as Awaited<ReturnType<typeof table>>).columns].toSorted((a, b) => a.name.localeCompare(b.name))
      expect(byName(after)).toEqual(byName(before))
      expect(after[1]).toEqual(before[1])
      expect(await sides()).toBe(0)
      expect(await trash({ kind: 'column' })).toEqual([])
    },
  )

  it('a required column comes back as optional when records have come since without a value', async () => {
    await server.call(
      'tableUpdate',
      { tn: 'Book', columns: [{ cn: 'must', cno: 'must', uidt: 'SingleLineText', altered: 4 }] },
      as,
    )
    const made = (await send('POST', 'Book', { title: 'Since' })) as { id: number }
    const answer = await restore('column', 'Book')
    expect(answer.notes).toEqual([expect.stringContaining('must is not required any more')])
    expect((await rows('Book?sort=id')).map(({ must }) => must)).toEqual(['m1', 'm2', 'm3', 'm4', null])
    await send('DELETE', `Book/${made.id}`)
    await server.call('trashEmpty', {}, as)
  })

  it('a link comes back with what it linked', async () => {
    const before = await rows('Book?sort=id')
    const shown = await table('Book')
    const ends = { childTable: 'Book', childColumn: 'writer', parentTable: 'Author', parentColumn: 'id' }
    await server.call('xcRelationColumnDelete', { ...ends, type: 'bt' }, as)
    expect((await table('Book')).columns.map(({ name }) => name)).not.toContain('writer')
    expect(await restore('column', 'Book')).toEqual({ restored: 1, refused: [], notes: [] })
    expect(await rows('Book?sort=id')).toEqual(before)
    expect((await table('Book')).foreignKeys).toEqual(shown.foreignKeys)
    expect((await table('Book')).virtualColumns).toEqual(shown.virtualColumns)
  })

  it('what is computed comes back, and what was made from it works again', async () => {
    const made = await server.call(
      'virtualColumnCreate',
      { tn: 'Book', title: 'Twice', definition: { kind: 'formula', formula: '{price} * 2' } },
      as,
    )
    await server.call(
      'virtualColumnCreate',
      { tn: 'Book', title: 'Four', definition: { kind: 'formula', formula: '{Twice} * 2' } },
      as,
    )
    const before = await rows('Book?sort=id')
    await server.call('virtualColumnDelete', { tn: 'Book', id: made.id }, as)
    expect((await rows('Book?sort=id'))[0]).not.toHaveProperty('Twice')
    await restore('column', 'Book')
    expect(await rows('Book?sort=id')).toEqual(before)
  })

  it('a table comes back with its rows, links, titles and what was computed in it', async () => {
    const before = [await table('Book'), await rows('Book?sort=id')]
    await server.call('ncTableAliasRename', { tn_old: 'Book', tn: 'Volumes' }, as)
    const pairs = (await server.call('tableList', { includeM2M: true }, as)).data.list.filter(
      ({ tn }) => !['Author', 'Book', 'Tag'].includes(tn),
    )
    // Pairs refer to it: they go first.
    for (const { tn } of pairs) await server.call('tableDelete', { tn }, as)
    await server.call('tableDelete', { tn: 'Book' }, as)
    expect((await server.call('tableList', {}, as)).data.list.map(({ tn }) => tn).toSorted()).toEqual(['Author', 'Tag'])
    expect((await request('GET', 'Book')).status).toBe(404)
    expect(await server.call('xcMetaDiff', { different: true }, as)).toEqual([])
    const side = (await newest('table')).table
    expect(side).toMatch(/^nc_trash_/)
    expect((await request('GET', side)).status).toBe(404)
    // The rows that it named are free while it is away.
    await send('DELETE', 'Author/2')
    await server.call('trashRestore', { table: 'Author', rowIds: ['2'] }, as)
    const [book, ...others] = await trash({ kind: 'table' })
    expect(others).toHaveLength(1)
    expect(await server.call('trashRestore', { id: book?.id ?? '' }, as)).toEqual({
      restored: 1,
      refused: [],
      notes: [],
    })
    for (const { id } of others)
      expect(await server.call('trashRestore', { id }, as)).toEqual({ restored: 1, refused: [], notes: [] })
    await server.call('ncTableAliasRename', { tn_old: 'Volumes', tn: 'Book' }, as)
    expect(await table('Book')).toEqual(before[0])
    expect(await rows('Book?sort=id')).toEqual(before[1])
    expect(await sides()).toBe(0)
  })

  it('a table whose name was given to another one stays in the trash, and says so', async () => {
    await server.call('tableCreate', { tn: 'Thing', columns: [{ cn: 'name', ...text }] }, as)
    await send('POST', 'Thing', { name: 'first' })
    await server.call('tableDelete', { tn: 'Thing' }, as)
    await server.call('tableCreate', { tn: 'Thing', columns: [{ cn: 'name', ...text }] }, as)
    await expect(restore('table')).rejects.toThrow(/TABLE_EXISTS/)
    await server.call('tableRename', { tn_old: 'Thing', tn: 'Other' }, as)
    await restore('table')
    expect(await rows('Thing')).toMatchObject([{ name: 'first' }])
  })

  it('what is deleted for good leaves nothing behind', async () => {
    await server.call(
      'tableUpdate',
      { tn: 'Thing', columns: [{ cn: 'name', cno: 'name', uidt: 'SingleLineText', altered: 4 }] },
      as,
    )
    await server.call('tableDelete', { tn: 'Thing' }, as)
    expect(await sides()).toBe(2)
    const { id } = await newest('table')
    expect(await server.call('trashDelete', { ids: [id] }, as)).toEqual({ deleted: 1 })
    expect(await trash()).toEqual([])
    expect(await sides()).toBe(0)
  })
})
