import { beforeEach, expect, test } from 'vitest'
import { anonymous } from '@common/principal'
import { dataApiTables } from '@tests/fixtures/data-api-tables'
import { openDataApi, type TestDataApi } from '@tests/helpers/data-api'

const encoded = encodeURIComponent

let api: TestDataApi
beforeEach(async () => {
  api = await openDataApi({ sql: dataApiTables })
  return () => api.close()
})

test('a viewer reads and does not write; someone without a role does neither', async () => {
  expect((await api.call('GET', 'people', undefined, 'viewer')).status).toBe(200)
  for (const [method, path] of [
    ['POST', 'people'],
    ['PUT', 'people/1'],
    ['DELETE', 'people/1'],
    ['POST', 'people/bulk'],
    ['PUT', 'people/bulk'],
    ['DELETE', 'people/bulk'],
  ] as const)
    for (const by of ['viewer', 'commenter', anonymous] as const)
      expect((await api.call(method, path, {}, by)).status).toBe(403)
  for (const path of ['people', 'people/1', 'people/count', 'people/findOne', 'people/1/exists', 'nothing'])
    expect((await api.call('GET', path, undefined, anonymous)).status).toBe(403)
})

test('titles and names are both accepted, and lists answer titles', async () => {
  await api.describe('people', (table) => ({
    ...table,
    title: 'All people',
    columns: table.columns.map((column) => (column.name === 'name' ? { ...column, title: 'Full name' } : column)),
  }))
  expect(await api.get('All%20people/1?x=1')).toMatchObject({ 'Full name': 'Ann' })
  expect(await api.call('PUT', 'people/1', { 'Full name': 'A' })).toMatchObject({ json: { 'Full name': 'A' } })
  expect(await api.call('PUT', 'people/1', { name: 'B' })).toMatchObject({ json: { 'Full name': 'B' } })
  expect((await api.call('PUT', 'people/1', { name: 'B', 'Full name': 'C' })).status).toBe(400)
  expect(await api.get(`people?where=${encoded('(Full name,eq,B)')}&fields=name`)).toEqual([
    { id: 1, 'Full name': 'B' },
  ])
})

test('times that Basalt keeps are set on every change, and only by it', async () => {
  await api.describe('people', (table) => ({
    ...table,
    columns: table.columns.map((column) =>
      column.name === 'seen' ? { ...column, uiType: 'LastModifiedTime' as const } : column,
    ),
  }))
  const { json } = await api.call('PUT', 'people/2', { age: 10, seen: '1999-01-01 00:00:00' })
  expect((json as { seen: string }).seen).toMatch(/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/)
  expect((await api.call('PUT', 'people/2', { seen: '1999-01-01 00:00:00' })).json).toEqual(json)
  expect(await api.call('POST', 'people', { name: 'n' })).toMatchObject({
    json: { seen: expect.stringMatching(/^20/) },
  })
})

test('each acknowledged write is told once, after it is kept; a refused one never', async () => {
  await api.call('POST', 'people', { name: 'Eve' })
  await api.call('PUT', 'people/1', { age: 31 })
  await api.call('DELETE', 'people/2')
  await api.call('POST', 'people/bulk', [{ name: 'x' }, { name: 'y' }])
  await api.call('PUT', 'people/bulk', [
    { id: 3, age: 1 },
    { id: 99, age: 1 },
  ])
  await api.call('DELETE', 'people/bulk', [{ id: 3 }, { id: 99 }])
  await api.call('POST', 'people', { name: 'Eve', id: 1 })
  await api.call('PUT', 'people/99', { age: 1 })
  await api.call('DELETE', 'people/99')
  await api.call('POST', 'people/bulk', [])
  const who = { kind: 'person', userId: 1, email: 'ada@example.com', origin: 'script', ip: null }
  expect(
    api.events.map(({ kind, keys, before, after, who: actor, why, table }) => [
      kind,
      keys,
      before.map(({ age }) => age),
      after.map(({ age }) => age),
      actor,
      why,
      table.name,
    ]),
  ).toEqual([
    ['create', [['5']], [], [null], who, 'rest', 'people'],
    ['update', [['1']], [30], [31], who, 'rest', 'people'],
    ['delete', [['2']], [9], [], who, 'rest', 'people'],
    // Rows of a bulk create aren't read back: listeners get their keys.
    ['create', [['6'], ['7']], [], [], who, 'rest', 'people'],
    ['update', [['3']], [100], [1], who, 'rest', 'people'],
    ['delete', [['3']], [1], [], who, 'rest', 'people'],
  ])
})
