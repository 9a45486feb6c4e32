import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Table } from '@common/model'
import { conditionJson } from '@common/query/condition-json'
import { templateLimits, type StoredTable, type StoredTemplate } from '@common/templates'
import { conditionsOf, conditionState, engineFilter, type FilterReader } from '@common/views'
import { rowsOf, templateFiles, templateOf, templateValue } from '@tests/helpers/built-in-templates'
import { beyondSqlite, createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'
import { canonicalTables, templateFrom } from '@tests/helpers/templates'

/** Numbers to nine digits; lists of lookups as lists in one order. */
function plain(value: unknown): unknown {
  if (typeof value === 'string' && value.startsWith('[')) return plain(JSON.parse(value))
  if (Array.isArray(value))
    return value.map((one) => String(plain(one))).toSorted((one, other) => (one < other ? -1 : 1))
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'string') return value.replace('T', ' ').replace(/(?:\.0+)?(?:Z|\+00:00)$/, '')
  return typeof value === 'number' ? Number(value.toPrecision(9)) : value
}

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

  /** Changes the database as another program does. */
  const define = async (...statements: readonly string[]): Promise<void> => {
    await opened.database.transact(statements.map((sql) => ({ sql, params: [] })))
    await server.operate('schemaReload', {}, as)
  }

  it.each(templateFiles)(
    '%s shows the values and the views of its file, and is the same template again',
    { tags: beyondSqlite(engine), timeout: 120_000 },
    async (file) => {
      const template = templateOf(file)
      await server.operate('templateTablesCreate', { templateId: file.replace(/\.json$/, '') }, as)
      const read = async (table: string): Promise<Table> => {
        const found = await server.operate('tableRead', { table }, as)
        if (found === null) throw new Error(`There is no table ${table}.`)
        return found
      }
      const models = new Map<string, Table>()
      for (const { tn } of template.tables) models.set(tn, await read(tn))
      const byName = new Map([...models.values()].map((model) => [model.name, model]))
      const reader: FilterReader = {
        now: new Date('2026-11-28T12:00:00Z'),
        timeZone: 'UTC',
        locale: 'en',
        email: '',
        tables: (name) => byName.get(name),
      }
      for (const table of template.tables) {
        const model = models.get(table.tn)
        if (model === undefined) throw new Error(`There is no table ${table.tn}.`)
        const rowsAt = async (query: string): Promise<Record<string, unknown>[]> => {
          const path = `/nc/${as.projectId}/api/v1/${encodeURIComponent(model.title)}?limit=1000&${query}`
          const { status, json, text } = await server.request(path, { token: as.token })
          expect([status, status === 200 ? '' : text]).toEqual([200, ''])
          return json as Record<string, unknown>[]
        }
        expect(model.virtualColumns.filter(({ problem }) => problem !== undefined)).toEqual([])
        expect(computed(await rowsAt('sort=id'), table)).toEqual(expectedOf(template, table))

        const views = await server.operate('viewList', { table: table.tn }, as)
        expect(views.map(({ title, kind }) => ({ title, kind }))).toEqual(
          table.views?.map(({ title, kind }) => ({ title, kind })),
        )
        for (const { title, settings } of views) {
          const { filter } = settings
          if (filter === undefined) continue
          const states = conditionsOf(filter).map((condition) => conditionState(condition, model, reader))
          expect([title, ...new Set(states)]).toEqual([title, 'counts'])
          const asked = engineFilter(filter, model, reader)
          const graph = asked && encodeURIComponent(JSON.stringify(conditionJson(asked)))
          const shown = await rowsAt(`conditionGraph=${graph}`)
          expect([title, shown.length > 0 && shown.length < rowsOf(table)]).toEqual([title, true])
        }
      }
      const { template: saved } = await server.operate('projectTemplateRead', { rows: true }, as)
      expect(canonicalTables(saved)).toEqual(canonicalTables(template))
    },
  )

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

  it('keep the pairs of a table that Basalt did not create', { timeout: 120_000 }, async () => {
    await define(
      'CREATE TABLE lists (k INTEGER PRIMARY KEY, title VARCHAR(40))',
      'CREATE TABLE songs (k INTEGER PRIMARY KEY, title VARCHAR(40))',
      `CREATE TABLE pairs (list_k INTEGER NOT NULL, song_k INTEGER NOT NULL, PRIMARY KEY (list_k, song_k),
        FOREIGN KEY (list_k) REFERENCES lists (k), FOREIGN KEY (song_k) REFERENCES songs (k))`,
      "INSERT INTO lists VALUES (10, 'Slow'), (20, 'Loud')",
      "INSERT INTO songs VALUES (7, 'One'), (8, 'Two')",
      'INSERT INTO pairs VALUES (20, 7), (20, 8), (10, 8)',
    )
    const { template } = await server.operate('projectTemplateRead', { rows: true }, as)
    expect(template.tables.map(({ tn }) => tn)).toEqual(['lists', 'songs'])
    expect(template.tables[0]?.manyToMany.map(({ rtn, values }) => [rtn, values])).toEqual([['songs', [[2], [1, 2]]]])
    expect(template.tables.flatMap(({ hasMany, belongsTo }) => [...hasMany, ...belongsTo])).toEqual([])
  })

  it('are not made of too many tables', { tags: beyondSqlite(engine), timeout: 120_000 }, async () => {
    const names = Array.from({ length: templateLimits.tables + 1 }, (_, at) => `t${at}`)
    await define(...names.map((name) => `CREATE TABLE ${name} (k INTEGER PRIMARY KEY)`))
    await expect(server.operate('projectTemplateRead', { rows: false }, as)).rejects.toThrow('TEMPLATE_TOO_LARGE')
    await define(`DROP TABLE ${names[0]}`)
    const { template } = await server.operate('projectTemplateRead', { rows: false }, as)
    expect(template.tables).toHaveLength(templateLimits.tables)
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

const titlesOf = ({ v }: StoredTable): string[] => v.map(({ _cn }) => _cn)

const computed = (rows: readonly Record<string, unknown>[], table: StoredTable): unknown[] =>
  rows.map((row) => Object.fromEntries(titlesOf(table).map((title) => [title, plain(row[title])])))

const expectedOf = (template: StoredTemplate, table: StoredTable): unknown[] =>
  Array.from({ length: rowsOf(table) }, (_, row) =>
    Object.fromEntries(titlesOf(table).map((title) => [title, plain(templateValue(template, table, title, row))])),
  )
