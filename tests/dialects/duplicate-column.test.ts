import { afterAll, beforeAll, expect, it } from 'vitest'
import { tableFromWire, wireTableMeta } from '@tests/helpers/wire'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type Answer, type TestServer } from '@tests/helpers/server'

/** A column and its copy are alike, on every kind of database. */
await describeEngines('duplicating a column', (engine) => {
  let server: TestServer
  let opened: OpenedEngine
  let as: { token: string; projectId: string }

  const request = (method: string, path: string, body?: unknown): Promise<Answer> =>
    server.request(`/nc/${as.projectId}/api/v1/${path}`, { method, token: as.token, body })
  const rows = async (fields: string) =>
    (await request('GET', `Book?sort=id&bt=&hm=&mm=&fields=${encodeURIComponent(fields)}`)).json as Record<
      string,
      unknown
    >[]
  const table = async (tn: string) => {
    const found = await server.call('tableXcModelGet', { tn }, as)
    return tableFromWire(wireTableMeta.parse(JSON.parse(found?.meta ?? 'null')))
  }
  const columnOf = async (name: string) => (await table('Book')).columns.find((column) => column.name === name)
  const duplicate = (column: string) => server.call('columnDuplicate', { tn: 'Book', column }, as)

  beforeAll(async () => {
    opened = await engine.open()
    server = await startServer()
    const owner = await server.signUp()
    as = { token: owner.token, projectId: await createEngineProject(server, owner, engine, opened) }
    const text = { uidt: 'SingleLineText' }
    const tables = [
      ['Author', [{ cn: 'name', ...text }]],
      [
        'Book',
        [
          { cn: 'title', ...text, pv: true, rqd: true },
          { cn: 'price', uidt: 'Decimal', cdf: '9.5' },
          { cn: 'genre', uidt: 'SingleSelect', dtxp: "'Rock','Jazz'" },
          { cn: 'code', ...text, unique: true },
          { cn: 'bought', uidt: 'Date' },
          { cn: 'seen', uidt: 'DateTime' },
          { cn: 'live', uidt: 'Checkbox' },
          { cn: 'more', uidt: 'JSON' },
        ],
      ],
    ] as const
    for (const [tn, columns] of tables) await server.call('tableCreate', { tn, columns: [...columns] }, as)
    await request('POST', 'Author/bulk', [{ name: 'Ada' }, { name: 'Bo' }])
    await server.call('linkCreate', { tn: 'Book', rtn: 'Author', kind: 'belongsTo', title: 'writer' }, as)
    const made = await request(
      'POST',
      'Book/bulk',
      [1, 2, 3].map((n) => ({
        title: `It's "book" ${n}`,
        price: n === 3 ? null : 10.25 + n,
        genre: n % 2 === 0 ? 'Rock' : 'Jazz',
        code: `C${n}`,
        bought: `2026-01-0${n}`,
        seen: `2026-01-0${n}T12:30:00Z`,
        live: n === 1,
        more: { n },
        writer: n === 3 ? null : 1,
      })),
    )
    expect([made.status, made.status === 200 ? '' : made.text]).toEqual([200, ''])
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  it.each(['title', 'price', 'genre', 'code', 'bought', 'seen', 'live', 'more', 'id', 'writer'])(
    'copies %s with its values',
    async (name) => {
      const made = await duplicate(name)
      expect(made.title).toBe(`${name} copy`)
      const [first, second] = [await columnOf(name), await columnOf(made.id)]
      const stored = ['id', 'writer'].includes(name) ? undefined : first?.uiType
      expect(second).toMatchObject({
        ...(stored === undefined ? {} : { uiType: stored }),
        required: false,
        unique: false,
      })
      if (stored !== undefined) expect(second?.options).toEqual(first?.options)
      const all = await rows(`${name},${made.title}`)
      expect(all).toHaveLength(3)
      expect(all.map((row) => row[made.title])).toEqual(all.map((row) => row[name]))
      // The copy is a column of its own.
      const changed = await request('PUT', 'Book/1', { [made.title]: null })
      expect([changed.status, changed.status === 200 ? '' : changed.text]).toEqual([200, ''])
      const [row] = await rows(`${name},${made.title}`)
      expect(row?.[name]).not.toBeNull()
    },
  )

  it('gives each copy another name, and keeps a default', async () => {
    const made = await duplicate('price')
    expect(made).toEqual({ id: 'price_copy2', title: 'price copy 2' })
    await request('POST', 'Book', { title: 'New' })
    const all = await rows(`price,${made.title}`)
    expect(all.at(-1)).toMatchObject({ price: 9.5, [made.title]: 9.5 })
  })

  it('copies what is computed', async () => {
    const definition = { kind: 'formula', formula: 'UPPER({title})' } as const
    const { id } = await server.call('virtualColumnCreate', { tn: 'Book', title: 'Loud', definition }, as)
    const made = await duplicate(id)
    expect(made.title).toBe('Loud copy')
    await server.call('virtualColumnDelete', { tn: 'Book', id }, as)
    const [row] = await rows('Loud copy')
    expect(row?.['Loud copy']).toBe(`IT'S "BOOK" 1`)
  })

  it('refuses what has no copy', async () => {
    const link = (await table('Author')).virtualColumns.find(({ kind }) => kind === 'link')
    const send = (args: unknown): Promise<Answer> =>
      server.request('/dashboard/?q=sqlOp_columnDuplicate', {
        method: 'POST',
        token: as.token,
        body: { api: 'columnDuplicate', project_id: as.projectId, args },
      })
    const refused = await send({ tn: 'Author', column: link?.id })
    expect([refused.status, refused.error.code]).toEqual([400, 'VIRTUAL_COLUMN_INVALID'])
    const none = await send({ tn: 'Book', column: 'nothing' })
    expect([none.status, none.error.code]).toEqual([400, 'COLUMN_NOT_FOUND'])
  })
})
