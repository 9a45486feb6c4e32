import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderStep, orderUnplaced } from '@common/views'
import { tableFromWire, wireTableMeta } from '@tests/helpers/wire'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type Answer, type TestServer } from '@tests/helpers/server'

/** A column stores the manual order of rows, on every kind of database. */
await describeEngines('an order of rows by hand', (engine) => {
  let server: TestServer
  let opened: OpenedEngine
  let as: { token: string; projectId: string }

  const request = (method: string, path: string, body?: unknown): Promise<Answer> =>
    server.request(`/nc/${as.projectId}/api/v1/${path}`, { method, token: as.token, body })
  const names = async (path: string) =>
    ((await request('GET', path)).json as { name: string }[]).map(({ name }) => name)

  beforeAll(async () => {
    opened = await engine.open()
    server = await startServer()
    const owner = await server.signUp()
    as = { token: owner.token, projectId: await createEngineProject(server, owner, engine, opened) }
    const columns = [{ cn: 'name', uidt: 'SingleLineText', pv: true } as const]
    await server.call('tableCreate', { tn: 'Step', columns }, as)
    await request('POST', 'Step/bulk', [{ name: 'a' }, { name: 'b' }, { name: 'c' }])
    await server.call(
      'tableCreate',
      {
        tn: 'Coded',
        columns: [
          { cn: 'code', uidt: 'SingleLineText', pk: true, rqd: true },
          { cn: 'part', uidt: 'Number', pk: true, rqd: true },
          { cn: 'name', uidt: 'SingleLineText' },
        ],
      },
      as,
    )
    await request('POST', 'Coded/bulk', [
      { code: 'y', part: 1, name: 'third' },
      { code: 'x', part: 2, name: 'second' },
      { code: 'x', part: 1, name: 'first' },
    ])
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  it('numbers the rows by their key, and puts new ones at the end', async () => {
    const made = await server.call('rowOrderCreate', { tn: 'Step', title: 'Order' }, as)
    expect(made).toEqual({ id: 'nc_order', title: 'Order' })
    const before = (await request('GET', 'Step?sort=id&fields=name,Order')).json as Record<string, unknown>[]
    expect(before.map(({ Order }) => Number(Order))).toEqual([orderStep, 2 * orderStep, 3 * orderStep])
    await request('PUT', 'Step/3', { Order: orderStep / 2 })
    await request('POST', 'Step', { name: 'd' })
    await request('POST', 'Step/bulk', [{ name: 'e' }, { name: 'f' }])
    expect(await names('Step?sort=Order&fields=name')).toEqual(['c', 'a', 'b', 'd', 'e', 'f'])
    const [last] = (await request('GET', 'Step?sort=-id&fields=Order&limit=1')).json as Record<string, unknown>[]
    expect(Number(last?.['Order'])).toBe(orderUnplaced)
  })

  it('serves one more view with a column of its own', async () => {
    const made = await server.call('rowOrderCreate', { tn: 'Step', title: 'Order' }, as)
    expect(made).toEqual({ id: 'nc_order_2', title: 'Order 2' })
  })

  it('numbers rows with a key of several columns', async () => {
    await server.call('rowOrderCreate', { tn: 'Coded', title: 'Order' }, as)
    expect(await names('Coded?sort=-Order&fields=name')).toEqual(['third', 'second', 'first'])
  })

  it('is hidden in the views that there are', async () => {
    await server.call('xcVirtualTableCreate', { parent_model_title: 'Step', title: 'By hand', show_as: 'grid' }, as)
    await server.call('rowOrderCreate', { tn: 'Step', title: 'Order of By hand' }, as)
    const found = await server.call('tableXcModelGet', { tn: 'Step' }, as)
    const table = tableFromWire(wireTableMeta.parse(JSON.parse(found?.meta ?? 'null')))
    expect(table.columns.map(({ name }) => name)).toContain('nc_order_3')
    const views = await server.call('xcVirtualTableList', { tn: 'Step', meta: false }, as)
    expect(JSON.stringify(views)).toMatch(/hidden[\\":]+\[[\\"]+nc_order_3/)
  })
})
