import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredTemplate } from '@common/templates'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'
import { templateFiles, templateOf } from '@tests/helpers/built-in-templates'
import { canonicalTables, templateFrom } from '@tests/helpers/templates'
import { until } from '@tests/helpers/until'

const plain = { hasMany: [], manyToMany: [], belongsTo: [], v: [] }
/** A template as scripts of the original send it (wire §5). */
const wire = {
  tables: [
    {
      tn: 'author',
      columns: [{ cn: 'name', uidt: 'SingleLineText' }],
      ...plain,
      hasMany: [{ tn: 'book' }],
      v: [{ _cn: 'pages', rl: { rltn: 'book', rlcn: 'pages', type: 'hm', fn: 'sum' } }],
    },
    {
      tn: 'book',
      columns: [
        { cn: 'code', uidt: 'ID' },
        { cn: 'pages', uidt: 'Number' },
        { cn: 'state', uidt: 'SingleSelect', dtxp: "'new','old'" },
      ],
      ...plain,
      manyToMany: [{ rtn: 'tag' }],
    },
    // A belongs-to alone makes no relation.
    { tn: 'tag', columns: [], ...plain, manyToMany: [{ rtn: 'book' }], belongsTo: [{ tn: 'author' }] },
  ],
}
const template = wire as unknown as StoredTemplate
const many = templateFrom(
  JSON.stringify({
    title: 'Many',
    tables: Array.from({ length: 60 }, (_, at) => ({
      tn: `t${at}`,
      columns: [{ cn: 'name', uidt: 'SingleLineText', values: Array.from({ length: 1_000 }, (__, n) => `Row ${n}`) }],
    })),
  }),
)

let server: TestServer
let owner: TestUser
let reader: TestUser
beforeAll(async () => {
  server = await startServer({ signInAttempts: 0, signUpAttempts: 0 })
  owner = await server.signUp('owner@example.com')
  reader = await server.signUp('reader@example.com')
})
afterAll(() => server.close())

const send = (name: string, input: object, as: TestUser, projectId?: string): Promise<Answer> =>
  server.request(`/api/v1/operations/${name}${projectId === undefined ? '' : `?project=${projectId}`}`, {
    method: 'POST',
    token: as.token,
    body: input,
  })
const codeOf = ({ status, json }: Answer): [number, string] => [status, (json as { readonly code: string }).code]
const titles = async (): Promise<string[]> => (await server.operate('projectList', {}, owner)).map(({ title }) => title)

describe('a project from a template', () => {
  it('has the tables, columns and relations that scripts expect', async () => {
    const { id, prefix } = await server.call(
      'projectCreateByWebWithXCDB',
      { title: 'Library', projectType: 'rest', template } as never,
      owner,
    )
    const as = { token: owner.token, projectId: id }
    const columnsOf = async (table: string): Promise<string[]> =>
      (await server.call('columnList', { tn: `${prefix}${table}` }, as)).data.list.map(({ cn }) => cn)
    expect(await columnsOf('author')).toEqual(['id', 'name', 'created_at', 'updated_at'])
    expect(await columnsOf('book')).toEqual(['code', 'pages', 'state', 'author_id', 'created_at', 'updated_at'])
    expect(await columnsOf('tag')).toEqual(['id', 'created_at', 'updated_at'])

    const tables = await server.call(
      'xcModelsCreateFromTemplate',
      { template: { tables: [{ tn: 'more' }] } } as never,
      as,
    )
    expect(tables).toEqual({ tables: [{ tn: `${prefix}more`, _tn: 'more' }], relations: [] })
    const again = await send('templateTablesCreate', { template }, owner, id)
    expect([again.status, again.json]).toMatchObject([
      400,
      {
        code: 'TEMPLATE_TABLES_EXIST',
        msg: "Import unsuccessful : following tables 'author, book, tag' already exists",
      },
    ])
    expect(await server.operate('templateTablesCheck', { template }, as)).toEqual({
      existing: ['author', 'book', 'tag'],
    })
  })

  it('holds the sample records of a built-in one, and is the same template again', async () => {
    const [file = ''] = templateFiles
    const builtIn = templateOf(file)
    const project = await server.operate(
      'projectCreate',
      { title: 'Filled', projectType: 'rest', templateId: file.replace(/\.json$/, '') },
      owner,
    )
    const as = { token: owner.token, projectId: project.id }
    const { template: saved } = await server.operate('projectTemplateRead', { rows: true, title: 'Mine' }, as)
    expect(saved.title).toBe('Mine')
    expect(canonicalTables(saved)).toEqual(canonicalTables(builtIn))
    const { template: empty } = await server.operate('projectTemplateRead', { rows: false }, as)
    expect(JSON.stringify(empty)).not.toContain('"values"')

    const entry = { title: 'Ours', category: 'Team', tags: ['x'], description: 'Saved', rows: true }
    const made = await server.operate('projectTemplateSave', entry, as)
    expect(await server.operate('templateRead', { id: made.id }, owner)).toMatchObject({
      title: 'Ours',
      category: 'Team',
      tags: ['x'],
      origin: 'own',
      mayEdit: true,
      template: { description: 'Saved' },
    })
    await server.operate('projectTemplateSave', { ...entry, id: made.id, title: 'Renamed', rows: false }, as)
    expect((await server.operate('templateRead', { id: made.id }, owner)).title).toBe('Renamed')
  })

  it.each([
    [{ tables: [{ tn: 'a' }, { tn: 'A' }] }, 'TEMPLATE_INVALID'],
    [
      {
        tables: [
          {
            tn: 'a',
            columns: [
              { cn: 'x', uidt: 'Number' },
              { cn: 'X', uidt: 'Number' },
            ],
          },
        ],
      },
      'TEMPLATE_INVALID',
    ],
    [{ tables: [{ tn: 'a', hasMany: [{ tn: 'none' }] }] }, 'TEMPLATE_INVALID'],
    [{ tables: [{ tn: 'nc_users' }] }, 'TABLE_NAME_RESERVED'],
    [{ tables: [{ tn: 'a', columns: [{ cn: '__proto__', uidt: 'Number' }] }] }, 'COLUMN_NAME_RESERVED'],
    [{ tables: [{ tn: 'a', columns: [{ cn: 'x', uidt: 'Number', values: ['much'] }] }] }, 'TEMPLATE_VALUE_INVALID'],
    [
      { tables: [{ tn: 'a', columns: [{ cn: 'x', uidt: 'Number', rqd: true, values: [1, null] }] }] },
      'TEMPLATE_VALUE_INVALID',
    ],
    ['text', 'INPUT_INVALID'],
  ])('is not made from %j', async (given, code) => {
    const before = await titles()
    const input = { title: 'Wrong', projectType: 'rest', template: given }
    expect(codeOf(await send('projectCreate', input, owner))).toEqual([400, code])
    expect(await titles()).toEqual(before)
  })

  it('takes bad formulas, links to nowhere and values beyond the rows as they are', async () => {
    const odd = templateFrom(
      JSON.stringify({
        tables: [
          {
            tn: 'a',
            columns: [{ cn: 'x', uidt: 'Number', values: [1] }],
            manyToMany: [{ rtn: 'b', values: [[1, 99, 'x'], [1]] }],
            v: [
              { _cn: 'bad', formula: 'SUM(((' },
              { _cn: 'lost', lk: { ltn: 'none', type: 'hm', lcn: 'y' } },
            ],
          },
          { tn: 'b', columns: [{ cn: 'y', uidt: 'Email', values: ['a@example.com'] }] },
        ],
      }),
    )
    const { id } = await server.operate('projectCreate', { title: 'Odd', projectType: 'rest', template: odd }, owner)
    const { template: saved } = await server.operate('projectTemplateRead', { rows: true }, { ...owner, projectId: id })
    expect(saved.tables[0]?.v).toEqual([{ _cn: 'bad', formula: 'SUM(((' }])
    expect(saved.tables[0]?.manyToMany[0]?.values?.[0]).toEqual([1])
  })

  it('is made of the example in the documentation', async () => {
    const page = readFileSync('docs/templates.md', 'utf8')
    const [, example = ''] = /```json\n([^]*?)```/.exec(page) ?? []
    const { id } = await server.operate(
      'projectCreate',
      { title: 'Documented', projectType: 'rest', template: templateFrom(example) },
      owner,
    )
    const rows = await server.request(`/nc/${id}/api/v1/orders?sort=id`, { token: owner.token })
    expect(rows.json).toMatchObject([
      { total: 10, customers: 1, Customer: 'Ada' },
      { total: 20, customers: 1, Customer: 'Ada' },
      { total: 30, customers: 2, Customer: 'Bo' },
    ])
  })

  it('is saved without the secrets in default values and addresses of buttons', async () => {
    const button = (name: string, address: string) => ({ cn: name, uidt: 'Button', meta: { label: name, address } })
    const given = templateFrom(
      JSON.stringify({
        tables: [
          {
            tn: 'hooks',
            columns: [
              { cn: 'header', uidt: 'SingleLineText', cdf: 'Bearer 4f9c2a7781d0' },
              { cn: 'place', uidt: 'SingleLineText', cdf: 'office@example.com' },
              button('run', 'https://hooks.example.com/run?token=4f9c2a7781d0'),
              button('open', 'https://example.com/{place}?user_id={place}'),
            ],
          },
        ],
      }),
    )
    const { id } = await server.operate('projectCreate', { title: 'H', projectType: 'rest', template: given }, owner)
    const { template: saved } = await server.operate('projectTemplateRead', { rows: true }, { ...owner, projectId: id })
    const [header, place, run, open] = saved.tables[0]?.columns ?? []
    expect([header?.cdf, place?.cdf]).toEqual([undefined, 'office@example.com'])
    expect([run?.meta, open?.meta]).toEqual([
      { label: 'run' },
      { label: 'open', address: 'https://example.com/{place}?user_id={place}' },
    ])
    expect(JSON.stringify(saved)).not.toContain('4f9c2a7781d0')
  })

  it('needs the right to create projects, and to change the schema', async () => {
    const input = { title: 'Denied', projectType: 'rest', template }
    expect(codeOf(await send('projectCreate', input, reader))).toEqual([403, 'NOT_ALLOWED'])
    const { id } = await server.operate('projectCreate', { title: 'Closed', projectType: 'rest' }, owner)
    expect((await send('templateTablesCreate', { template }, reader, id)).status).toBe(404)
    expect((await send('projectTemplateRead', { rows: true }, reader, id)).status).toBe(404)
  })
})

describe('the creation of many tables', () => {
  const run = 'ab'.repeat(16)

  it('can be followed and cancelled, and leaves nothing behind', { timeout: 60_000 }, async () => {
    const before = await titles()
    const input = { title: 'Many', projectType: 'rest', template: many, run }
    const answer = send('projectCreate', input, owner)
    await until(async () => {
      const { phase, rows } = await server.operate('templateRunRead', { run }, owner)
      return phase === 'rows' && rows.done > 1_000
    })
    expect(await server.operate('templateRunRead', { run }, reader)).toMatchObject({ phase: 'unknown' })
    expect(await server.operate('templateRunRead', { run }, owner)).toMatchObject({
      tables: { all: 60 },
      rows: { all: 60_000 },
      table: expect.stringMatching(/^t\d+$/) as string,
    })
    expect(await server.operate('templateRunCancel', { run }, reader)).toEqual({ cancelled: false })
    expect(await server.operate('templateRunCancel', { run }, owner)).toEqual({ cancelled: true })
    expect(codeOf(await answer)).toEqual([499, 'REQUEST_CANCELLED'])
    expect((await server.operate('templateRunRead', { run }, owner)).phase).toBe('cancelled')
    expect(await titles()).toEqual(before)
    expect(codeOf(await send('projectCreate', input, owner))).toEqual([409, 'TEMPLATE_RUN_TAKEN'])
  })
})
