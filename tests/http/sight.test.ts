import { AppError } from '@common/errors'
import type { Table } from '@common/model'
import {
  apiTokenPrincipal,
  formVisitorPrincipal,
  sharedViewPrincipal,
  type Principal,
  type SharedView,
} from '@common/principal'
import { parseWhere } from '@common/query/where'
import { createDataApi, type DataApi } from '@main/dataapi'
import { createGraphqlHandler, type GraphqlHandler } from '@main/dataapi/graphql'
import type { Database } from '@main/db/database'
import { readSchema, Snapshot } from '@main/features/tables/catalog/snapshot'
import { linkId } from '@main/features/tables/relations/links'
import { authorize } from '@main/features/auth'
import { contextOf, inRole } from '@tests/helpers/context'
import { makeDatabaseFile } from '@tests/helpers/data-api'
import { portsOf } from '@tests/helpers/ports'
import { openTestDatabase } from '@tests/helpers/test-database'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

/* A shared view shows some columns and rows of one table. Nothing else of the project may come out, by any road. */

const schema = `
  CREATE TABLE Team (id INTEGER PRIMARY KEY, name TEXT, budget INTEGER);
  CREATE TABLE Person (id INTEGER PRIMARY KEY, name TEXT, salary INTEGER, public INTEGER, team INTEGER REFERENCES Team);
  CREATE TABLE Note (id INTEGER PRIMARY KEY, title TEXT, body TEXT, person INTEGER REFERENCES Person);
  INSERT INTO Team VALUES (1, 'Red', 900), (2, 'Blue', 800), (3, 'Empty', 700);
  INSERT INTO Person VALUES (1, 'Ada', 100, 1, 1), (2, 'Bob', 200, 1, 2), (3, 'Secret', 300, 0, 2);
  INSERT INTO Note VALUES (1, 'First', 'hidden text', 1), (2, 'Second', 'hidden too', 3);`

let database: Database
let remove: () => void
let snapshot: Snapshot
let api: DataApi
let graphql: GraphqlHandler

const reference = (childTable: string, column: string, parentTable: string) => ({
  childTable,
  childColumns: [column],
  parentTable,
  parentColumns: ['id'],
  onDelete: 'NO ACTION' as const,
  onUpdate: 'NO ACTION' as const,
  real: true as const,
})
const team = linkId('belongsTo', reference('Person', 'team', 'Team'))
const notes = linkId('hasMany', reference('Note', 'person', 'Person'))

beforeAll(async () => {
  const file = makeDatabaseFile({ sql: schema })
  remove = file.remove
  database = await openTestDatabase(file.filename)
  const column = (id: string, title: string, definition: object) =>
    ({ table: 'Person', id, title, position: 1, definition }) as never
  const chosen = {
    tables: new Map(),
    columns: new Map(),
    relations: [],
    queries: new Map(),
    virtualColumns: new Map([
      [
        'Person',
        [
          column('f1', 'Yearly', { kind: 'formula', formula: '{salary} * 12' }),
          column('f2', 'Double', { kind: 'formula', formula: '{salary} * 2' }),
          column('l1', 'Budget', { kind: 'lookup', linkId: team, column: 'budget' }),
          column('r1', 'Notes counted', { kind: 'count', linkId: notes }),
        ],
      ],
    ]),
  }
  snapshot = new Snapshot(database, await readSchema(database, 1), chosen, '', { prefix: '' })
})
afterAll(async () => {
  await database.close()
  remove()
})
beforeEach(() => {
  const named = async (name: string): Promise<Table | undefined> => {
    const summary = snapshot.summaryNamed(name)
    return summary && snapshot.table(summary)
  }
  const ports = { ...portsOf(database, named, () => ['Person', 'Team', 'Note']), authorize }
  api = createDataApi(ports)
  graphql = createGraphqlHandler(
    { ...ports, project: async (id) => ({ id, title: 'p', type: 'graphql' }) },
    api,
    () => () => undefined,
    () => undefined,
  )
})

const shareOf = (own: Partial<SharedView> = {}): SharedView =>
  sharedViewPrincipal({
    projectId: 'p',
    shareId: 's',
    title: 'S',
    table: 'Person',
    columns: new Set(['id', 'name', 'f1', team]),
    filter: parseWhere('(public,eq,1)'),
    download: true,
    ...own,
  })
let visitor: SharedView
beforeEach(() => {
  visitor = shareOf()
})

interface Answer {
  readonly status: number
  readonly code?: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

async function ask(by: Principal, path: string, method = 'GET', body?: unknown, ifNoneMatch?: string): Promise<Answer> {
  const [place = '', query = ''] = path.split('?')
  try {
    const {
      status,
      body: bytes,
      headers,
      stream,
    } = await api.handle({
      method,
      projectId: 'p',
      segments: place.split('/'),
      query: new URLSearchParams(query),
      body,
      ifNoneMatch,
      context: contextOf(by),
    })
    let text = typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes)
    if (stream) for await (const chunk of stream) text += new TextDecoder().decode(chunk)
    return { status, text, headers }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.status >= 500) throw new Error(`${error.code} for ${path}`, { cause: error.cause ?? error })
    return { status: error.status, code: error.code, text: JSON.stringify(error.details), headers: {} }
  }
}
const json = async (by: Principal, path: string): Promise<unknown> => JSON.parse((await ask(by, path)).text)

const hiddenWords = /Secret|100|200|300|2400|3600(?!})|900|800|hidden/

describe('a shared view', () => {
  it('lists its rows and columns, and computes columns from hidden ones', async () => {
    expect(await json(visitor, 'Person')).toEqual([
      { id: 1, name: 'Ada', Yearly: 1200, TeamRead: { id: 1, name: 'Red' } },
      { id: 2, name: 'Bob', Yearly: 2400, TeamRead: { id: 2, name: 'Blue' } },
    ])
    expect(await json(visitor, 'Person/1')).toMatchObject({ id: 1, name: 'Ada', Yearly: 1200 })
    expect(Object.keys((await json(visitor, 'Person/1')) as object)).not.toContain('salary')
  })

  it.each([
    ['Person/count', { count: 2 }],
    ['Person/3', {}],
    ['Person/3/exists', false],
    ['Person/1/exists', true],
    ['Person/findOne?where=(id,eq,3)', undefined],
    ['Person?where=(id,eq,3)', []],
    ['Person?where=(name,like,Sec%25)', []],
    ['Person?where=~not(name,eq,Ada)&fields=id&bt=', [{ id: 2 }]],
    ['Person?search=Secret', []],
    ['Person?search=300', []],
    ['Person?sort=-id&fields=id&bt=', [{ id: 2 }, { id: 1 }]],
    ['Person?offset=2', []],
    [
      'Person/groupby/name?sort=name',
      [
        { name: 'Ada', count: 1 },
        { name: 'Bob', count: 1 },
      ],
    ],
    ['Person/distinct?column_name=name&sort=name', [{ name: 'Ada' }, { name: 'Bob' }]],
    ['Person/3/Team', []],
    ['Person/1/Team', [{ id: 1, name: 'Red' }]],
  ])('answers %s from its rows only', async (path, expected) => {
    for (let time = 0; time < 3; time++) {
      const { text, code } = await ask(visitor, path)
      expect(code).toBeUndefined()
      expect(text === '' ? undefined : JSON.parse(text)).toEqual(expected)
    }
  })

  it.each([
    'Person?fields=salary',
    'Person?fields=id,SALARY',
    'Person?where=(salary,gt,250)',
    'Person?where=(id,eq,1)~and(salary,gt,0)',
    'Person?sort=salary',
    'Person?sort=-salary',
    'Person/groupby/salary',
    'Person/groupby?column_name=salary',
    'Person/aggregate?column_name=salary&func=max',
    'Person/distribute?column_name=salary',
    'Person/distinct?column_name=salary',
    'Person/findOne?where=(salary,eq,300)',
    'Person/count?where=(salary,eq,300)',
    'Person?where=(public,eq,0)',
    'Person?fields=Double',
    'Person?where=(Double,eq,600)',
    'Person?sort=Budget',
    'Person?where=(Notes counted,gt,0)',
    'Person?format=csv&fields=salary',
    'Person?format=csv&where=(salary,gt,1)',
    'Person?after=&sort=salary',
    'Person?conditionGraph={"Team":{"relationType":"bt","budget":{"gt":1}}}',
    'Person?conditionGraph={"Note":{"relationType":"hm","body":{"like":"%25"}}}',
    'Person?bt=Team&bfields1=budget',
    'Person?bt=Team&bwhere1=(budget,gt,1)',
    'Person?bt=Team&bsort1=budget',
  ])('refuses the hidden column in %s', async (path) => {
    const { status, text } = await ask(visitor, path)
    expect([400, 404], text).toContain(status)
    expect(text).not.toMatch(hiddenWords)
  })

  it.each(['csv', 'json', 'ndjson', 'xlsx'])('exports as %s what it shows', async (format) => {
    const { text } = await ask(visitor, `Person?format=${format}`)
    expect(text.length).toBeGreaterThan(20)
    expect(text).not.toMatch(/Secret|salary|budget|hidden/)
  })

  it.each(['csv', 'json', 'ndjson', 'xlsx'])('exports nothing as %s without the right to download', async (format) => {
    expect((await ask(shareOf({ download: false }), `Person?format=${format}`)).code).toBe('NOT_ALLOWED')
  })

  it.each([
    ['Team', 404],
    ['Team/1', 404],
    ['Note', 404],
    ['Nothing', 404],
    ['Person/1/Note', 404],
    ['Person?hm=Note', 200],
    ['_function/x', 405],
  ])('finds no other table at %s', async (path, status) => {
    const answer = await ask(visitor, path)
    expect(answer.status).toBe(status)
    expect(answer.text).not.toMatch(/hidden|Empty/)
  })

  it('answers for a table of the project as for one that does not exist', async () => {
    const there = await ask(visitor, 'Team')
    const nowhere = await ask(visitor, 'Tean')
    expect({ ...there, text: there.text.replace('Team', 'Tean') }).toEqual(nowhere)
  })

  it.each([
    ['POST', 'Person', { name: 'x' }],
    ['POST', 'Person/bulk', [{ name: 'x' }]],
    ['POST', 'Person?upsert=true', { id: 1, name: 'x' }],
    ['PUT', 'Person/1', { name: 'x' }],
    ['DELETE', 'Person/1', undefined],
    ['PUT', 'Person/1/Team/2/link', undefined],
    ['POST', 'Person/1/Team', { name: 'x' }],
  ] as const)('writes nothing with %s %s', async (method, path, body) => {
    expect((await ask(visitor, path, method, body)).status).toBe(403)
  })

  it('with a hidden key shows no key, also in cursors', async () => {
    const keyless = shareOf({ columns: new Set(['name']) })
    expect(await json(keyless, 'Person')).toEqual([{ name: 'Ada' }, { name: 'Bob' }])
    expect((await ask(keyless, 'Person/1')).code).toBe('TABLE_WITHOUT_KEY')
    expect((await ask(keyless, 'Person?after=')).status).toBe(400)
    expect((await ask(keyless, 'Person?format=csv')).text).toContain('Ada')
    expect((await ask(keyless, 'Person?where=(id,eq,1)')).status).toBe(400)
  })

  it('shows links over hidden columns without these', async () => {
    const linked = shareOf({ columns: new Set(['id', notes]), filter: undefined })
    expect(await json(linked, 'Person?fields=id&limit=1')).toEqual([{ id: 1, NoteList: [{ id: 1, title: 'First' }] }])
  })
})

describe('GraphQL of a shared view', () => {
  const query = async (text: string): Promise<string> => {
    const answer = await graphql({
      projectId: 'p',
      context: contextOf(visitor),
      request: { query: text },
      mayWrite: true,
      mayLook: false,
      mayStream: true,
      recheck: async () => contextOf(visitor),
    })
    return 'stream' in answer ? 'stream' : String(Buffer.from(answer.body as string))
  }

  it('has its rows and columns', async () => {
    expect(JSON.parse(await query('{ PersonList { id name Yearly } PersonCount }'))).toEqual({
      data: {
        PersonList: [
          { id: 1, name: 'Ada', Yearly: 1200 },
          { id: 2, name: 'Bob', Yearly: 2400 },
        ],
        PersonCount: 2,
      },
    })
  })

  it.each([
    '{ PersonList { salary } }',
    '{ PersonList(where: "(salary,gt,250)") { id } }',
    '{ PersonList(sort: "salary") { id } }',
    '{ PersonList { Team { budget } } }',
    '{ PersonList { NoteList { body } } }',
    '{ TeamList { id name } }',
    '{ NoteList { id } }',
    '{ PersonGroupBy(fields: "salary") { count } }',
    'mutation { PersonCreate(data: { name: "x" }) { id } }',
    'mutation { PersonDelete(id: "1") }',
    'subscription { Person { id } }',
  ])('refuses %s', async (text) => {
    const answer = await query(text).catch((error: unknown) => String(error instanceof AppError ? error.code : error))
    expect(answer).toMatch(/errors|NOT_ALLOWED|INVALID/)
    expect(answer).not.toMatch(/Secret|hidden text|"salary":|"budget":/)
  })
})

describe('caches', () => {
  it('give no principal the response of another one', async () => {
    const owner = inRole('owner')
    for (let time = 0; time < 5; time++) {
      expect(await json(owner, 'Person/count')).toEqual({ count: 3 })
      expect(await json(visitor, 'Person/count')).toEqual({ count: 2 })
      expect((await json(owner, 'Person')) as unknown[]).toHaveLength(3)
      expect((await json(visitor, 'Person')) as unknown[]).toHaveLength(2)
      expect(await json(shareOf({ filter: undefined }), 'Person/count')).toEqual({ count: 3 })
    }
  })

  it('confirm no ETag of another principal', async () => {
    const { headers } = await ask(inRole('owner'), 'Person')
    expect((await ask(visitor, 'Person', 'GET', undefined, headers['etag'])).status).toBe(200)
    const own = (await ask(visitor, 'Person')).headers['etag']
    expect((await ask(visitor, 'Person', 'GET', undefined, own)).status).toBe(304)
  })

  it('share tables between principals with the same rights', () => {
    const ports = portsOf(
      database,
      (name) => snapshot.table({ name } as never),
      () => [],
    )
    const open = async (by: Principal) => (await ports.tables(by).open('p', 'Person')).table
    const token = apiTokenPrincipal({
      projectId: 'p',
      tokenId: 't',
      title: 'T',
      userId: 1,
      email: 'a@b.c',
      projectRole: 'editor',
    })
    return Promise.all([open(inRole('owner')), open(token), open(inRole('viewer'))]).then(([owner, editor, viewer]) => {
      expect(editor).toBe(owner)
      expect(viewer).not.toBe(owner)
    })
  })
})

describe('a cursor', () => {
  it('of another principal is refused', async () => {
    const { headers } = await ask(inRole('owner'), 'Person?after=&limit=1')
    const next = headers['xc-next-cursor'] ?? ''
    expect(next).not.toBe('')
    const path = `Person?limit=1&after=${encodeURIComponent(next)}`
    expect((await ask(inRole('owner'), path)).status).toBe(200)
    expect((await ask(visitor, path)).status).toBe(400)
    const own = (await ask(visitor, 'Person?after=&limit=1')).headers['xc-next-cursor'] ?? ''
    expect((await ask(visitor, `Person?limit=1&after=${encodeURIComponent(own)}`)).text).toContain('Bob')
  })
})

describe('a form visitor', () => {
  const form = formVisitorPrincipal({
    projectId: 'p',
    shareId: 's',
    title: 'S',
    table: 'Person',
    columns: new Set(['name']),
  })
  const create = async (values: Record<string, unknown>, table = 'Person') => {
    const ports = portsOf(database, (name) => snapshot.table({ name } as never))
    const { table: seen } = await ports.tables(form).open('p', table)
    return api.createLinked(contextOf(form), 'p', seen, { values, links: [] }, 'form')
  }

  it('reads nothing', async () => {
    for (const path of ['Person', 'Person/1', 'Person/count', 'Team', 'Person/1/Team'])
      expect([403, 404]).toContain((await ask(form, path)).status)
    expect((await ask(form, 'Person', 'POST', { name: 'x' })).status).toBe(403)
  })

  it('creates a record from the columns of its form, in its table only', async () => {
    expect(Number(await create({ name: 'Eve' }))).toBeGreaterThan(3)
    await expect(create({ name: 'Eve', salary: 1 })).rejects.toMatchObject({ code: 'COLUMN_NOT_FOUND' })
    await expect(create({ name: 'x' }, 'Team')).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  })
})
