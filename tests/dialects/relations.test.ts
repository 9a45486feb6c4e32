import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallName } from '@tests/helpers/calls'
import { tableFromWire, wireTableMeta } from '@tests/helpers/wire'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

/**
 * Relations are the same on every kind of database: created, followed, rejected and deleted through the whole server.
 */
await describeEngines('relations', (engine) => {
  let server: TestServer
  let owner: TestUser
  let opened: OpenedEngine
  let as: { token: string; projectId: string }
  const number = { uidt: 'Number' }
  const text = { uidt: 'SingleLineText' }

  beforeAll(async () => {
    opened = await engine.open()
    server = await startServer()
    owner = await server.signUp()
    as = { token: owner.token, projectId: await createEngineProject(server, owner, engine, opened) }
    for (const [tn, columns] of [
      ['Author', [{ cn: 'name', ...text }]],
      [
        'Book',
        [
          { cn: 'title', ...text },
          { cn: 'price', ...number },
          { cn: 'writer', ...number },
        ],
      ],
      [
        'Tag',
        [
          { cn: 'word', ...text, pk: true },
          { cn: 'note', ...text },
        ],
      ],
    ] as const)
      await server.call('tableCreate', { tn, columns: [...columns] }, as)
    await post('Author/bulk', [{ name: 'Ada' }, { name: 'Bo' }, { name: 'Cy' }])
    await post('Book/bulk', [
      { title: 'One', price: 5, writer: 1 },
      { title: 'Two', price: 15, writer: 1 },
      { title: 'Three', price: 25, writer: 1 },
      { title: 'Four', price: 35, writer: 2 },
      { title: 'Five', price: 45, writer: null },
    ])
    await post('Tag/bulk', [{ word: 'red' }, { word: 'blue' }, { word: 'old' }])
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  const post = async (path: string, body: unknown): Promise<Answer> => {
    const answer = await server.request(`/nc/${as.projectId}/api/v1/${path}`, { method: 'POST', token: as.token, body })
    expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
    return answer
  }
  const rows = async (path: string): Promise<Record<string, unknown>[]> => {
    const answer = await server.request(`/nc/${as.projectId}/api/v1/${path}`, { token: as.token })
    expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
    return answer.json as Record<string, unknown>[]
  }
  const table = async (tn: string) => {
    const found = await server.call('tableXcModelGet', { tn }, as)
    return tableFromWire(wireTableMeta.parse(JSON.parse(found?.meta ?? 'null')))
  }
  const titles = async (tn: string) => (await table(tn)).virtualColumns.map(({ title }) => title)
  const send = (api: CallName, args: unknown): Promise<Answer> =>
    server.request('/dashboard/', { method: 'POST', token: as.token, body: { api, project_id: as.projectId, args } })
  const writer = { childTable: 'Book', childColumn: 'writer', parentTable: 'Author', parentColumn: 'id' }

  describe('foreign keys', () => {
    it('are refused where rows would break them, and nothing is changed', async () => {
      const before = JSON.stringify(await table('Book'))
      await server.request(`/nc/${as.projectId}/api/v1/Book/5`, {
        method: 'PUT',
        token: as.token,
        body: { writer: 99 },
      })
      const answer = await send('relationCreate', writer)
      expect([answer.status, answer.error.code]).toEqual([400, 'VALUE_REFERENCE_MISSING'])
      expect(answer.error.msg).not.toMatch(/constraint|violat|errno|SQL/i)
      expect(JSON.stringify(await table('Book'))).toBe(before)
      await server.request(`/nc/${as.projectId}/api/v1/Book/5`, {
        method: 'PUT',
        token: as.token,
        body: { writer: null },
      })
    })

    it.each([
      [{ ...writer, childColumn: 'title' }, 'RELATION_COLUMNS_DIFFER'],
      [{ ...writer, parentColumn: 'name' }, 'RELATION_PARENT_NOT_UNIQUE'],
      [{ ...writer, parentTable: 'Nope' }, 'TABLE_NOT_FOUND'],
    ])('%j is refused', async (ends, code) => {
      const answer = await send('relationCreate', ends)
      expect([answer.status < 500, answer.error.code]).toEqual([true, code])
    })

    it('are made over columns that are there, and kept to', async () => {
      await server.call('relationCreate', { ...writer, onDelete: 'SET NULL' }, as)
      expect(await titles('Book')).toEqual(['Author <= Book'])
      expect(await titles('Author')).toEqual(['Author => Book'])
      const [link] = (await table('Book')).virtualColumns
      expect(link).toMatchObject({
        link: { columns: ['writer'], relatedColumns: ['id'], real: true, onDelete: 'SET NULL', onUpdate: 'NO ACTION' },
      })
      const wrong = await server.request(`/nc/${as.projectId}/api/v1/Book`, {
        method: 'POST',
        token: as.token,
        body: { title: 'Six', writer: 99 },
      })
      expect([wrong.status, wrong.error.code]).toEqual([400, 'VALUE_REFERENCE_MISSING'])
    })

    it('are followed by lists', async () => {
      expect((await rows('Book?limit=1&fields=title'))[0]).toMatchObject({ AuthorRead: { id: 1, name: 'Ada' } })
      expect((await rows('Book?where=(title,eq,Five)'))[0]).not.toHaveProperty('AuthorRead')
      const authors = await rows('Author?hfields1=price&hm=Book&hsort1=-price&hlimit1=2&hwhere1=(price,gt,5)')
      expect(authors.map((author) => author['BookList'])).toEqual([
        [
          { id: 3, title: 'Three', writer: 1, price: 25 },
          { id: 2, title: 'Two', writer: 1, price: 15 },
        ],
        [{ id: 4, title: 'Four', writer: 2, price: 35 }],
        [],
      ])
    })

    it('are deleted, alone or with their column', async () => {
      await server.call('relationDelete', writer, as)
      expect(await titles('Book')).toEqual([])
      await server.call('relationCreate', writer, as)
      await server.call('xcRelationColumnDelete', { ...writer, type: 'bt' }, as)
      expect((await table('Book')).columns.map(({ name }) => name)).toEqual(['title', 'price', 'id'])
    })
  })

  describe('links made in one step', () => {
    it('bring columns of the kind of the key', async () => {
      await server.call('linkCreate', { tn: 'Book', rtn: 'Author', kind: 'belongsTo', title: 'By' }, as)
      await server.call('linkCreate', { tn: 'Tag', rtn: 'Book', kind: 'hasMany' }, as)
      const book = await table('Book')
      expect(book.columns.slice(-2).map(({ name, uiType }) => [name, uiType])).toEqual([
        ['By', 'ForeignKey'],
        ['Tag_id', 'ForeignKey'],
      ])
      expect(await titles('Book')).toEqual(['Author <= Book', 'Tag <= Book'])
      const body = { By: 2, Tag_id: 'old' }
      await server.request(`/nc/${as.projectId}/api/v1/Book/1`, { method: 'PUT', token: as.token, body })
      const [one] = await rows('Book?where=(id,eq,1)')
      expect(one).toMatchObject({ AuthorRead: { name: 'Bo' }, TagRead: { word: 'old' } })
    })

    it('many-to-many hide their table of pairs, which is an ordinary one to scripts', async () => {
      await server.call('xcM2MRelationCreate', { parentTable: 'Author', childTable: 'Tag' }, as)
      const { data } = await server.call('xcTableAndViewList', {}, as)
      expect(data.list.map(({ _tn }) => _tn).toSorted()).toEqual(['Author', 'Book', 'Tag'])
      await post('m2mAuthor_Tag/bulk', [
        { AuthorPId: 1, TagCId: 'red' },
        { AuthorPId: 1, TagCId: 'blue' },
        { AuthorPId: 2, TagCId: 'red' },
      ])
      const authors = await rows('Author?hm=&mm=Tag&mfields1=note')
      expect(authors.map((author) => author['TagMMList'])).toEqual([
        [
          { word: 'blue', note: null },
          { word: 'red', note: null },
        ],
        [{ word: 'red', note: null }],
        [],
      ])
      expect((await rows('Tag?hm=&mm=Author&where=(word,eq,red)'))[0]?.['AuthorMMList']).toEqual([
        { id: 1, name: 'Ada' },
        { id: 2, name: 'Bo' },
      ])
    })

    it('pairs are found by both their rows and taken away by their key, as the screen does it', async () => {
      await post('m2mAuthor_Tag', { AuthorPId: 3, TagCId: 'old' })
      const condition = encodeURIComponent(JSON.stringify({ AuthorPId: { eq: 3 }, TagCId: { eq: 'old' } }))
      const found = await rows(`m2mAuthor_Tag?hm=&bt=&mm=&condition=${condition}&limit=100`)
      expect(found).toEqual([{ AuthorPId: 3, TagCId: 'old' }])
      const path = `/nc/${as.projectId}/api/v1/m2mAuthor_Tag/bulk`
      const gone = await server.request(path, { method: 'DELETE', token: as.token, body: found })
      expect(gone.status).toBe(200)
      const [author] = await rows('Author?hm=&mm=Tag&mlimit1=200&where=(id,eq,3)')
      expect(author?.['TagMMList']).toEqual([])
    })

    it('pairs go with the rows they name', async () => {
      await server.request(`/nc/${as.projectId}/api/v1/Tag/blue`, { method: 'DELETE', token: as.token })
      expect((await rows('Author?hm=&where=(id,eq,1)'))[0]?.['TagMMList']).toHaveLength(1)
    })

    it('are deleted with what was made for them', async () => {
      const mm = (await table('Author')).virtualColumns.find((column) => column.kind === 'link' && column.link.through)
      const assocTable = mm?.kind === 'link' ? mm.link.through?.table : undefined
      await server.call('xcRelationColumnDelete', { type: 'mm', assocTable }, as)
      const bookToTag = { childTable: 'Book', childColumn: 'Tag_id', parentTable: 'Tag', parentColumn: 'word' }
      await server.call('xcRelationColumnDelete', { ...bookToTag, type: 'hm' }, as)
      expect(await titles('Tag')).toEqual([])
      expect(await titles('Author')).toEqual(['Author => Book'])
    })

    it('that the database does not know are followed all the same', async () => {
      await server.call('linkCreate', { tn: 'Book', rtn: 'Tag', kind: 'belongsTo', type: 'virtual' }, as)
      expect((await table('Book')).foreignKeys.map(({ referencedTable }) => referencedTable)).toEqual(['Author'])
      const body = { Tag_id: 'red' }
      await server.request(`/nc/${as.projectId}/api/v1/Book/2`, { method: 'PUT', token: as.token, body })
      expect((await rows('Book?where=(id,eq,2)'))[0]).toMatchObject({ TagRead: { word: 'red' } })
      expect((await rows('Tag?where=(word,eq,red)'))[0]?.['BookList']).toMatchObject([{ id: 2, title: 'Two' }])
    })
  })
})
