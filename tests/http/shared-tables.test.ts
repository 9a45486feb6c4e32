import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wireTableMeta } from '@tests/helpers/wire'
import { createTestMariadb, hasMariadb } from '@tests/helpers/mariadb'
import { createTestPostgres, hasPostgres, type TestPostgres } from '@tests/helpers/postgres'
import { startServer, type TestServer } from '@tests/helpers/server'

const places = [
  ...((await hasPostgres()) ? [{ engine: 'PostgreSQL', create: createTestPostgres }] : []),
  ...((await hasMariadb()) ? [{ engine: 'MariaDB', create: createTestMariadb }] : []),
]

/** Two servers over one meta store and one project: a change in one shows in the other with the next request. */
describe.each(places)('projects and tables of two servers, on $engine', ({ create }) => {
  let place: TestPostgres
  let one: TestServer
  let other: TestServer
  let folder: string
  let token: string
  let projectId: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'basalt-shared-'))
    const filename = join(folder, 'shared.sqlite')
    const file = new Sqlite(filename)
    file.exec('PRAGMA journal_mode = WAL; CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT)')
    file.close()
    place = await create()
    one = await startServer({ metaUrl: place.url })
    other = await startServer({ metaUrl: place.url })
    ;({ token } = await one.signUp())
    ;({ id: projectId } = await one.call('projectCreateFromFile', { filename, title: 'Shared' }, { token }))
  })
  afterAll(async () => {
    await Promise.all([one.close(), other.close()])
    await place.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const as = () => ({ token, projectId })
  const columnsSeenBy = async (server: TestServer, tn: string) => {
    const answer = await server.call('tableXcModelGet', { tn }, as())
    if (answer === undefined) return undefined
    const { columns } = wireTableMeta.parse(JSON.parse(answer.meta))
    return columns.map(({ _cn, uidt }) => `${_cn} ${uidt}`)
  }
  const titlesSeenBy = async (server: TestServer) =>
    (await server.call('xcTableAndViewList', {}, as())).data.list.map(({ _tn }) => _tn)

  it('are the same on both, after every kind of change', async () => {
    expect(await columnsSeenBy(one, 'book')).toEqual(['id ID', 'title LongText'])
    expect(await columnsSeenBy(other, 'book')).toEqual(['id ID', 'title LongText'])
    await one.call('tableCreate', { tn: 'page', _tn: 'Pages', columns: [{ cn: 'a', _cn: 'A', uidt: 'URL' }] }, as())
    expect(await columnsSeenBy(other, 'pages')).toEqual(['A URL', 'id ID'])
    const change = { cn: 'title', cno: 'title', _cn: 'Title', uidt: 'Email', altered: 2 }
    await other.call('tableUpdate', { tn: 'book', columns: [change] }, as())
    expect(await columnsSeenBy(one, 'book')).toEqual(['id ID', 'Title Email'])
    await one.call('ncTableAliasRename', { tn_old: 'book', tn: 'Books' }, as())
    expect(await titlesSeenBy(other)).toEqual(['Books', 'Pages'])
    await other.call('xcModelOrderSet', { tn: 'page', order: 0.5 }, as())
    expect(await titlesSeenBy(one)).toEqual(['Pages', 'Books'])
    await other.call('tableDelete', { tn: 'page' }, as())
    expect(await titlesSeenBy(one)).toEqual(['Books'])
    expect(await columnsSeenBy(one, 'Pages')).toBeUndefined()
    await other.call('projectRename', { title: 'Ours' }, as())
    expect((await one.call('projectList', {}, { token })).map(({ title }) => title)).toEqual(['Ours'])
  })
})
