import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UiType } from '@common/columns/ui-types'
import type { ColumnDefinition } from '@common/model'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

const column = (name: string, uiType: UiType, rest: Partial<ColumnDefinition> = {}): ColumnDefinition => ({
  name,
  title: name,
  uiType,
  required: false,
  unique: false,
  defaultValue: null,
  primaryKey: false,
  options: {},
  ...rest,
})

/** A value of each type, and another one. */
const values: readonly (readonly [string, UiType, unknown, unknown])[] = [
  ['name', 'SingleLineText', "O'Neil, the first", 'Second'],
  ['story', 'LongText', 'one\ntwo', 'three'],
  ['age', 'Number', 41, 42],
  ['big', 'Number', '9007199254740993', 7],
  ['price', 'Decimal', 12.5, 13],
  ['share', 'Percent', 0.1, 0.2],
  ['done', 'Checkbox', true, false],
  ['born', 'Date', '1990-04-05', '1991-04-05'],
  ['seen', 'DateTime', '2026-01-02 03:04:05.678Z', '2026-01-03 03:04:05.678Z'],
  ['notes', 'JSON', { a: [1, 2] }, { a: [] }],
  ['tags', 'MultiSelect', ['a', 'b'], ['a']],
]
const options = { options: ['a', 'b'].map((title) => ({ title, color: 'grey' as const })) }

await describeEngines('A change that says what it expects', (engine) => {
  let opened: OpenedEngine
  let server: TestServer
  let owner: TestUser
  let project: string
  const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
    server.request(`/nc/${project}/api/v1/${path}`, { method, token: owner.token, body })
  const change = (body: object, expected: object | string): Promise<Answer> =>
    call(
      'PUT',
      `things/1?expect=${encodeURIComponent(typeof expected === 'string' ? expected : JSON.stringify(expected))}`,
      body,
    )
  const held = async (): Promise<Record<string, unknown>> => (await call('GET', 'things/1')).json as never

  beforeAll(async () => {
    opened = await engine.open()
    server = await startServer()
    owner = await server.signUp()
    const columns = [
      column('id', 'ID', { primaryKey: true, required: true }),
      ...values.map(([name, uiType]) => column(name, uiType, uiType === 'MultiSelect' ? { options } : {})),
    ]
    const { database } = opened
    await database.changeSchema(database.dialect.schema.createTable('things', columns).up)
    project = await createEngineProject(server, owner, engine, opened)
    await call('POST', 'things', Object.fromEntries(values.map(([name, , value]) => [name, value])))
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  it.each(values)('is written while %s (%s) holds it', async (name, _, value, other) => {
    const row = await held()
    const written = await change({ [name]: other }, { [name]: row[name] })
    expect([written.status, written.error?.msg]).toEqual([200, undefined])
    const again = await held()
    expect(again[name]).not.toEqual(row[name])
    expect((await change({ [name]: value }, { [name]: again[name] })).status).toBe(200)
    expect(await held()).toEqual(row)
  })

  it.each(values)(
    'is refused when somebody else changed %s (%s), with what it holds now',
    async (name, _, value, other) => {
      const row = await held()
      const refused = await change({ [name]: other }, { [name]: other })
      expect([refused.status, refused.error.code, refused.error.details]).toEqual([
        409,
        'VALUE_CHANGED',
        { column: name, value: row[name] },
      ])
      expect(refused.error.msg).toBe(`Another user changed ${name} in the meantime. Check it before you change it.`)
      expect((await change({ [name]: value }, { [name]: null })).status).toBe(409)
      expect(await held()).toEqual(row)
    },
  )

  it('may expect that a cell is empty, and of another column than it writes', async () => {
    expect((await change({ name: null }, { age: 41 })).status).toBe(200)
    expect((await change({ name: 'Third' }, { name: null, age: 41 })).status).toBe(200)
    expect((await change({ name: 'Fourth' }, { name: null })).status).toBe(409)
    expect(await held()).toMatchObject({ name: 'Third' })
  })

  it.each(['nonsense', '[]', '1', '{"nothing":1}'])('is a 4xx that changes nothing with %s', async (expected) => {
    const row = await held()
    const { status } = await change({ age: 99 }, expected)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(await held()).toEqual(row)
  })

  it('writes the row that is named and no other one, whatever that one holds', async () => {
    const made = (await call('POST', 'things', { age: 1 })).json as { id: number }
    const row = await held()
    expect((await change({ name: 'Named' }, { age: made.id })).status).toBe(409)
    expect((await call('GET', `things/${made.id}`)).json).toMatchObject({ age: 1, name: null })
    expect(await held()).toEqual(row)
    expect((await call('DELETE', `things/${made.id}`)).status).toBe(200)
  })

  it('is refused when only the case of letters is another', async () => {
    await change({ name: 'Lower' }, {})
    expect((await change({ name: 'Never' }, { name: 'LOWER' })).status).toBe(409)
    expect(await held()).toMatchObject({ name: 'Lower' })
  })

  it('is written once by many who expect the same at the same moment', async () => {
    const row = await held()
    const ages = Array.from({ length: 12 }, (_, at) => 1_000 + at)
    const answers = await Promise.all(ages.map((age) => change({ age }, { age: row['age'] })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...ages.slice(1).map(() => 409),
    ])
    const written = answers.find(({ status }) => status === 200)?.json
    expect(await held()).toEqual(written)
    expect((await change({ age: row['age'] }, { age: (written as Record<string, unknown>)['age'] })).status).toBe(200)
  })

  it.each([{ age: 'forty' }, { age: [41] }, { name: 'a\u0000b' }, { share: 'much' }, { notes: 'not JSON' }])(
    'is refused with %j, which no row holds',
    async (expected) => {
      const row = await held()
      expect((await change({ name: 'Never' }, expected)).status).toBe(409)
      expect(await held()).toEqual(row)
    },
  )

  // SQLite and SQL Server report such a column as text.
  it.skipIf(engine.dialect === 'sqlite' || engine.dialect === 'mssql')(
    'knows a JSON value by what it says, not by how it is written',
    async () => {
      expect((await change({ age: 41 }, { notes: '{ "a":[1,2] }' })).status).toBe(200)
      expect((await change({ age: 41 }, { notes: { a: [1, 2] } })).status).toBe(200)
      expect((await change({ age: 41 }, { notes: { a: [2, 1] } })).status).toBe(409)
    },
  )

  it.each([
    ['PUT', 'things/1?nested=true&'],
    ['PUT', 'things/1?expect=%7B%22age%22%3A41%7D&'],
    ['PUT', 'things/bulk?'],
    ['POST', 'things?'],
    ['DELETE', 'things/1?'],
  ])('is refused where nobody would look at it: %s %s', async (method, path) => {
    const row = await held()
    const body = path.includes('bulk') ? [{ id: 1, age: 99 }] : { age: 99 }
    const answer = await call(method, `${path}expect=%7B%22age%22%3A1%7D`, method === 'DELETE' ? undefined : body)
    expect([answer.status, answer.error.code]).toEqual([400, 'QUERY_PARAMETER_INVALID'])
    expect(await held()).toEqual(row)
  })

  it('answers an empty row where there is none, as without it', async () => {
    const answer = await call('PUT', 'things/999?expect=%7B%22age%22%3A1%7D', { age: 2 })
    expect([answer.status, answer.text]).toEqual([200, '{}'])
  })
})
