import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OperationName } from '@common/operations'
import { startServer, type TestServer } from '@tests/helpers/server'

/* Views in domain words, as the page calls them. views.test.ts calls them as scripts of the original do. */

let server: TestServer
let as: { token: string; projectId: string }

beforeAll(async () => {
  server = await startServer()
  const { token } = await server.signUp('owner@example.com')
  as = { token, projectId: (await server.call('projectCreateSample', {}, { token })).id }
})
afterAll(() => server.close())

const listed = async () => (await server.operate('viewList', { table: 'playlists' }, as)).map(({ title }) => title)
const rejected = async (name: OperationName, body: unknown): Promise<unknown[]> => {
  const path = `/api/v1/operations/${name}?project=${as.projectId}`
  const { status, error } = await server.request(path, { method: 'POST', token: as.token, body })
  return [status, error.code]
}

it('creates, moves, renames, duplicates, locks and deletes views', async () => {
  const create = (title: string) => server.operate('viewCreate', { table: 'Playlists', title }, as)
  const { id: first } = await create('First')
  const { id: second, position } = await create('Second')
  expect(position).toBe(2)
  expect(await server.operate('viewMove', { view: second, position: 0.5 }, as)).toBe(1)
  expect(await listed()).toEqual(['', 'Second', 'First'])
  expect(await server.operate('viewRename', { view: first, title: ' Last ' }, as)).toEqual({
    table: 'playlists',
    before: 'First',
    title: 'Last',
  })
  const copy = await server.operate('viewDuplicate', { table: 'playlists', view: first, title: 'Copy' }, as)
  expect(copy).toMatchObject({ title: 'Copy', kind: 'grid', position: 2 })
  await server.operate('viewLock', { table: 'playlists', view: first, locked: true }, as)
  expect(await rejected('viewDelete', { view: first })).toEqual([400, 'TABLE_VIEW_LOCKED'])
  expect(await server.operate('viewDelete', { view: copy.id }, as)).toEqual({ table: 'playlists', title: 'Copy' })
  expect(await listed()).toEqual(['', 'Second', 'Last'])
})

it('lists the default grid without an id, and says which table of a view is missing', async () => {
  const [grid] = await server.operate('viewList', { table: 'playlists' }, as)
  expect(grid).toEqual({
    title: '',
    kind: 'grid',
    position: 0,
    locked: false,
    settings: {},
    personal: null,
    options: {},
  })
  expect(await rejected('viewCreate', { table: 'nowhere', title: 'Lost' })).toEqual([404, 'TABLE_NOT_FOUND'])
  expect(await rejected('viewCreate', { parent_model_title: 'playlists', title: 'Lost' })).toEqual([
    400,
    'INPUT_INVALID',
  ])
})

it('writes what the server knows into the audit, whatever scripts leave out', async () => {
  const { id } = await server.operate('viewCreate', { table: 'artists', title: 'Audited' }, as)
  await server.call('xcVirtualTableRename', { id, title: 'Renamed' }, as)
  await server.call('xcVirtualTableDelete', { id }, as)
  await server.call('xcVirtualTableCreate', { title: 'Lost', parent_model_title: 'nowhere' }, as)
  const { list } = await server.call('xcAuditList', { limit: 3, offset: 0 }, as)
  expect(list.map(({ op_type: type, op_sub_type: kind, model_name: table }) => [type, kind, table])).toEqual([
    ['TABLE_VIEW', 'DELETED', 'artists'],
    ['TABLE_VIEW', 'RENAMED', 'artists'],
    ['TABLE_VIEW', 'CREATED', 'artists'],
  ])
})
