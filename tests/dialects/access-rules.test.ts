import type { RoleAccess } from '@common/principal/access'
import { inRole } from '@tests/helpers/context'
import { describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { sightedDataApi, type SightedDataApi } from '@tests/helpers/sighted-data-api'
import { afterAll, beforeAll, expect, it } from 'vitest'

/* Access rules of a role, on every kind of database: hidden columns and rows, and writes. */

const schema = [
  'CREATE TABLE person (id INTEGER PRIMARY KEY, name VARCHAR(100), salary INTEGER, mail VARCHAR(100))',
  `CREATE TABLE note (id INTEGER PRIMARY KEY, title VARCHAR(100), person INTEGER,
    FOREIGN KEY (person) REFERENCES person (id))`,
  `INSERT INTO person VALUES (1, 'Ada', 100, 'eve@example.com'), (2, 'Bob', 200, 'eve@example.com'),
    (3, 'Secret', 300, 'other@example.com')`,
  "INSERT INTO note VALUES (1, 'First', 1), (2, 'Second', 3)",
]

const access: RoleAccess = {
  tables: new Map([
    [
      'person',
      {
        columns: { salary: 'hidden' as const, name: 'read' as const },
        rows: {
          join: 'and' as const,
          filters: [{ column: 'mail', operator: 'is' as const, value: { currentUser: true as const } }],
        },
      },
    ],
  ]),
}
const eve = inRole('editor', { email: 'eve@example.com', access })

await describeEngines('access rules of a role', (engine) => {
  let opened: OpenedEngine
  let ask: SightedDataApi['ask']

  beforeAll(async () => {
    opened = await engine.open()
    const { database } = opened
    await database.changeSchema(schema.map((sql) => ({ sql, params: [] })))
    ;({ ask } = await sightedDataApi(database, ['person', 'note']))
  })
  afterAll(() => opened.drop())

  it.each<[string, unknown]>([
    [
      'person?hm=&sort=id',
      [
        { id: 1, name: 'Ada', mail: 'eve@example.com' },
        { id: 2, name: 'Bob', mail: 'eve@example.com' },
      ],
    ],
    ['person/count', { count: 2 }],
    ['person/3', {}],
    ['person?where=(salary,gt,0)', 'COLUMN_NOT_FOUND'],
    ['person?search=Secret', []],
    [
      'person/aggregate?column_name=id&func=max&fields=mail',
      [
        { mail: 'eve@example.com', max: 1 },
        { mail: 'eve@example.com', max: 2 },
      ],
    ],
    ['note/2/person', []],
    ['note/2?bt=', { id: 2, title: 'Second', person: 3 }],
  ])('answer %s', async (path, expected) => {
    await ask(inRole('owner'), path)
    for (let time = 0; time < 2; time++) {
      const answer = await ask(eve, path)
      if (path.includes('aggregate')) expect(JSON.stringify(answer)).not.toMatch(/3|other/)
      else expect(answer).toEqual(expected)
    }
  })

  it.each<[string, string, unknown, unknown]>([
    ['PUT', 'person/1', { name: 'Eve' }, 'COLUMN_NOT_WRITABLE'],
    ['PUT', 'person/1', { salary: 5 }, 'ROW_INVALID'],
    ['PUT', 'person/1', { mail: 'other@example.com' }, 'ROW_OUTSIDE_RULES'],
    ['POST', 'person', { id: 9, mail: 'other@example.com' }, 'ROW_OUTSIDE_RULES'],
    [
      'POST',
      'person/bulk',
      [
        { id: 8, mail: 'eve@example.com' },
        { id: 9, mail: 'other@example.com' },
      ],
      'ROW_OUTSIDE_RULES',
    ],
    ['PUT', 'person/bulk', [{ id: 1, mail: 'other@example.com' }], 'ROW_OUTSIDE_RULES'],
    ['PUT', 'person/3', { mail: 'eve@example.com' }, {}],
    ['DELETE', 'person/3', undefined, 0],
    ['DELETE', 'person/bulk', [{ id: 3 }], [0]],
    ['PUT', 'note/1', { person: 3 }, 'VALUE_REFERENCE_MISSING'],
    ['PUT', 'note/1', { person: 99 }, 'VALUE_REFERENCE_MISSING'],
    ['POST', 'note', { id: 9, title: 'N', person: 3 }, 'VALUE_REFERENCE_MISSING'],
    ['POST', 'note/bulk', [{ id: 9, title: 'N', person: 99 }], 'VALUE_REFERENCE_MISSING'],
  ])('%s %s %j changes nothing', async (method, path, body, expected) => {
    const all = async () => [
      await ask(inRole('owner'), 'person?hm=&sort=id'),
      await ask(inRole('owner'), 'note?bt=&sort=id'),
    ]
    const before = await all()
    expect(await ask(eve, path, method, body)).toEqual(expected)
    expect(await all()).toEqual(before)
  })

  it('let visible rows be written, and keep hidden values', async () => {
    expect(await ask(eve, 'person', 'POST', { id: 7, mail: 'eve@example.com' })).toMatchObject({ id: 7 })
    expect(await ask(eve, 'note/1', 'PUT', { person: 7 })).toMatchObject({ person: 7 })
    expect(await ask(eve, 'note/1', 'PUT', { person: 1 })).toMatchObject({ person: 1 })
    expect(await ask(eve, 'person/7', 'DELETE')).toBe(1)
    expect(await ask(inRole('owner'), 'person/1?hm=')).toMatchObject({ salary: 100 })
  })
})
