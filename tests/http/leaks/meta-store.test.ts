import { createTestMariadb, hasMariadb } from '@tests/helpers/mariadb'
import { createTestPostgres, hasPostgres, type TestPostgres } from '@tests/helpers/postgres'
import { expectSame, operation, rest } from '@tests/helpers/twin-answers'
import { makeTwin, type Twin } from '@tests/helpers/twins'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/*
 * Nothing hidden influences an answer where the accounts, rules, comments and history are on a database server: a sample
 * of what `reads.test.ts` and `writes.test.ts` ask, of everything that reads or writes that store.
 */

const places = [
  ...((await hasPostgres()) ? [{ engine: 'PostgreSQL', create: createTestPostgres }] : []),
  ...((await hasMariadb()) ? [{ engine: 'MariaDB', create: createTestMariadb }] : []),
]

describe.each(places)('with the meta store on $engine', ({ create }) => {
  let stores: readonly TestPostgres[] = []
  let twins: readonly Twin[] = []
  beforeAll(async () => {
    const at = new Date()
    stores = [await create(), await create()]
    twins = await Promise.all(stores.map(({ url: metaUrl }, twin) => makeTwin(twin, at, { metaUrl })))
  }, 120_000)
  afterAll(async () => {
    for (const twin of twins) await twin.close()
    for (const store of stores) await store.drop()
  })

  it.each([
    'person',
    'person/1',
    'person?search=Hush',
    'person/groupby/team',
    'team?sort=-Heads',
    'note?search=Hush',
    'person?where=(salary,gt,0)',
    'vault',
  ])('%s', async (path) => {
    await expectSame(twins, rest(path), { warm: true, times: 2 })
  })

  it.each<[string, object]>([
    ['tableList', {}],
    ['tableRead', { table: 'person' }],
    ['viewList', { table: 'person' }],
    ['rowHistory', { table: 'person', rowId: '50', limit: 50 }],
    ['rowHistory', { table: 'person', rowId: '1', limit: 50 }],
    ['rowAuditList', { table: 'person', rowId: '1' }],
    ['commentList', { table: 'person', rowId: '1' }],
    ['commentCounts', { table: 'person', rowIds: ['1', '50'] }],
    ['trashList', { kind: 'rows', limit: 1 }],
    ['changesSince', { limit: 500 }],
    ['noticeList', {}],
    ['memberList', {}],
  ])('%s %j', async (name, input) => {
    await expectSame(twins, operation(name, input), { warm: true, times: 2 })
  })

  it.each<[string, object]>([
    ['auditList', { limit: 500 }],
    ['auditCount', { text: 'Hush' }],
    ['accessRulesRead', {}],
    ['shareList', {}],
  ])('of creators: %s %j', async (name, input) => {
    await expectSame(twins, operation(name, input), { caller: 'creator', warm: true, times: 2 })
  })

  it.each<[string, string, unknown, number]>([
    ['PUT', 'person/1', { code: 'x' }, 200],
    ['DELETE', 'person/1', undefined, 200],
    ['PUT', 'person/50', { mail: 'other@example.com' }, 403],
    ['PUT', 'note/1', { person: 1 }, 400],
    ['PUT', 'person/50', { code: 'n2' }, 200],
  ])('%s %s %j', async (method, path, body, status) => {
    const ask = (twin: Twin) => ({ ...rest(path)(twin), method, ...(body !== undefined && { body }) })
    expect((await expectSame(twins, ask, {})).status).toBe(status)
  })
})
