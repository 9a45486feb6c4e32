import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ColumnOptions } from '@common/model'
import { tableFromWire, wireTableMeta } from '@tests/helpers/wire'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

let server: TestServer
let owner: TestUser
let project: string

beforeAll(async () => {
  server = await startServer()
  owner = await server.signUp()
  ;({ id: project } = await server.call('projectCreateByWebWithXCDB', { title: 'Choices' }, { token: owner.token }))
})
afterAll(() => server.close())

const post = (name: string, args: unknown): Promise<Answer> =>
  server.request(`/dashboard/?q=sqlOp_${name}`, {
    method: 'POST',
    token: owner.token,
    body: { api: name, project_id: project, env: '_noco', dbAlias: 'db', args },
  })
const columnsOf = async (tn: string) => {
  const answer = await server.call('tableXcModelGet', { tn }, { token: owner.token, projectId: project })
  return tableFromWire(wireTableMeta.parse(JSON.parse(answer?.meta ?? ''))).columns
}
let tables = 0
const make = async (column: Record<string, unknown>): Promise<{ tn: string; answer: Answer }> => {
  const tn = `t${++tables}`
  return { tn, answer: await post('tableCreate', { tn, columns: [{ cn: 'value', ...column }] }) }
}

describe('choices of a column', () => {
  it.each<[string, ColumnOptions]>([
    ['SingleSelect', { options: [{ title: 'Folk', color: 'teal' }] }],
    ['Decimal', { precision: 3 }],
    ['Currency', { currency: 'EUR', precision: 2 }],
    ['Percent', { precision: 0, bar: true }],
    ['Rating', { max: 10, icon: 'heart' }],
    ['Duration', { durationFormat: 'h:mm' }],
    ['Date', { dateFormat: 'iso' }],
    ['Time', { timeFormat: '12' }],
    ['DateTime', { dateFormat: 'dayMonthYear', timeFormat: '12', timeZone: 'Asia/Tokyo' }],
    ['Button', { label: 'Look up', address: 'https://example.com/?q={id}' }],
    ['SingleLineText', { description: 'As on the sleeve.' }],
  ])('of %s are kept: %j', async (uidt, meta) => {
    const { tn, answer } = await make({ uidt, meta })
    expect(answer.status).toBe(200)
    const column = (await columnsOf(tn)).find(({ name }) => name === 'value')
    expect(column).toMatchObject({ uiType: uidt, options: meta })
  })

  it('stay with the description when the type changes, which keeps only that', async () => {
    const { tn } = await make({ uidt: 'Rating', meta: { max: 10, description: 'By listeners' } })
    await post('tableUpdate', { tn, columns: [{ cn: 'value', uidt: 'Number', altered: 2 }] })
    expect((await columnsOf(tn)).find(({ name }) => name === 'value')?.options).toEqual({ description: 'By listeners' })
  })

  it('name the columns of a button by what they are called now', async () => {
    const tn = `t${++tables}`
    const columns = [
      { cn: 'artist', uidt: 'SingleLineText' },
      { cn: 'open', uidt: 'Button', meta: { address: 'https://example.com/{artist}/{id}' } },
    ]
    await post('tableCreate', { tn, columns })
    await post('tableUpdate', { tn, columns: [{ cn: 'band', cno: 'artist', altered: 8 }] })
    expect((await columnsOf(tn)).find(({ name }) => name === 'open')?.options.address).toBe(
      'https://example.com/{band}/{id}',
    )
  })
})

describe('a number that is counted', () => {
  it('comes to a table with rows, is described and retitled, and is never chosen for a column that is there', async () => {
    const tn = `t${++tables}`
    await post('tableCreate', { tn, columns: [{ cn: 'name', uidt: 'SingleLineText' }] })
    for (const name of ['a', 'b'])
      await server.request(`/nc/${project}/api/v1/${tn}`, { method: 'POST', token: owner.token, body: { name } })
    expect((await post('tableUpdate', { tn, columns: [{ cn: 'no', uidt: 'AutoNumber', altered: 1 }] })).status).toBe(
      200,
    )
    const described = { cn: 'no', uidt: 'AutoNumber', meta: { description: 'As they came' }, altered: 2 }
    expect((await post('tableUpdate', { tn, columns: [described] })).status).toBe(200)
    expect((await columnsOf(tn)).find(({ name }) => name === 'no')).toMatchObject({
      uiType: 'AutoNumber',
      generated: true,
      options: { description: 'As they came' },
    })
    const rows = await server.request(`/nc/${project}/api/v1/${tn}`, { token: owner.token })
    expect(rows.json).toMatchObject([{ no: 1 }, { no: 2 }])
    const retyped = await post('tableUpdate', { tn, columns: [{ cn: 'name', uidt: 'AutoNumber', altered: 2 }] })
    expect(retyped).toMatchObject({ status: 400, json: { code: 'COLUMN_TYPE_INVALID' } })
  })
})

describe('refused choices', () => {
  it.each<[string, Record<string, unknown>]>([
    ['SingleSelect', { options: [{ title: 'a' }, { title: 'A' }] }],
    ['MultiSelect', { options: [{ title: 'a,b' }] }],
    ['SingleSelect', { options: [{ title: '' }] }],
    ['SingleSelect', { options: [{ title: 'a', color: 'mauve' }] }],
    ['Decimal', { precision: 16 }],
    ['Decimal', { precision: 1.5 }],
    ['Currency', { currency: 'dollars' }],
    ['Rating', { max: 0 }],
    ['Rating', { max: 11 }],
    ['Rating', { icon: 'skull' }],
    ['Duration', { durationFormat: 'days' }],
    ['Date', { dateFormat: 'martian' }],
    ['Time', { timeFormat: '13' }],
    ['DateTime', { timeZone: 'Mars/Olympus' }],
    ['DateTime', { timeZone: 7 }],
    ['Percent', { bar: 'yes' }],
    ['Button', { address: 'javascript:alert({id})' }],
    ['Button', { address: 'https://{host}/' }],
    ['Button', { address: '{address}' }],
    ['Button', { address: '//example.com' }],
    ['Button', { address: 'https://example.com/{unclosed' }],
    ['SingleLineText', { description: 'x'.repeat(2_001) }],
  ])('of %s: %j', async (uidt, meta) => {
    const { tn, answer } = await make({ uidt, meta })
    expect(answer).toMatchObject({ status: 400, json: { code: 'COLUMN_OPTIONS_INVALID' } })
    expect(JSON.stringify(answer.json)).toContain('value')
    expect(await server.call('tableXcModelGet', { tn }, { token: owner.token, projectId: project })).toBeUndefined()
  })

  it.each<[string, string]>([
    ['Number', 'many'],
    ['Date', '2026-02-30'],
    ['DateTime', 'CURRENT_DATE'],
    ['Time', '25:00'],
    ['Checkbox', 'maybe'],
    ['Rating', '6'],
    ['Email', 'nobody'],
    ['Collaborator', 'nobody'],
    ['Geometry', 'POINT (1)'],
    ['JSON', '{'],
  ])('a default of %s that is no value of it: %s', async (uidt, cdf) => {
    const { answer } = await make({ uidt, cdf })
    expect(answer).toMatchObject({ status: 400, json: { code: 'COLUMN_DEFAULT_INVALID' } })
    expect(JSON.stringify(answer.json)).toContain('value')
  })
})
