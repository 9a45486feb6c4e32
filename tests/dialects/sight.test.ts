import { AppError } from '@common/errors'
import type { Table } from '@common/model'
import { formVisitorPrincipal, sharedViewPrincipal, type Principal, type SharedView } from '@common/principal'
import { parseWhere } from '@common/query/where'
import { createDataApi, type DataApi } from '@main/dataapi'
import { createGraphqlHandler, type GraphqlHandler } from '@main/dataapi/graphql'
import { authorize } from '@main/features/auth'
import { readSchema, Snapshot } from '@main/features/tables/catalog/snapshot'
import type { StoredVirtualColumn, VirtualDefinition } from '@main/features/tables/virtual-columns/virtual-columns'
import { contextOf, inRole } from '@tests/helpers/context'
import { describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { portsOf } from '@tests/helpers/ports'
import { afterAll, beforeAll, expect, it } from 'vitest'

/*
 * A shared view shows some columns and rows of one table, on every kind of database. tests/http/sight.test.ts has more
 * cases, on SQLite.
 */

const tables = ['team', 'person', 'note', 'tag', 'person_tag']
const schema = [
  'CREATE TABLE team (id INTEGER PRIMARY KEY, name VARCHAR(100), budget INTEGER)',
  `CREATE TABLE person (id INTEGER PRIMARY KEY, name VARCHAR(100), salary INTEGER, shown INTEGER, team INTEGER,
    FOREIGN KEY (team) REFERENCES team (id))`,
  `CREATE TABLE note (id INTEGER PRIMARY KEY, title VARCHAR(100), body VARCHAR(100), person INTEGER,
    FOREIGN KEY (person) REFERENCES person (id))`,
  'CREATE TABLE tag (id INTEGER PRIMARY KEY, word VARCHAR(100), secret VARCHAR(100))',
  `CREATE TABLE person_tag (person INTEGER, tag INTEGER, PRIMARY KEY (person, tag),
    FOREIGN KEY (person) REFERENCES person (id), FOREIGN KEY (tag) REFERENCES tag (id))`,
  "INSERT INTO team VALUES (1, 'Red', 900), (2, 'Blue', 800), (3, 'Empty', 700)",
  "INSERT INTO person VALUES (1, 'Ada', 100, 1, 1), (2, 'Bob', 200, 1, 2), (3, 'Secret', 300, 0, 2)",
  "INSERT INTO note VALUES (1, 'First', 'hidden text', 1), (2, 'Second', 'hidden too', 3)",
  "INSERT INTO tag VALUES (1, 'old', 'hidden'), (2, 'new', 'hidden')",
  'INSERT INTO person_tag VALUES (1, 1), (1, 2), (3, 2)',
]

interface Answer {
  readonly status: number
  readonly code?: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

await describeEngines('rows and columns of a shared view', (engine) => {
  let opened: OpenedEngine
  let api: DataApi
  let graphql: GraphqlHandler
  let links: Readonly<Record<'team' | 'notes' | 'tags', string>>

  beforeAll(async () => {
    opened = await engine.open()
    const { database } = opened
    await database.changeSchema(schema.map((sql) => ({ sql, params: [] })))
    const chosen = {
      tables: new Map(),
      columns: new Map(),
      relations: [],
      queries: new Map(),
      virtualColumns: new Map(),
    }
    const read = await readSchema(database, 1)
    const plain = new Snapshot(database, read, chosen, '', { prefix: '' })
    const table = await plain.table(plain.summaryNamed('person') as never)
    const linkTo = (related: string): string => {
      const found = table?.virtualColumns.find((each) => each.kind === 'link' && each.link.relatedTable === related)
      return found?.id ?? ''
    }
    links = { team: linkTo('team'), notes: linkTo('note'), tags: linkTo('tag') }
    const column = (id: string, title: string, definition: VirtualDefinition): StoredVirtualColumn => ({
      table: 'person',
      id,
      title,
      position: 1,
      definition,
    })
    const computed = [
      column('l1', 'Budget', { kind: 'lookup', linkId: links.team, column: 'budget' }),
      column('f1', 'Yearly', { kind: 'formula', formula: '{salary} * 12' }),
      column('f2', 'Richer', { kind: 'formula', formula: '{l1} + {salary}' }),
      column('r1', 'Notes', { kind: 'count', linkId: links.notes }),
      column('r2', 'Highest tag', { kind: 'rollup', linkId: links.tags, column: 'id', function: 'max' }),
    ]
    const snapshot = new Snapshot(
      database,
      read,
      { ...chosen, queries: new Map(), virtualColumns: new Map([['person', computed]]) },
      '',
      {
        prefix: '',
      },
    )
    const named = async (name: string): Promise<Table | undefined> => {
      const summary = snapshot.summaryNamed(name)
      return summary && snapshot.table(summary)
    }
    const ports = { ...portsOf(database, named, () => tables), authorize }
    api = createDataApi(ports)
    const project = async (id: string) => ({ id, title: 'p', type: 'graphql' as const })
    graphql = createGraphqlHandler(
      { ...ports, project },
      api,
      () => () => undefined,
      () => undefined,
    )
  })
  afterAll(() => opened.drop())

  const shareOf = (own: Partial<SharedView> = {}): SharedView =>
    sharedViewPrincipal({
      projectId: 'p',
      shareId: 's',
      title: 'S',
      table: 'person',
      columns: new Set(['id', 'name', 'f1', 'f2', links.team]),
      filter: parseWhere('(shown,eq,1)'),
      download: true,
      ...own,
    })

  async function ask(by: Principal, path: string, method = 'GET', body?: unknown, ifNoneMatch?: string) {
    const [place = '', query = ''] = path.split('?')
    const asked = { method, projectId: 'p', segments: place.split('/'), query: new URLSearchParams(query), body }
    try {
      const answer = await api.handle({ ...asked, ifNoneMatch, context: contextOf(by) })
      const { status, headers, stream } = answer
      let text = typeof answer.body === 'string' ? answer.body : new TextDecoder().decode(answer.body)
      if (stream) for await (const chunk of stream) text += new TextDecoder().decode(chunk)
      return { status, text, headers } satisfies Answer as Answer
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.status >= 500) throw new Error(`${error.code} for ${path}`, { cause: error.cause ?? error })
      return { status: error.status, code: error.code, text: JSON.stringify(error.details), headers: {} } as Answer
    }
  }
  const json = async (by: Principal, path: string): Promise<unknown> => {
    const { text, code } = await ask(by, path)
    expect(code).toBeUndefined()
    return text === '' ? undefined : JSON.parse(text)
  }

  it('are listed, with columns computed from hidden ones', async () => {
    expect(await json(shareOf(), 'person')).toEqual([
      { id: 1, name: 'Ada', Yearly: 1200, Richer: 1000, teamRead: { id: 1, name: 'Red' } },
      { id: 2, name: 'Bob', Yearly: 2400, Richer: 1000, teamRead: { id: 2, name: 'Blue' } },
    ])
  })

  it.each<[string, unknown]>([
    ['person/count', { count: 2 }],
    ['person/3', {}],
    ['person/3/exists', false],
    ['person/1/exists', true],
    ['person/findOne?where=(id,eq,3)', undefined],
    ['person?where=(id,eq,3)', []],
    ['person?where=(name,like,Sec%25)', []],
    ['person?where=(Richer,gt,1050)', []],
    ['person?where=~not(name,eq,Ada)&fields=id&bt=', [{ id: 2 }]],
    ['person?search=Secret', []],
    ['person?search=300', []],
    ['person?sort=-Richer,-id&fields=id&bt=', [{ id: 2 }, { id: 1 }]],
    ['person?offset=2', []],
    ['person?find=secret&findIn=name', { rows: 0, cells: 0, hits: [] }],
    ['person/groupby/Richer', [{ Richer: 1000, count: 2 }]],
    ['person/distinct?column_name=Richer', [{ Richer: 1000 }]],
    ['person/distinct?column_name=name&sort=name', [{ name: 'Ada' }, { name: 'Bob' }]],
    ['person/3/team', []],
    ['person/1/team', [{ id: 1, name: 'Red' }]],
  ])('answer %s', async (path, expected) => {
    // The owner warms every cache first.
    await ask(inRole('owner'), path)
    for (let time = 0; time < 3; time++) expect(await json(shareOf(), path)).toEqual(expected)
  })

  it.each([
    'person?fields=salary',
    'person?where=(salary,gt,250)',
    'person?sort=-salary',
    'person/groupby/salary',
    'person/aggregate?column_name=salary&func=max',
    'person/distribute?column_name=salary',
    'person?where=(shown,eq,0)',
    'person?where=(Budget,eq,800)',
    'person?sort=Notes',
    'person?where=(Highest tag,eq,2)',
    'person?find=3&findIn=salary',
    'person?bt=team&bfields1=budget',
    'person?bt=team&bwhere1=(budget,gt,1)',
    'person?bt=team&bsort1=budget',
    'person/1/note',
    'person/1/tag',
    'note',
    'tag',
    'person_tag',
  ])('say nothing to %s', async (path) => {
    await ask(inRole('owner'), path)
    const { status, text } = await ask(shareOf(), path)
    expect([400, 404], text).toContain(status)
    expect(text).not.toMatch(/Secret|300|900|800|hidden/)
  })

  it.each([
    ['a hidden formula', '(Richer,gt,1050)', [3]],
    ['a hidden lookup', '(Budget,eq,800)', [2, 3]],
    ['a hidden count', '(Notes,gt,0)', [1, 3]],
    ['a hidden rollup', '(Highest tag,eq,2)', [1, 3]],
    ['several hidden columns', '(salary,gt,150)~and~not(shown,eq,1)', [3]],
  ])('follow a filter over %s', async (_what, where, ids) => {
    const share = shareOf({ columns: new Set(['id', 'name', links.notes, links.tags]), filter: parseWhere(where) })
    const rows = (await json(share, 'person?sort=id&fields=id&hm=&mm=')) as { id: number }[]
    expect(rows.map(({ id }) => id)).toEqual(ids)
    expect(await json(share, 'person/count')).toEqual({ count: ids.length })
    expect(await json(share, 'person/count?where=(id,gt,1)')).toEqual({ count: ids.filter((id) => id > 1).length })
    for (const id of [1, 2, 3]) expect(await json(share, `person/${id}/exists`)).toBe(ids.includes(id))
  })

  it('show nested records without their hidden columns', async () => {
    const share = shareOf({ columns: new Set(['id', links.notes, links.tags]) })
    const text = (await ask(share, 'person?fields=id&hm=note&mm=tag&sort=id')).text
    expect(JSON.parse(text)).toMatchObject([
      { id: 1, noteList: [{ id: 1, title: 'First' }], tagMMList: [{ id: 1 }, { id: 2 }] },
      { id: 2, noteList: [], tagMMList: [] },
    ])
    expect(text).not.toMatch(/hidden|Second/)
  })

  it('lead from page to page by cursor', async () => {
    const first = await ask(shareOf(), 'person?after=&limit=1&fields=id,name')
    const next = encodeURIComponent(first.headers['xc-next-cursor'] ?? '')
    expect((await ask(shareOf(), `person?limit=1&fields=id,name&after=${next}`)).text).toContain('Bob')
    const owner = await ask(inRole('owner'), 'person?after=&limit=1')
    const foreign = encodeURIComponent(owner.headers['xc-next-cursor'] ?? '')
    expect((await ask(shareOf(), `person?limit=1&after=${foreign}`)).status).toBe(400)
  })

  it.each(['csv', 'json', 'ndjson', 'xlsx'])('are exported as %s', async (format) => {
    const { text } = await ask(shareOf(), `person?format=${format}`)
    expect(text.length).toBeGreaterThan(20)
    expect(text).not.toMatch(/Secret|salary|budget|hidden/)
  })

  it.each([
    ['POST', 'person', { name: 'x' }],
    ['POST', 'person/bulk', [{ name: 'x' }]],
    ['POST', 'person?upsert=true', { id: 1, name: 'x' }],
    ['PUT', 'person/1', { name: 'x' }],
    ['PUT', 'person/3', { name: 'x' }],
    ['PUT', 'person/bulk', [{ id: 3, name: 'x' }]],
    ['PUT', 'person/bulk/all?where=(id,gt,0)', { name: 'x' }],
    ['DELETE', 'person/3', undefined],
    ['DELETE', 'person/bulk', [{ id: 3 }]],
    ['DELETE', 'person/bulk/all?where=(id,gt,0)', undefined],
    ['PUT', 'person/1/team/2/link', undefined],
    ['POST', 'person/1/team', { name: 'x' }],
  ] as const)('stay as they are after %s %s', async (method, path, body) => {
    const before = await json(inRole('owner'), 'person?sort=id')
    expect([403, 404, 405]).toContain((await ask(shareOf(), path, method, body)).status)
    expect(await json(inRole('owner'), 'person?sort=id')).toEqual(before)
  })

  it('answer GraphQL alike', async () => {
    const query = async (text: string): Promise<string> => {
      const context = contextOf(shareOf())
      const mays = { mayWrite: true, mayLook: false, mayStream: true }
      const recheck = async () => context
      const answer = await graphql({ projectId: 'p', context, request: { query: text }, ...mays, recheck })
      return 'stream' in answer ? 'stream' : Buffer.from(answer.body as Uint8Array).toString()
    }
    expect(JSON.parse(await query('{ personList(sort: "-id") { id Yearly Richer } personCount }'))).toEqual({
      data: {
        personList: [
          { id: 2, Yearly: 2400, Richer: 1000 },
          { id: 1, Yearly: 1200, Richer: 1000 },
        ],
        personCount: 2,
      },
    })
    for (const text of ['{ personList { salary } }', '{ noteList { body } }', '{ personList { noteList { body } } }'])
      expect(await query(text)).toMatch(/"errors"/)
  })

  it('have responses and ETags of their own, also after the owner read the same', async () => {
    const owner = inRole('owner')
    for (let time = 0; time < 4; time++) {
      expect((await json(owner, 'person')) as unknown[]).toHaveLength(3)
      expect((await json(shareOf(), 'person')) as unknown[]).toHaveLength(2)
      expect(await json(owner, 'person/count')).toEqual({ count: 3 })
      expect(await json(shareOf({ filter: undefined }), 'person/count')).toEqual({ count: 3 })
    }
    const { etag } = (await ask(owner, 'person')).headers
    expect((await ask(shareOf(), 'person', 'GET', undefined, etag)).status).toBe(200)
  })

  it('are not read by a visitor of a form', async () => {
    const form = formVisitorPrincipal({
      projectId: 'p',
      shareId: 's',
      title: 'S',
      table: 'person',
      columns: new Set(['name']),
    })
    for (const path of ['person', 'person/1', 'person/count', 'team', 'person/1/team', 'person?find=a'])
      expect([403, 404]).toContain((await ask(form, path)).status)
  })
})
