import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { createRentalTables, projectOfOriginal } from '@tests/helpers/rental'
import { startServer, type TestServer } from '@tests/helpers/server'

type Row = Readonly<Record<string, unknown>>

/** Calls of the original's GraphQL suite; the accounts are from its REST suite. */
await describeEngines('GraphQL calls of the original', (engine) => {
  let server: TestServer
  let opened: OpenedEngine
  let token: string
  let path: string

  /** Returns the result of a root field. */
  const ask = async (field: string, query: string): Promise<unknown> => {
    const answer = await server.request(path, { method: 'POST', token, body: { query } })
    expect([query, answer.status, (answer.json as { errors?: unknown }).errors]).toEqual([query, 200, undefined])
    return (answer.json as { data: Row }).data[field]
  }
  const list = async (query: string): Promise<Row[]> => (await ask('countryList', `{ countryList${query} }`)) as Row[]

  beforeAll(async () => {
    opened = await engine.open()
    await createRentalTables(opened.database, engine)
    server = await startServer()
    ;({ token } = await server.signUp('abc@g.com'))
    const made = await server.request('/dashboard', {
      method: 'POST',
      token,
      body: projectOfOriginal(engine, opened, 'graphql'),
    })
    expect([made.status, made.status === 200 ? '' : made.text]).toEqual([200, ''])
    path = `/nc/${(made.json as { id: string }).id}/v1/graphql`
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  it('lists rows, with a limit, an offset and an order', async () => {
    const five = await list('(limit: 5) { country_id country }')
    expect(five.map((row) => Object.keys(row))).toEqual(five.map(() => ['country_id', 'country']))
    expect(five).toHaveLength(5)
    const six = await list('(offset: 0, limit: 6) { country_id country }')
    expect(await list('(offset: 1, limit: 5) { country_id country }')).toEqual(six.slice(1))
    const ids = (await list('(sort: "-country_id") { country_id country }')).map((row) => Number(row['country_id']))
    expect(ids).toEqual(ids.toSorted((left, right) => right - left))
  })

  it('counts and lists the children of each row', async () => {
    const [counted] = await list(' { country_id country cityCount }')
    expect(counted).toEqual({ country_id: 1, country: 'Afghanistan', cityCount: 2 })
    const [first] = await list(' { country_id country cityList { city country_id } }')
    expect(first).toEqual({
      country_id: 1,
      country: 'Afghanistan',
      cityList: [
        { city: 'A in Afghanistan', country_id: 1 },
        { city: 'B in Afghanistan', country_id: 1 },
      ],
    })
  })

  it('reads one row, and says whether it is there', async () => {
    const row = await ask('countryRead', '{ countryRead(id: "1") { country_id country } }')
    expect(row).toEqual({ country_id: 1, country: 'Afghanistan' })
    expect(await ask('countryExists', '{ countryExists(id: "1") }')).toBe(true)
    expect(await ask('countryExists', '{ countryExists(id: "30000") }')).toBe(false)
    const found = await ask('countryFindOne', '{ countryFindOne(where: "(country_id,eq,1)") { country country_id } }')
    expect(found).toEqual({ country: 'Afghanistan', country_id: 1 })
    expect(await ask('countryCount', '{ countryCount(where: "(country_id,eq,1)") }')).toBe(1)
  })

  it('groups', async () => {
    const query = '{ countryDistinct(column_name: "last_update") { last_update } }'
    const [distinct] = (await ask('countryDistinct', query)) as Row[]
    expect(distinct).toEqual({ last_update: expect.stringMatching(/\d+/) as unknown })
    const grouped = '{ countryGroupBy(fields: "last_update", limit: 5) { last_update count } }'
    const [group] = (await ask('countryGroupBy', grouped)) as Row[]
    expect(group).toEqual({ last_update: expect.any(String) as unknown, count: 65 })
    const twice = '{ countryGroupBy(fields: "last_update,country", limit: 5) { last_update country count } }'
    const groups = (await ask('countryGroupBy', twice)) as Row[]
    expect(groups).toHaveLength(5)
    expect(groups[0]).toEqual({ last_update: expect.any(String) as unknown, country: 'Afghanistan', count: 1 })
  })

  it('calculates', async () => {
    const query =
      '{ countryAggregate(func: "sum,avg,min,max,count", column_name: "country_id") { sum avg min max count } }'
    const [values = {}] = (await ask('countryAggregate', query)) as Row[]
    expect(Object.keys(values)).toEqual(['sum', 'avg', 'min', 'max', 'count'])
    expect(Object.values(values).map((value) => typeof value)).toEqual(Array.from({ length: 5 }, () => 'number'))
    const windows = (await ask(
      'countryDistribution',
      '{ countryDistribution(column_name: "country_id") { range count } }',
    )) as Row[]
    expect(windows[0]).toEqual({
      range: expect.stringMatching(/^\d+-\d+$/) as unknown,
      count: expect.any(Number) as unknown,
    })
  })

  it('makes a row, and answers for rows that are not there', async () => {
    const key = engine.dialect === 'sqlite' ? ', country_id: 999' : ''
    const made = await ask(
      'countryCreate',
      `mutation { countryCreate(data: { country: "abcd"${key} }) { country_id country } }`,
    )
    expect(made).toEqual({ country_id: expect.any(Number) as unknown, country: 'abcd' })
    expect(
      await ask('countryUpdate', 'mutation { countryUpdate(id: "9999", data: { country: "abcd" }) { country } }'),
    ).toEqual({ country: null })
    expect(await ask('countryDelete', 'mutation { countryDelete(id: "9999") }')).toBe(0)
  })
})
