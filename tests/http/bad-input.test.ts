import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '@common/constants'
import type { DataApiCalls } from '@tests/helpers/data-api'
import { startDataServer, type DataServer } from '@tests/helpers/http-data-api'

const schema = `
CREATE TABLE items (
  id INTEGER PRIMARY KEY,
  name VARCHAR(100) NOT NULL,
  price DECIMAL(10,2),
  amount INTEGER,
  active BOOLEAN,
  born DATE,
  seen DATETIME,
  at TIME,
  year YEAR,
  extra JSON,
  blob_data BLOB,
  code VARCHAR(10) UNIQUE,
  double_amount INTEGER GENERATED ALWAYS AS (amount * 2) VIRTUAL,
  CHECK (amount < 1000)
);
INSERT INTO items (name, price, amount, active, code) VALUES ('one', 1.5, 1, 1, 'a'), ('two', 2.5, 2, 0, 'b');
CREATE TABLE secret (id INTEGER PRIMARY KEY, word TEXT);
INSERT INTO secret VALUES (1, 'hidden');
CREATE TABLE nc_users (id INTEGER PRIMARY KEY, password TEXT);
INSERT INTO nc_users VALUES (1, 'hash');
`

/** Words that no response may contain: from the driver, SQL and our code. */
const driverWords =
  /sqlite|syntax error|near "|no such|constraint failed|SELECT |INSERT |UPDATE |bind|stack|at Object|\.ts:|node_modules|undefined|\[object/i

const sql = [
  "'; DROP TABLE items; --",
  '" OR 1=1 --',
  "1' UNION SELECT word FROM secret --",
  '1) OR (1=1',
  'id; DELETE FROM items',
  '(SELECT word FROM secret)',
  'id" FROM items; DROP TABLE secret; --',
  '`id`',
  '[id]',
  'items.id',
  'main.secret',
  'rowid',
  '_rowid_',
  'oid',
  '*',
  'id--',
  'id/**/',
  'CASE WHEN 1 THEN id END',
  'random()',
  'name COLLATE NOCASE',
  '1',
  '?1',
  ':a',
  '__proto__',
  'constructor',
  'toString',
  '\0',
  '\ud800',
  '😀',
  'x'.repeat(3_000),
]
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())
/** Names each row of a table of cases by its first characters. */
const named = (texts: readonly string[]): [string, string][] =>
  texts.map((text) => [JSON.stringify(text).slice(0, 60), text])

let server: DataServer
let api: DataApiCalls
let before: string
beforeAll(async () => {
  server = await startDataServer()
  api = await server.open({ sql: schema })
  before = api.contents()
})
afterAll(() => server.close())

async function expectRefused(method: string, path: string, body?: unknown): Promise<void> {
  const { status, text, json } = await api.call(method, path, body)
  const shown = `${method} ${path.slice(0, 200)} ${typeof body === 'string' ? body.slice(0, 200) : ''} → ${status} ${text.slice(0, 300)}`
  expect(status, shown).toBeGreaterThanOrEqual(400)
  expect(status, shown).toBeLessThan(500)
  const { msg, code } = json as { msg: string; code: string }
  expect(msg, shown).toMatch(/^\S.*\S$/s)
  expect(code, shown).toMatch(/^[A-Z_]+$/)
  // A response may repeat the caller's input. Nothing else may look like the inside of a database.
  const own = [path, decodeURIComponent(path.replaceAll('%zz', '')), typeof body === 'string' ? body : ''].join(' ')
  for (const [word] of `${msg} ${code}`.matchAll(new RegExp(driverWords, 'gi')))
    expect(own.toLowerCase(), shown).toContain(word.toLowerCase())
  expect(api.contents(), shown).toBe(before)
}

/** Expects a rejection or a harmless response: no row changed, no data of another table exposed. */
async function expectHarmless(method: string, path: string): Promise<void> {
  const { status, text } = await api.call(method, path)
  expect(status, `${path} → ${text.slice(0, 200)}`).toBeLessThan(500)
  expect(text).not.toContain('hidden')
  expect(api.contents(), path).toBe(before)
}

describe('names that are no columns', () => {
  test.each(named(sql))('%s', async (_name, text) => {
    for (const name of [text, `-${text}`]) {
      if (text !== '*') await expectRefused('GET', `items?fields=${encoded(JSON.stringify([name]))}`)
      await expectRefused('GET', `items?sort=${encoded(JSON.stringify([name]))}`)
    }
    await expectRefused('GET', `items?sort=${encoded(text)}`)
    await expectRefused('GET', `items?where=${encoded(`(${text},eq,1)`)}`)
    await expectRefused('GET', `items/count?where=${encoded(`(${text},eq,1)`)}`)
    await expectRefused('GET', `items/findOne?where=${encoded(`(${text},is,null)`)}`)
    await expectRefused('GET', `items?condition=${encoded(JSON.stringify({ [text]: { eq: 1 } }))}`)
    await expectRefused('PUT', 'items/1', JSON.stringify({ name: 'x', [text]: 1 }))
    await expectRefused('POST', 'items', JSON.stringify({ name: 'x', [text]: 1 }))
    await expectRefused('POST', 'items/bulk', JSON.stringify([{ name: 'x' }, { name: 'y', [text]: 1 }]))
    await expectRefused(
      'PUT',
      'items/bulk',
      JSON.stringify([
        { id: 1, name: 'x' },
        { id: 2, [text]: 1 },
      ]),
    )
  })
})

describe('names that are no tables', () => {
  test.each(
    named([
      ...sql,
      'sqlite_master',
      'sqlite_schema',
      'SQLITE_MASTER',
      'sqlite_sequence',
      'pragma_table_info',
      'temp.sqlite_master',
      'main.items',
      '"items"',
      'items;secret',
      'items,secret',
      '../secret',
      'nc_users',
      'NC_USERS',
    ]),
  )('%s', async (_name, text) => {
    for (const [method, rest, body] of [
      ['GET', '', undefined],
      ['GET', '/1', undefined],
      ['GET', '/count', undefined],
      ['POST', '', '{}'],
      ['PUT', '/1', '{"id":1}'],
      ['DELETE', '/1', undefined],
      ['POST', '/bulk', '[]'],
    ] as const)
      await expectRefused(method, `${encoded(text)}${rest}`, body)
  })
})

describe('ids that are no keys', () => {
  test.each(named(sql.filter((text) => text !== '1')))('%s', async (_name, text) => {
    await expectRefused('GET', `items/${encoded(text)}`)
    await expectRefused('GET', `items/${encoded(text)}/exists`)
    await expectRefused('PUT', `items/${encoded(text)}`, '{"name":"x"}')
    await expectRefused('DELETE', `items/${encoded(text)}`)
    await expectRefused('DELETE', 'items/bulk', JSON.stringify([{ id: text }]))
    await expectRefused('PUT', 'items/bulk', JSON.stringify([{ id: text, name: 'x' }]))
  })
})

describe('values of a filter are never code', () => {
  test.each(named(sql))('%s', async (_name, text) => {
    for (const operator of ['eq', 'not', 'gt', 'like', 'nlike', 'in', 'nin'])
      await expectHarmless('GET', `items?where=${encoded(`(name,${operator},${text})`)}`)
    for (const column of ['amount', 'price', 'active', 'born', 'seen', 'year', 'extra', 'blob_data'])
      await expectHarmless('GET', `items/count?where=${encoded(`(${column},eq,${text})`)}`)
    await expectHarmless('GET', `items?condition=${encoded(JSON.stringify({ name: { in: [text, text] } }))}`)
    await expectHarmless('GET', `items?search=${encoded(text)}`)
    await expectHarmless('GET', `items?limit=${encoded(text)}&offset=${encoded(text)}`)
  })
})

describe('filters that are broken', () => {
  test.each(
    named([
      'x',
      '(',
      ')',
      '()',
      '(,)',
      '(,,)',
      '(name)',
      '(name,)',
      '(name,eq',
      '(name,eq)',
      'name,eq,1',
      '(name,eq,1',
      '(name,eq,1))',
      '(name,eq,1)~',
      '(name,eq,1)~and',
      '(name,eq,1)~xor(name,eq,2)',
      '(name,eq,1)(name,eq,2)',
      '(name,eq,1) AND (name,eq,2)',
      '(name,foo,1)',
      '(name,=,1)',
      '(name,__proto__,1)',
      '(name,is,1)',
      '(name,isnot,x)',
      '(amount,btw,1)',
      '(amount,btw,1,2,3)',
      '(amount,eq,abc)',
      '(amount,gt,)',
      '(amount,eq,1e999)',
      '(amount,eq,0x10)',
      '(amount,btw,a,b)',
      '(amount,in,1,b)',
      '(active,eq,maybe)',
      '('.repeat(500),
      `${'('.repeat(200)}name,eq,1${')'.repeat(200)}`,
      `${'~not'.repeat(200)}(name,eq,1)`,
      Array(1_001).fill('(id,eq,1)').join('~or'),
      `(name,like,${'%a'.repeat(6_000)})`,
    ]),
  )('where=%s', async (_name, where) => {
    for (const route of ['', '/count', '/findOne']) await expectRefused('GET', `items${route}?where=${encoded(where)}`)
  })

  test.each(
    named([
      '{',
      '[',
      'null',
      '[]',
      '"x"',
      '1',
      '{"name":1}',
      '{"name":{}}',
      '{"name":{"$gt":1}}',
      '{"name":{"eq":{}}}',
      '{"name":{"eq":[]}}',
      '{"name":{"in":"a"}}',
      '{"name":{"gt":null}}',
      '{"_or":{}}',
      '{"_or":[]}',
      '{"_or":[1]}',
      '{"_not":[]}',
      '{"_not":{}}',
      '{"_and":null}',
      '{"amount":{"eq":"abc"}}',
      '{"__proto__":{"eq":1}}',
      '{"constructor":{"eq":1}}',
      `${'{"_not":'.repeat(200)}{"id":{"eq":1}}${'}'.repeat(200)}`,
      '['.repeat(10_000),
    ]),
  )('condition=%s', async (_name, condition) => {
    for (const route of ['', '/count', '/findOne'])
      await expectRefused('GET', `items${route}?condition=${encoded(condition)}`)
  })

  test.each([
    'where=(id,eq,1)&where=(id,eq,2)',
    'where=(id,eq,1)&w=(id,eq,2)',
    'condition[id]=1',
    'condition[id][eq',
    'condition[id][foo]=1',
    'condition[x][eq]=1',
    'condition[amount][eq]=abc',
    'sort=nothing',
    'fields=nothing',
    'fields=id,nothing',
    'conditionGraph={"x":1}',
  ])('%s', async (query) => {
    await expectRefused('GET', `items?${query}`)
  })

  test('a filter over the limit of signs', async () => {
    await expectRefused('GET', `items?where=(name,eq,${'x'.repeat(limits.filterCharacters)})`)
  })
})

describe('bodies of the wrong kind', () => {
  test.each(['null', 'true', '1', '"text"', '[]', '[{"name":"x"}]', '[[]]'])(
    '%s where a row is expected',
    async (body) => {
      await expectRefused('POST', 'items', body)
      await expectRefused('PUT', 'items/1', body)
    },
  )

  test.each([
    'null',
    'true',
    '1',
    '"text"',
    '{}',
    '{"name":"x"}',
    '[null]',
    '[1]',
    '["x"]',
    '[[]]',
    '[{"name":"x"},null]',
    '[{"name":"x"},[]]',
    '{"0":{"name":"x"},"length":1}',
  ])('%s where a list of rows is expected', async (body) => {
    await expectRefused('POST', 'items/bulk', body)
    await expectRefused('PUT', 'items/bulk', body)
    await expectRefused('DELETE', 'items/bulk', body)
  })
})

describe('bodies that cannot be read', () => {
  test.each(
    named([
      '{',
      '{"name":"x"',
      "{'name':'x'}",
      '{"name":"x"}{"name":"y"}',
      '{"name":undefined}',
      '{"name":NaN}',
      'name=x',
      '<name>x</name>',
      `{"extra":${'['.repeat(100)}${']'.repeat(100)},"name":"x"}`,
      `{"extra":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)},"name":"x"}`,
    ]),
  )('%s', async (_name, body) => {
    for (const [method, path] of [
      ['POST', 'items'],
      ['POST', 'items/bulk'],
      ['PUT', 'items/1'],
      ['PUT', 'items/bulk'],
      ['DELETE', 'items/bulk'],
    ] as const)
      await expectRefused(method, path, body)
  })

  test('a body over the limit', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(limits.bodyBytes) })
    // The server may end the connection before all of it was sent.
    const status = await api.call('POST', 'items', body).then(
      (answer) => answer.status,
      () => 413,
    )
    expect(status).toBe(413)
    expect(api.contents()).toBe(before)
  })
})

describe('values that do not fit their column', () => {
  test.each<[string, string]>([
    ['name', 'null'],
    ['name', 'true'],
    ['name', '"a\\u0000b"'],
    ['name', '"\\ud800"'],
    ['amount', '"abc"'],
    ['amount', '"1; DROP TABLE items"'],
    ['amount', '1.5'],
    ['amount', 'true'],
    ['amount', '{}'],
    ['amount', '[1]'],
    ['amount', '99999999999999999999'],
    ['amount', '9223372036854775808'],
    ['amount', '1e400'],
    ['amount', '5000'],
    ['price', '"x"'],
    ['price', '[]'],
    ['price', '1e999'],
    ['active', '2'],
    ['active', '"maybe"'],
    ['active', '[]'],
    ['born', '"yesterday"'],
    ['born', '"2020-02-30"'],
    ['born', '5'],
    ['born', '{}'],
    ['seen', '"2020-01-01 25:00:00"'],
    ['seen', 'true'],
    ['at', '"25:61"'],
    ['year', '12345'],
    ['year', '"MMXX"'],
    ['extra', '"{not json"'],
    ['code', '"a"'],
    ['double_amount', '7'],
    ['nothing', '1'],
    ['', '1'],
    ['__proto__', '{"amount":1}'],
    ['constructor', '{"prototype":{"amount":1}}'],
    ['id', '"abc"'],
    ['id', '1.5'],
    ['id', '{}'],
  ])('%s: %s', async (column, value) => {
    const key = JSON.stringify(column)
    const name = column === 'name' ? '' : '"name":"x",'
    await expectRefused('POST', 'items', `{${name}${key}:${value}}`)
    await expectRefused('POST', 'items/bulk', `[{"name":"fine"},{${name}${key}:${value}}]`)
    if (column === 'id') return
    await expectRefused('PUT', 'items/2', `{${key}:${value}}`)
    await expectRefused('PUT', 'items/bulk', `[{"id":1,"name":"fine"},{"id":2,${key}:${value}}]`)
  })

  test('a required value that is missing', async () => {
    await expectRefused('POST', 'items', '{"amount":1}')
    await expectRefused('POST', 'items/bulk', '[{"name":"fine"},{"amount":1}]')
  })

  test('too many rows', async () => {
    await expectRefused('POST', 'items/bulk', JSON.stringify(Array(10_001).fill({ name: 'x' })))
  })

  test('a bad row after thousands of good ones leaves none of them', async () => {
    const rows = Array.from({ length: 5_000 }, () => ({ name: 'x', amount: 1 }))
    await expectRefused('POST', 'items/bulk', JSON.stringify([...rows, { name: 'x', amount: 5_000 }]))
    await expectRefused('POST', 'items/bulk', JSON.stringify([...rows, { name: 'x', code: 'a' }]))
  })
})

describe('text of any kind is kept as it is', () => {
  test.each(
    named([
      "Robert'); DROP TABLE items;--",
      '"quoted"',
      '`',
      '%_\\',
      '<script>alert(1)</script>',
      '=1+1',
      '😀👩‍👩‍👧 é e\u0301 שלום',
      '\t\r\n',
      '${x} {{y}} %s ?',
      '',
      ' ',
      'x'.repeat(1024 * 1024),
    ]),
  )('%s', async (_name, text) => {
    const { json, status } = await api.call('POST', 'items', JSON.stringify({ name: text }))
    expect(status).toBe(200)
    const { id } = json as { id: number }
    expect(await api.get(`items/${id}`)).toMatchObject({ id, name: text })
    // In a URL, the server would reject a megabyte for its length.
    const asked = encoded(JSON.stringify({ name: { eq: text } }).slice(0, 1_000))
    const found = text.length < 1_000 ? await api.get(`items?fields=name&condition=${asked}`) : [{ id, name: text }]
    expect(found).toEqual([{ id, name: text }])
    expect(await api.call('DELETE', `items/${id}`)).toMatchObject({ text: '1' })
    expect(api.contents()).toBe(before)
  })
})
