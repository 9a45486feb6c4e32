import { afterEach, describe, expect, it } from 'vitest'
import { openDataApi, type TestDataApi } from '../helpers/data-api'

const sql = `
  CREATE TABLE thing (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, size INTEGER, price REAL, exact DECIMAL BLOB, loose,
    flag BOOLEAN, day DATE, body JSON, code TEXT UNIQUE, bytes BLOB, created TEXT DEFAULT 'now', twice INTEGER
  );
  CREATE TABLE plain (id INTEGER PRIMARY KEY, name TEXT, size NUMERIC);
  CREATE TABLE ignoring (id INTEGER PRIMARY KEY, code TEXT UNIQUE ON CONFLICT IGNORE);
  CREATE TABLE strict_one (id INTEGER PRIMARY KEY, n INTEGER, r REAL, t TEXT, a ANY) STRICT;
  INSERT INTO plain VALUES (41, 'there', 1);
`

const many = (count: number, rowOf: (at: number) => object): object[] =>
  Array.from({ length: count }, (_, at) => rowOf(at))

/** Several times longer than one parsed chunk, with text inside rows that looks like the end of a row. */
const long = many(400, (at) => ({ name: `${'},{'.repeat(200)}"`, size: at, body: [{ a: at }, { b: '},{' }] }))

/** Bodies of a bulk create, valid and invalid ones. */
const bodies: readonly (readonly [what: string, table: string, body: unknown])[] = [
  ['plain rows', 'plain', many(40, (at) => ({ name: `n${at}`, size: at }))],
  ['one row', 'plain', [{ name: 'alone' }]],
  ['no row', 'plain', []],
  ['rows that set different keys', 'plain', many(30, (at) => (at % 3 === 0 ? { name: 'a' } : { size: at, name: 'b' }))],
  ['a row that sets nothing', 'plain', [{ name: 'a' }, {}]],
  ['keys in another letter case', 'plain', [{ NAME: 'a' }]],
  ['an unknown key', 'plain', [{ name: 'a' }, { name: 'b', nope: 1 }]],
  ['a column by two keys', 'thing', '[{"name":"a","NAME":"b"},{"name":"c"}]'],
  ['a key that objects have', 'thing', '[{"name":"a"},{"name":"b","__proto__":null}]'],
  ['an empty key of its own', 'plain', [{ id: null, name: 'a' }]],
  ['a key of its own', 'plain', [{ id: 7, name: 'a' }]],
  ['something else than rows', 'plain', [{ name: 'a' }, 5, null, ['x']]],
  ['something else than a list', 'plain', { name: 'a' }],
  ['broken JSON', 'plain', '[{"name":"a"'],
  ['a blank that JSON does not know', 'plain', '\u00a0[{"name":"a"}]'],
  ['many rows', 'thing', long],
  ['many rows, indented', 'thing', JSON.stringify(long, null, 2)],
  ['many rows with blanks around', 'thing', `\n ${JSON.stringify(long)}\r\n`],
  ['many rows without an end', 'thing', JSON.stringify(long).slice(0, -1)],
  ['many rows in two lists', 'thing', `${JSON.stringify(long)},${JSON.stringify(long)}`],
  ['many rows, one broken', 'thing', JSON.stringify(long).replace('"size":350', '"size":0350')],
  ['many rows, the last one wrong', 'thing', [...long, { name: 'a', size: 'b' }]],
  ['many rows, one with more digits than a double', 'thing', JSON.stringify(long).replace(':350', ':9007199254740993')],
  [
    'numbers of every kind',
    'thing',
    [0, -0, 1, 3.0, 1.5, -2.5e-7, 2 ** 52, 1e15].map((n) => ({
      name: 'n',
      size: Math.trunc(n),
      price: n,
      exact: n,
      loose: n,
    })),
  ],
  ['numbers as texts', 'thing', [{ name: 'n', size: '12', price: '1.50', exact: '0.10', loose: '7' }]],
  [
    'digits beyond a double',
    'thing',
    '[{"name":"n","size":9007199254740993,"exact":12345678901234567890.12,"loose":9007199254740993}]',
  ],
  ['digits beyond a double in JSON', 'thing', '[{"name":"n","body":{"n":12345678901234567890}}]'],
  ['a fraction for a whole number', 'thing', many(20, (at) => ({ name: 'n', size: at === 13 ? 1.5 : at }))],
  ['Infinity', 'thing', many(4, (at) => ({ name: 'i', price: 'Infinity', exact: '-Infinity', size: at }))],
  ['Infinity for a whole number', 'thing', [{ name: 'i', size: 'Infinity' }]],
  [
    'what is no number',
    'thing',
    [
      { name: 'i', price: 'NaN' },
      { name: 'i', exact: 'NaN' },
    ],
  ],
  ['yes and no', 'thing', [true, false, 1, 0, 'yes', null].map((flag) => ({ name: 'f', flag }))],
  [
    'dates',
    'thing',
    [
      { name: 'd', day: '2024-02-29' },
      { name: 'd', day: '2024-02-30' },
    ],
  ],
  ['JSON', 'thing', [{ a: [1, { b: null }] }, [], 'text', 5, null].map((body) => ({ name: 'j', body }))],
  ['JSON that is nested too deep', 'thing', `[{"name":"j","body":${'['.repeat(80)}${']'.repeat(80)}}]`],
  ['a missing value that must be there', 'thing', [{ name: 'a' }, { size: 1 }]],
  ['nothing where a value must be', 'thing', [{ name: 'a' }, { name: null }]],
  ['a value twice that is unique', 'thing', many(25, (at) => ({ name: 'u', code: at === 20 ? 'c3' : `c${at}` }))],
  [
    'bytes',
    'thing',
    [
      { name: 'b', bytes: null },
      { name: 'b', bytes: 'AA==' },
    ],
  ],
  ['texts of every kind', 'thing', ['', '🙂', "it's", '1e400', ' x '].map((name) => ({ name }))],
  ['a text that cannot be stored', 'thing', [{ name: 'a\u0000b' }]],
  ['half of a sign', 'thing', '[{"name":"a"},{"name":"\\ud83d"}]'],
  ['rows that a rule leaves out', 'ignoring', [{ code: 'a' }, { code: 'b' }, { code: 'a' }]],
  [
    'strict types',
    'strict_one',
    [
      { n: 1, r: 1, t: 'a', a: 1 },
      { n: 2.0, r: 2.5, t: 'b', a: 3.0 },
      { n: 3, a: 'x' },
    ],
  ],
]

describe('Bulk insert in the thread that writes', () => {
  const opened: TestDataApi[] = []
  const open = async (bulks: 'bytes' | 'parsed'): Promise<TestDataApi> => {
    const api = await openDataApi({ sql }, bulks)
    opened.push(api)
    return api
  }
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((api) => api.close()))
  })

  it.each(bodies)('does with %s what the ordinary way does', async (_what, table, body) => {
    const [fast, ordinary] = [await open('bytes'), await open('parsed')]
    const outcomes = []
    for (const api of [fast, ordinary]) {
      const { status, json } = await api.call('POST', `${table}/bulk`, body).catch((error: unknown) => ({
        status: 0,
        json: String(error),
      }))
      const events = api.events.map(({ kind, keys, before }) => ({ kind, keys, before }))
      outcomes.push({ status, json, events, contents: api.contents() })
    }
    expect(outcomes[0]).toEqual(outcomes[1])
  })

  it('inserts plain rows without parsing them in the server', async () => {
    const api = await open('bytes')
    const rows = many(300, (at) => ({ name: `n${at}`, size: at, price: at / 4, flag: at % 2 === 0 }))
    let parsed = 0
    const { insertJson } = api.database
    const seen: unknown[] = []
    Object.assign(api.database, {
      insertJson: async (...args: Parameters<NonNullable<typeof insertJson>>) => {
        const made = await insertJson?.(...args)
        seen.push(made?.count)
        return made
      },
      transact: () => {
        parsed += 1
        throw new Error('The ordinary way was taken')
      },
    })
    const { json } = await api.call('POST', 'thing/bulk', rows)
    expect(json).toEqual(rows.map((_, at) => at + 1))
    expect({ seen, parsed }).toEqual({ seen: [300], parsed: 0 })
    expect(api.events.map(({ keys, after }) => [keys.length, keys.at(-1), after])).toEqual([[300, ['300'], []]])
    expect(await api.get('thing/300')).toMatchObject({ name: 'n299', size: 299, price: 74.75, created: 'now' })
  })

  it('answers the keys that the rows have if keys cannot be counted on', async () => {
    const api = await open('bytes')
    await api.database.transact([{ sql: 'INSERT INTO plain (id) VALUES (9007199254740990)', params: [] }])
    const { json } = await api.call(
      'POST',
      'plain/bulk',
      many(30, (at) => ({ name: `far ${at}` })),
    )
    const rows = (await api.get('plain?where=(name,like,far%25)&limit=100')) as { id: unknown }[]
    expect(rows.map(({ id }) => id)).toEqual(json)
    expect(json).toHaveLength(30)
    expect(json).toContain('9007199254741020')
  })

  it('inserts in a process that can be killed if the schema has rules', async () => {
    const ruled = `CREATE TABLE t (id INTEGER PRIMARY KEY, size INTEGER CHECK (size > 0), twice AS (size * 2))`
    const api = await openDataApi({ sql: ruled })
    opened.push(api)
    const { insertJson } = api.database
    const seen: unknown[] = []
    Object.assign(api.database, {
      insertJson: async (...args: Parameters<NonNullable<typeof insertJson>>) => {
        const made = await insertJson?.(...args)
        seen.push(made?.count)
        return made
      },
    })
    const rows = many(25, (at) => ({ size: at + 1 }))
    // The first time the writing thread detects it; afterwards the process is used directly.
    expect((await api.call('POST', 't/bulk', rows)).json).toEqual(rows.map((_, at) => at + 1))
    expect((await api.call('POST', 't/bulk', rows)).json).toEqual(rows.map((_, at) => at + 26))
    expect(seen).toEqual([25, 25])
    expect(api.events.map(({ keys }) => keys[24])).toEqual([['25'], ['50']])
    expect([await api.get('t/25'), await api.get('t/50')]).toEqual([
      { id: 25, size: 25, twice: 50 },
      { id: 50, size: 25, twice: 50 },
    ])
    const refused = await api.call('POST', 't/bulk', [{ size: 1 }, { size: 0 }])
    expect([refused.status, await api.get('t/count')]).toEqual([400, { count: 50 }])
  })

  it('leaves rows to the ordinary way if a trigger may change them', async () => {
    const api = await openDataApi({
      sql: `
        CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE log (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TRIGGER renames AFTER INSERT ON t BEGIN
          UPDATE t SET name = upper(name) WHERE id = new.id;
          INSERT INTO log (name) VALUES (new.name);
        END;`,
    })
    opened.push(api)
    expect((await api.call('POST', 't/bulk', [{ name: 'a' }, { name: 'b' }])).json).toEqual([1, 2])
    expect(await api.get('t')).toMatchObject([{ name: 'A' }, { name: 'B' }])
    expect(await api.get('log')).toHaveLength(2)
  })
})
