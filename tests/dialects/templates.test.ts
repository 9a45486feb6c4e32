import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'
import { builtInTemplates, canonicalTables, templateFrom } from '@tests/helpers/templates'

const templates = builtInTemplates()

/** Two relations between the same tables, a table that refers to itself, and rows linked from the parent. */
const tangled = templateFrom(
  JSON.stringify({
    title: 'Tangled',
    tables: [
      {
        tn: 'people',
        columns: [
          { cn: 'code', uidt: 'ID' },
          { cn: 'name', uidt: 'SingleLineText', values: ['Ada', 'Bo', 'Cy'] },
          { cn: 'tags', uidt: 'MultiSelect', dtxp: "'a','it''s b'", values: ['a', "a,it's b", null] },
        ],
        hasMany: [
          { tn: 'tasks', _cn: 'Written' },
          { tn: 'tasks', _cn: 'Assigned', values: [[3], [1, 2]] },
          { tn: 'people', _cn: 'Team' },
        ],
        belongsTo: [{ tn: 'people', _cn: 'Lead', values: [null, 1, 1] }],
        manyToMany: [
          { rtn: 'people', _cn: 'Likes', values: [[2, 3], [], [1]] },
          { rtn: 'people', _cn: 'Liked by' },
        ],
        v: [
          { _cn: 'Open', count: { tn: 'tasks', type: 'hm', via: 'Assigned' } },
          { _cn: 'Hours', rl: { rltn: 'tasks', type: 'hm', via: 'Written', rlcn: 'Double', fn: 'sum' } },
        ],
      },
      {
        tn: 'tasks',
        columns: [
          { cn: 'hours', uidt: 'Decimal', values: [1.5, 2, 3.25] },
          { cn: 'done', uidt: 'Checkbox', values: [true, false, null] },
          { cn: 'facts', uidt: 'JSON', values: [{ a: [1] }, null, null] },
          { cn: 'due', uidt: 'DateTime', values: ['2026-03-04 05:06:07'] },
        ],
        belongsTo: [
          { tn: 'people', _cn: 'Author', values: [1, 1, 2] },
          { tn: 'people', _cn: 'Owner' },
        ],
        v: [
          { _cn: 'Double', formula: '{hours} * 2' },
          { _cn: 'Owner name', lk: { ltn: 'people', type: 'bt', via: 'Owner', lcn: 'name' } },
        ],
        views: [{ title: 'By owner', kind: 'grid', settings: { groups: [{ column: 'Owner', descending: false }] } }],
      },
    ],
  }),
)

await describeEngines('templates', (engine) => {
  let server: TestServer
  let owner: TestUser
  let opened: OpenedEngine
  let as: { readonly token: string; readonly projectId: string }
  beforeAll(async () => {
    server = await startServer({ signInAttempts: 0 })
    owner = await server.signUp()
  })
  beforeEach(async () => {
    opened = await engine.open()
    as = { token: owner.token, projectId: await createEngineProject(server, owner, engine, opened) }
  })
  afterEach(async () => {
    // Twenty open projects would need more connections than a database server has.
    await server.call('projectDelete', {}, as)
    await opened.drop()
  })
  afterAll(() => server.close())

  it.each(templates)('%s makes tables that are the same template again', { timeout: 120_000 }, async (id, template) => {
    const made = await server.operate('templateTablesCreate', { templateId: id }, as)
    expect(made.tables.map(({ title }) => title)).toEqual(template.tables.map(({ tn, _tn }) => _tn ?? tn))
    const { template: saved } = await server.operate('projectTemplateRead', { rows: true }, as)
    expect(canonicalTables(saved)).toEqual(canonicalTables(template))
  })

  it('relations of any kind are the same again', { timeout: 120_000 }, async () => {
    await server.operate('templateTablesCreate', { template: tangled }, as)
    const { template: saved } = await server.operate('projectTemplateRead', { rows: true }, as)
    const [people, tasks] = canonicalTables(saved) as Record<string, unknown>[]
    // The rows that the parent named are those of the reference.
    const expected = structuredClone(tangled)
    if (expected.tables[1]?.belongsTo[1]) expected.tables[1].belongsTo[1].values = [2, 2, 1]
    expect([people, tasks]).toEqual(canonicalTables(expected))
    const { list } = await server.call('tableList', {}, as).then(({ data }) => data)
    expect(list.map(({ _tn: title }) => title)).toEqual(['people', 'tasks'])
    await expect(server.operate('templateTablesCreate', { template: tangled }, as)).rejects.toThrow(
      "Import unsuccessful : following tables 'people, tasks' already exists",
    )
  })

  it('leave nothing behind after a value that does not fit', { timeout: 120_000 }, async () => {
    const wrong = structuredClone(tangled)
    wrong.tables[1]?.columns[0]?.values?.push('many')
    await expect(server.operate('templateTablesCreate', { template: wrong }, as)).rejects.toThrow(
      'TEMPLATE_VALUE_INVALID',
    )
    // The database refuses this one itself, after the first table.
    const twice = structuredClone(tangled)
    const hours = twice.tables[1]?.columns[0]
    if (hours) Object.assign(hours, { un: true, values: [1, 1, 2] })
    await expect(server.operate('templateTablesCreate', { template: twice }, as)).rejects.toThrow()
    expect(await opened.database.dialect.introspect.listTables(opened.database)).toEqual([])
  })
})
