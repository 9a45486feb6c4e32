import { afterAll, beforeAll, expect, it } from 'vitest'
import { tableFromWire, wireTableMeta } from '@tests/helpers/wire'
import type { Table } from '@common/model'
import { beyondSqlite, createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { importAsNew, type Importing } from '@tests/helpers/imports'
import { startServer, type TestServer } from '@tests/helpers/server'
import { columnValues, holdsNumber } from './column-values'

/** Maximum length of a sheet's cell; longer text is cut there, as in Excel. */
const cellSigns = 32_767

const types = columnValues
  .map(({ values, ...type }) => ({
    ...type,
    values: values.filter(([value]) => !(typeof value === 'string' && value.length > cellSigns) && value !== ''),
  }))
  .filter(({ type }) => type !== 'Attachment' && type !== 'ID')
const columns = [
  ...types.map(({ type, options = {} }) => ({ cn: type, _cn: type, uidt: type, meta: { ...options } })),
  { cn: 'Ticked', _cn: 'Ticked', uidt: 'Checkbox' },
  { cn: 'Files', _cn: 'Files', uidt: 'Attachment' },
  { cn: 'Made', _cn: 'Made', uidt: 'CreateTime' },
  { cn: 'Changed', _cn: 'Changed', uidt: 'LastModifiedTime' },
]
const further: Readonly<Record<string, readonly unknown[]>> = {
  Ticked: [true, false, null],
  Files: ['[{"title":"a.png","url":"https://example.com/a.png"}]'],
}

/** A table with values of every kind in a column of every type, as a workbook, and a table again. */
await describeEngines('a table exported to Excel and imported again', (engine) => {
  let opened: OpenedEngine
  let server: TestServer
  let as: Importing
  beforeAll(async () => {
    server = await startServer()
    const owner = await server.signUp()
    const { token } = owner
    opened = await engine.open()
    as = { token, projectId: await createEngineProject(server, owner, engine, opened) }
    await server.call('tableCreate', { tn: 'Every', columns }, as)
    const valuesOf = (name: string): readonly unknown[] =>
      further[name] ??
      types
        .find(({ type }) => type === name)
        ?.values.flatMap(([value]) => (holdsNumber(engine, value) ? [value] : [])) ??
      []
    const rows = Array.from({ length: Math.max(...columns.map(({ cn }) => valuesOf(cn).length)) }, (_, at) =>
      Object.fromEntries(
        columns.filter(({ cn }) => valuesOf(cn).length > 0).map(({ cn }) => [cn, valuesOf(cn)[at] ?? null]),
      ),
    )
    const answer = await server.request(`/nc/${as.projectId}/api/v1/Every/bulk`, { method: 'POST', token, body: rows })
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.any(String)])
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  const tableOf = async (tn: string): Promise<Table> => {
    const found = await server.call('tableXcModelGet', { tn }, as)
    return tableFromWire(wireTableMeta.parse(JSON.parse(found?.meta ?? 'null')))
  }
  const rowsOf = async (tn: string): Promise<Record<string, unknown>[]> => {
    const path = `/nc/${as.projectId}/api/v1/${encodeURIComponent(tn)}?limit=1000&sort=id`
    return (await server.request(path, { token: as.token })).json as Record<string, unknown>[]
  }

  const expectTheSameBack = async (name: string, shown: boolean): Promise<void> => {
    const answer = await fetch(`${server.origin}/nc/${as.projectId}/api/v1/Every`, {
      method: 'POST',
      headers: { 'xc-auth': as.token, 'x-http-method-override': 'GET', 'content-type': 'application/json' },
      body: JSON.stringify({
        format: 'xlsx',
        columns: [...columns.map(({ cn }) => cn), 'id'],
        ...(shown ? { shown, locale: 'de-DE', timeZone: 'Europe/Berlin' } : {}),
      }),
    })
    expect(answer.status).toBe(200)
    const content = Buffer.from(await answer.arrayBuffer())
    const status = await importAsNew(server, { name: 'Every.xlsx', content }, as, `Back ${name}`)
    const { list } = await server.call('importFailures', { id: status.id }, as)
    expect([status.state, status.error, list]).toEqual(['done', null, []])
    const [before, after] = [await tableOf('Every'), await tableOf(`Back ${name}`)]
    const described = (table: Table) =>
      table.columns.map(({ title, uiType, options, primaryKey }) => ({ title, uiType, options, primaryKey }))
    expect(described(after)).toEqual(described(before))
    const [was, is] = [await rowsOf('Every'), await rowsOf(`Back ${name}`)]
    expect(is).toHaveLength(was.length)
    for (const { title } of before.columns)
      expect([title, is.map((row) => row[title])]).toEqual([title, was.map((row) => row[title])])
  }

  it('is the same table, as stored', () => expectTheSameBack('as stored', false))
  it('is the same table, as shown', { tags: beyondSqlite(engine) }, () => expectTheSameBack('as shown', true))
})
