import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rowIdSegment } from '@common/query/row-id'
import { createEngineProject, describeEngines, type Engine, type OpenedEngine } from '@tests/helpers/engines'
import { writtenOut, type Row } from '@tests/helpers/library'
import { startServer, type TestServer } from '@tests/helpers/server'

/** A type, and values of it as SQL. */
interface OddType {
  readonly name: string
  readonly type: string
  readonly values: readonly string[]
  /** This engine doesn't accept the type for a key. */
  readonly noKey?: true
  /** Values that a filter can't distinguish, or that have no filter. */
  readonly noFilter?: true
  /** Ids of rows whose values neither a response nor the history distinguishes. */
  readonly hidden?: readonly number[]
}

const oddTypes: Readonly<Record<'sqlite' | 'postgres' | 'mysql', readonly OddType[]>> = {
  sqlite: [
    { name: 'typeless', type: '', values: [`1`, `'1'`, `x'00ff'`, `1.5`, `'a'`, `''`, `9007199254740993`, `'"1"'`] },
    {
      name: 'loose',
      type: '',
      values: [
        `7.0`,
        `'7'`,
        `'7.0'`,
        `'07'`,
        `8`,
        `'1e2'`,
        `100`,
        `x'3100'`,
        `'9007199254740993'`,
        `-3.0`,
        `' 7'`,
        `1e16`,
      ],
    },
    {
      name: 'twins',
      type: '',
      values: [`1.0`, `1`, `'1'`, `'1.0'`, `100.0`, `100`, `1e16`, `10000000000000000`],
      noKey: true,
    },
    { name: 'blobs', type: 'blob', values: [`1.0`, `1`, `'1'`, `'MQ=='`, `x'3132'`], noKey: true, noFilter: true },
    { name: 'anys', type: 'any', values: [`1.0`, `1`, `'1'`, `'1.0'`], noKey: true },
    { name: 'number', type: 'decimal(38,20)', values: [`1`, `1.1`, `9007199254740993`, `1e19`, `'abc'`, `9e999`] },
    { name: 'whole', type: 'bigint', values: [`1`, `9007199254740993`, `9007199254740992`, `1e19`, `'abc'`, `''`] },
    { name: 'bytes', type: 'binary(16)', values: [`x'00112233445566778899aabbccddeeff'`, `x'ff'`, `'abc'`] },
    { name: 'words', type: 'text', values: [`''`, `'a'`, `'a b/c%'`, `'"'`] },
    {
      name: 'moment',
      type: 'datetime',
      values: [`'1996-07-04 00:00:00.000'`, `'2020-01-01T00:00:00+02:00'`, `'soon'`],
    },
    { name: 'clock', type: 'time', values: [`'12:00'`, `'12:00:01'`] },
    { name: 'flag', type: 'boolean', values: [`2`, `-1`, `'yes'`, `'true'`, `1`] },
    { name: 'json', type: 'json', values: [`'{"a": 1}'`, `'{"n":12345678901234567890}'`, `''`] },
    { name: 'small', type: 'real', values: [`9e999`, `-9e999`, `0.1`] },
  ],
  postgres: [
    {
      name: 'number',
      type: 'numeric',
      values: [`1`, `1.00000000000000000001`, `12345678901234567891`, `'NaN'`, `'Infinity'`, `'-Infinity'`, `0.10`],
      hidden: [7],
    },
    { name: 'scaled', type: 'numeric(38,20)', values: [`1`, `1.00000000000000000001`] },
    { name: 'whole', type: 'bigint', values: [`1`, `9007199254740993`, `9007199254740992`, `-9223372036854775808`] },
    { name: 'single', type: 'real', values: [`0.1`, `3.4028235e38`, `'NaN'`, `'Infinity'`, `1e-40`] },
    { name: 'double', type: 'double precision', values: [`0.1`, `1e300`, `'NaN'`, `'-Infinity'`] },
    { name: 'bytes', type: 'bytea', values: [`'\\x00ff'`, `'\\x01'`, `'\\x'`] },
    { name: 'words', type: 'text', values: [`''`, `'a'`] },
    {
      name: 'day',
      type: 'date',
      values: [`'0044-03-15 BC'`, `'infinity'`, `'-infinity'`, `'2020-02-29'`, `'12345-01-01'`],
    },
    {
      name: 'moment',
      type: 'timestamp',
      values: [`'0044-03-15 01:02:03 BC'`, `'0043-03-15 01:02:03 BC'`, `'infinity'`, `'2020-02-29 01:02:03.000004'`],
    },
    {
      name: 'zoned',
      type: 'timestamptz',
      values: [`'0044-03-15 01:02:03+00 BC'`, `'-infinity'`, `'2020-02-29 01:02:03.5+00'`],
    },
    { name: 'clock', type: 'time', values: [`'24:00:00'`, `'12:00:00.5'`] },
    { name: 'host', type: 'inet', values: [`'192.168.1.5'`, `'::1'`, `'10.1.0.0/16'`, `'9.9.9.9'`] },
    { name: 'network', type: 'cidr', values: [`'10.1.0.0/16'`, `'192.168.1.5/32'`] },
    { name: 'cash', type: 'money', values: [`'1.50'`, `'-1234.50'`] },
    {
      name: 'pair',
      type: 'odd_pair',
      values: [`row(1, 'a')::odd_pair`, `row(2, 'b c')::odd_pair`, `row(10, null)::odd_pair`],
    },
    {
      name: 'bits',
      type: 'bit(64)',
      values: [`(-1)::bigint::bit(64)`, `1::bigint::bit(64)`, `9007199254740993::bigint::bit(64)`],
    },
    { name: 'list', type: 'text[]', values: [`'{a,"b c"}'`, `'{}'`] },
    { name: 'json', type: 'jsonb', values: [`'{"n": 12345678901234567890}'`, `'[1.10]'`] },
    { name: 'plainjson', type: 'json', values: [`'{"a":  1}'`], noKey: true, noFilter: true },
    { name: 'place', type: 'point', values: [`'(1,2)'`, `'(2,1)'`], noKey: true },
  ],
  mysql: [
    {
      name: 'number',
      type: 'decimal(38,20)',
      values: [`1`, `1.00000000000000000001`, `123456789012345678.00000000000000000001`],
    },
    {
      name: 'long',
      type: 'decimal(65,0)',
      values: [`12345678901234567890123456789012345678901234567890123456789012345`, `1`],
    },
    {
      name: 'whole',
      type: 'bigint unsigned',
      values: [`18446744073709551615`, `18446744073709551614`, `9007199254740993`, `1`],
    },
    { name: 'signed', type: 'bigint', values: [`9007199254740993`, `9007199254740992`, `-9223372036854775808`] },
    { name: 'single', type: 'float', values: [`0.1`, `3.402823e38`, `1.5`] },
    { name: 'double', type: 'double', values: [`0.1`, `1e300`] },
    {
      name: 'id',
      type: 'binary(16)',
      values: [`x'00112233445566778899aabbccddeeff'`, `x'01112233445566778899aabbccddee00'`],
    },
    { name: 'bytes', type: 'varbinary(20)', values: [`x'00ff'`, `x'01'`, `x''`] },
    { name: 'words', type: 'varchar(20)', values: [`''`, `'a'`] },
    { name: 'day', type: 'date', values: [`'0000-00-00'`, `'2020-00-00'`, `'2020-02-29'`] },
    {
      name: 'moment',
      type: 'datetime(6)',
      values: [`'0000-00-00 00:00:00'`, `'2020-02-29 01:02:03.000004'`, `'2020-02-29 01:02:03'`],
    },
    { name: 'stamp', type: 'timestamp(6)', values: [`'0000-00-00 00:00:00'`, `'2020-02-29 01:02:03.5'`] },
    { name: 'clock', type: 'time', values: [`'-838:59:59'`, `'25:00:00'`, `'12:00:00'`] },
    { name: 'flag', type: 'tinyint(1)', values: [`2`, `-1`, `1`, `0`] },
    { name: 'bits', type: 'bit(64)', values: [`18446744073709551615`, `9007199254740993`, `1`] },
    // The strict mode of our connections doesn't allow the empty value of a failed insert.
    { name: 'choice', type: `enum('a','b')`, values: [`''`, `'a'`], hidden: [1] },
    { name: 'choices', type: `set('a','b')`, values: [`''`, `'a,b'`] },
    { name: 'json', type: 'json', values: [`'{"a": 1}'`, `'{"n": 12345678901234567890}'`], noKey: true },
    {
      name: 'place',
      type: 'point',
      values: [`ST_GeomFromText('POINT(1 2)')`, `ST_GeomFromText('POINT(2 1)')`],
      noKey: true,
      noFilter: true,
    },
  ],
}

/** Values outside the assumptions of JSON, doubles and calendars: each is found, stored and left unchanged. */
await describeEngines('odd values', { nightly: 'servers' }, (engine: Engine) => {
  if (engine.dialect === 'mssql') return
  const types = oddTypes[engine.dialect]
  const keyed = types.filter(({ noKey }) => noKey !== true)
  let opened: OpenedEngine
  let server: TestServer
  let token: string
  let projectId: string

  const call = (method: string, path: string, body?: unknown) =>
    server.request(`/nc/${projectId}/api/v1/${writtenOut(path)}`, {
      method,
      token,
      ...(body !== undefined && { body }),
    })
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const { status, json, text } = await call(method, path, body)
    if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${text}`)
    return json
  }
  const rows = async (path: string): Promise<Row[]> => (await send('GET', path)) as Row[]

  /** Returns the stored value, as the database itself writes it. */
  const stored = async (table: string, column = 'v'): Promise<string> => {
    const shown = {
      sqlite: `typeof(${column}) || quote(${column})`,
      postgres: `${column}::text`,
      mysql: `HEX(${column})`,
    }[engine.dialect as 'sqlite']
    const found = await opened.database.read({ sql: `SELECT id, ${shown}, note FROM ${table} ORDER BY id`, params: [] })
    return JSON.stringify(found, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  }

  beforeAll(async () => {
    opened = await engine.open()
    const tables: string[] = []
    const inserts: string[] = []
    const schema = (sql: string) => tables.push(sql)
    const insert = (sql: string) => inserts.push(sql)
    if (engine.dialect === 'postgres') schema('CREATE TYPE odd_pair AS (a int, b text)')
    const setup = engine.dialect === 'mysql' ? `SET STATEMENT sql_mode='' FOR ` : ''
    for (const { name, type, values, noKey } of types) {
      const id = engine.dialect === 'sqlite' ? 'integer' : 'int'
      schema(`CREATE TABLE v_${name} (id ${id} PRIMARY KEY, v ${type} NULL, note varchar(40))`.replace('v  NULL', 'v'))
      const own = values.map((value, at) => `(${at + 1}, ${value}, 'n')`)
      insert(`${setup}INSERT INTO v_${name} VALUES ${own.join(', ')}, (90, NULL, 'n'), (91, NULL, 'n')`)
      if (noKey) continue
      schema(`CREATE TABLE k_${name} (id ${type} PRIMARY KEY, note varchar(40))`)
      insert(`${setup}INSERT INTO k_${name} VALUES ${values.map((value) => `(${value}, 'n')`).join(', ')}`)
    }
    const decimal = engine.dialect === 'sqlite' ? 'decimal blob' : 'decimal(38,20)'
    const text = engine.dialect === 'sqlite' ? 'text' : 'varchar(40)'
    const generated = `whole_text ${text} GENERATED ALWAYS AS (CASE WHEN v_whole > 1 THEN 'many' ELSE 'one' END) STORED`
    schema(
      `CREATE TABLE digits (id int PRIMARY KEY, v_whole bigint, v_exact ${decimal}, js json, constructor_ int, ${generated})`,
    )
    const { quote } = opened.database.dialect
    schema(`ALTER TABLE digits RENAME COLUMN constructor_ TO ${quote('constructor')}`)
    schema(`ALTER TABLE digits ADD COLUMN ${quote('__proto__')} int`)
    insert(`INSERT INTO digits (id, v_whole, v_exact) VALUES (1, 9007199254740993, '1.00000000000000000001'),
      (2, 9007199254740996, '1.00000000000000000003')`)
    if (engine.dialect === 'sqlite') {
      schema('CREATE TABLE k_codes (id PRIMARY KEY, note TEXT)')
      insert(`INSERT INTO k_codes VALUES ('7', 'a'), (7, 'b'), ('007', 'c')`)
    }
    await opened.database.changeSchema(tables.map((sql) => ({ sql, params: [] })))
    await opened.database.transact(inserts.map((sql) => ({ sql, params: [] })))
    server = await startServer()
    const owner = await server.signUp()
    token = owner.token
    projectId = await createEngineProject(server, owner, engine, opened)
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  describe('a key as a list shows it', () => {
    it.each(keyed.map(({ name, values }) => [name, values.length] as const))(
      '%s leads to its row alone',
      async (name, count) => {
        const table = `k_${name}`
        const all = await rows(`${table}?limit=100`)
        expect(all).toHaveLength(count)
        const segments = all.map(({ id }) => {
          // A text of digits, next to the same number, is marked as text.
          const plain = rowIdSegment([id as string])
          const isTwin = all.some((other) => other['id'] !== id && String(other['id']) === id)
          const isQuoted = types.some((each) => each.name === name && each.type === '') && String(id).startsWith('"')
          return typeof id === 'string' && (isTwin || isQuoted) ? encodeURIComponent(JSON.stringify(id)) : plain
        })
        for (const [at, row] of all.entries()) {
          expect(await send('GET', `${table}/${segments[at]}`)).toEqual(row)
          expect(await send('GET', `${table}/${segments[at]}/exists`)).toBe(true)
          const note = `put ${at}`
          expect(await send('PUT', `${table}/${segments[at]}`, { note })).toEqual({ ...row, note })
        }
        expect((await rows(`${table}?limit=100`)).map(({ note }) => note)).toEqual(all.map((_, at) => `put ${at}`))
        for (const [at, { id }] of all.entries())
          expect(await send('PUT', `${table}/bulk`, [{ id, note: `bulk ${at}` }]), String(id)).toEqual([1])
        expect((await rows(`${table}?limit=100`)).map(({ note }) => note)).toEqual(all.map((_, at) => `bulk ${at}`))
        // Deleted from the end, each alone.
        for (const at of all.map((_, n) => all.length - 1 - n)) {
          expect(await send('DELETE', `${table}/${segments[at]}`)).toBe(1)
          expect((await rows(`${table}?limit=100`)).map(({ id }) => id)).toEqual(all.slice(0, at).map(({ id }) => id))
        }
      },
    )
  })

  describe('a row sent back as it was read', () => {
    it.each(types.map(({ name }) => name))('%s stays what it is', async (name) => {
      const before = await stored(`v_${name}`)
      const all = await rows(`v_${name}?limit=100`)
      for (const row of all) expect(await send('PUT', `v_${name}/${Number(row['id'])}`, row)).toEqual(row)
      expect(await stored(`v_${name}`)).toBe(before)
      expect(await send('PUT', `v_${name}/bulk`, all)).toEqual(all.map(() => 1))
      expect(await stored(`v_${name}`)).toBe(before)
      for (const row of all)
        expect(await send('PUT', `v_${name}/${Number(row['id'])}`, { ...row, note: 'm' })).toEqual({
          ...row,
          note: 'm',
        })
      expect(await stored(`v_${name}`)).toBe(before.replaceAll('"n"', '"m"'))
      await send('POST', `v_${name}/bulk?upsert=true`, all)
      expect(await stored(`v_${name}`)).toBe(before)
    })
  })

  describe('a value that was cleared', () => {
    it.each(types.map(({ name, hidden = [] }) => [name, hidden] as const))(
      '%s comes back by undo, redo and restore',
      async (name, hidden) => {
        const table = `v_${name}`
        const as = { token, projectId }
        const before = await stored(table)
        const all = (await rows(`${table}?limit=100`)).filter(({ id, v }) => v !== null && !hidden.includes(Number(id)))
        const write = async (row: Row, from: unknown, to: unknown): Promise<void> => {
          const step = { rowId: String(row['id']), values: { v: to }, expected: { v: from } }
          await server.call('rowsWriteBack', { table, rows: [step], anyway: false }, as)
        }
        for (const row of all)
          for (let times = 0; times < 2; times += 1) {
            await write(row, row['v'], null)
            await write(row, null, row['v'])
          }
        expect(await stored(table)).toBe(before)
        const every = (from: (row: Row) => unknown, to: (row: Row) => unknown) =>
          all.map((row) => ({ rowId: String(row['id']), values: { v: to(row) }, expected: { v: from(row) } }))
        const value = (row: Row): unknown => row['v']
        await server.call('rowsWriteBack', { table, rows: every(value, () => null), anyway: false }, as)
        await server.call('rowsWriteBack', { table, rows: every(() => null, value), anyway: false }, as)
        expect(await stored(table)).toBe(before)
        for (const { id } of all) await send('DELETE', `${table}/${Number(id)}`)
        const rowIds = all.map(({ id }) => String(id))
        expect(await server.call('trashRestore', { table, rowIds }, as)).toMatchObject({ refused: [], notes: [] })
        expect(await stored(table)).toBe(before)
      },
    )

    it('is not written in place of what the row never had', async () => {
      const call = (v: unknown) =>
        server.request('/dashboard/?q=sqlOp_rowsWriteBack', {
          method: 'POST',
          token,
          body: {
            api: 'rowsWriteBack',
            project_id: projectId,
            args: { table: 'digits', rows: [{ rowId: '1', values: { v_whole: v }, expected: {} }], anyway: true },
          },
        })
      for (const v of ['soon', '1.5', 'Infinity', 'AP8=']) expect([v, (await call(v)).status]).toEqual([v, 400])
    })
  })

  describe.runIf(engine.dialect === 'sqlite')('keys of digits in a column without a type', () => {
    const values = async (): Promise<unknown> => rows('k_codes?fields=id,note&limit=9')
    const write = (api: 'rowsWriteBack' | 'rowsApply', rowId: string, note: string) =>
      api === 'rowsApply'
        ? server.call(
            api,
            {
              id: `key-${note}`,
              changes: [{ kind: 'update', table: 'k_codes', rowId, values: { note }, expected: {} }],
            },
            { token, projectId },
          )
        : server.call(
            api,
            { table: 'k_codes', rows: [{ rowId, values: { note }, expected: {} }] },
            { token, projectId },
          )

    it('mean one row each, in every way to write', async () => {
      for (const api of ['rowsApply', 'rowsWriteBack'] as const) {
        await write(api, '007', `${api}-text`)
        await write(api, '7', `${api}-number`)
        await write(api, '%227%22', `${api}-quoted`)
        expect(await values()).toEqual([
          { id: 7, note: `${api}-number` },
          { id: '007', note: `${api}-text` },
          { id: '7', note: `${api}-quoted` },
        ])
      }
    })

    it('come back from the trash each under its own', async () => {
      const before = await stored('k_codes', 'id')
      for (const rowId of ['%227%22', '7', '007']) expect(await send('DELETE', `k_codes/${rowId}`)).toBe(1)
      for (const [rowId, id] of [
        ['%227%22', '7'],
        ['7', 7],
        ['007', '007'],
      ] as const) {
        const restored = await server.call('trashRestore', { table: 'k_codes', rowIds: [rowId] }, { token, projectId })
        expect([rowId, restored]).toMatchObject([rowId, { refused: [] }])
        expect((await rows('k_codes?fields=id')).map((row) => row['id'])).toContainEqual(id)
      }
      expect(await stored('k_codes', 'id')).toBe(before)
    })
  })

  describe('duplicates', () => {
    it.each(types.map(({ name }) => name))('of %s are the empty ones', async (name) => {
      for (const more of ['', '&ignoreCase=true&ignoreSpaces=true']) {
        const answer = await call('GET', `v_${name}?duplicates=v&withEmpty=true${more}`)
        if (answer.status === 400) expect(answer.error.code).toBe('QUERY_PARAMETER_INVALID')
        else {
          const found = answer.json as { rows: { group: number; values: { id: number } }[] }
          const last = found.rows.slice(-2).map(({ values }) => Number(values.id))
          expect([answer.status, answer.error?.msg, last]).toEqual([200, undefined, [90, 91]])
        }
      }
    })
  })

  describe('a cursor', () => {
    it.each(types.flatMap(({ name }) => [`v_${name}?sort=v`, `v_${name}?sort=-v`]))(
      'over %s ends, and misses nothing',
      async (path) => {
        const whole = await rows(`${path}&limit=100`)
        const found: Row[] = []
        for (let after: string | undefined = ''; after !== undefined;) {
          const answer = await call('GET', `${path}&limit=1&after=${after}`)
          expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
          found.push(...(answer.json as Row[]))
          after = answer.headers['xc-next-cursor'] as string | undefined
          expect(found.length).toBeLessThanOrEqual(whole.length)
        }
        expect(found).toEqual(whole)
      },
    )
  })

  describe('digits', () => {
    const graphql = async (query: string): Promise<unknown> => {
      const answer = await server.request(`/nc/${projectId}/v1/graphql`, { method: 'POST', token, body: { query } })
      return (answer.json as { data: unknown }).data
    }
    const sent = (method: string, path: string, text: string) =>
      server.request(`/nc/${projectId}/api/v1/${path}`, { method, token, text })

    it('are all in functions over columns', async () => {
      const asked = ['v_whole', 'v_exact'].flatMap((column) =>
        ['min', 'max', 'sum', 'avg', 'sumDistinct'].map((name) => [column, name]),
      )
      expect(await rows(`digits/groupby?aggregates=${encodeURIComponent(JSON.stringify(asked))}`)).toEqual([
        {
          count: 2,
          'min(v_whole)': '9007199254740993',
          'max(v_whole)': '9007199254740996',
          'sum(v_whole)': '18014398509481989',
          'avg(v_whole)': '9007199254740994.5',
          'sumDistinct(v_whole)': '18014398509481989',
          'min(v_exact)': '1.00000000000000000001',
          'max(v_exact)': '1.00000000000000000003',
          'sum(v_exact)': '2.00000000000000000004',
          'avg(v_exact)': '1.00000000000000000002',
          'sumDistinct(v_exact)': '2.00000000000000000004',
        },
      ])
    })

    it('are all in GraphQL, out and in', async () => {
      expect(await graphql('{ digitsRead(id: "2") { v_whole v_exact } }')).toEqual({
        digitsRead: { v_whole: '9007199254740996', v_exact: '1.00000000000000000003' },
      })
      for (const exact of ['"5.00000000000000000001"', '5.00000000000000000001'])
        expect(
          await graphql(
            `mutation { digitsUpdate(id: "2", data: { v_exact: ${exact}, js: { n: 12345678901234567890 } }) { v_exact js } }`,
          ),
        ).toEqual({ digitsUpdate: { v_exact: '5.00000000000000000001', js: { n: Number('12345678901234567890') } } })
      expect((await call('GET', 'digits/2')).text).toContain('12345678901234567890')
    })

    it('are all in a body, where numbers stay numbers', async () => {
      const body =
        '{"id":3,"v_whole":9007199254740995,"v_exact":0.12345678901234567891,"js":{"n":12345678901234567890,"d":[0.12345678901234567891]}}'
      expect((await sent('POST', 'digits', body)).status).toBe(200)
      const [row] = await rows('digits?where=(id,eq,3)')
      expect(row).toMatchObject({ v_whole: '9007199254740995', v_exact: '0.12345678901234567891' })
      expect(String(row?.['js']).replaceAll(' ', '')).toBe('{"n":12345678901234567890,"d":[0.12345678901234567891]}')
    })

    it('of names that every object has are columns like any other', async () => {
      const row = '{"id":4,"constructor":7,"__proto__":8}'
      expect((await sent('POST', 'digits', row)).text).toContain('"constructor":7')
      expect((await sent('PUT', 'digits/4', '{"__proto__":9}')).text).toMatch(/"__proto__":9/)
      expect((await sent('PUT', 'digits/bulk', '[{"id":4,"constructor":10}]')).json).toEqual([1])
      expect((await call('GET', 'digits/4')).text).toMatch(/"constructor":10.*"__proto__":9/)
    })

    it('of a key alone change nothing, and a computed column may come back in bulk', async () => {
      const [row] = await rows('digits?where=(id,eq,1)')
      expect(await send('PUT', 'digits/1', { id: 1 })).toEqual(row)
      expect(await send('PUT', 'digits/bulk', [row])).toEqual([1])
      expect(await send('PUT', 'digits/bulk', [{ ...row, v_whole: 1 }])).toEqual([1])
      const refused = await call('PUT', 'digits/bulk', [{ ...row, whole_text: 'other' }])
      expect([refused.status, refused.json]).toMatchObject([400, { code: 'ROW_INVALID' }])
    })
  })

  describe('a filter', () => {
    it.each(types.filter(({ noFilter }) => noFilter !== true).map(({ name }) => name))(
      'finds %s by its value as read',
      async (name) => {
        const all = await rows(`v_${name}?limit=100`)
        for (const { id, v } of all) {
          const shown = JSON.stringify(v)
          // A filter needs a number for numbers, and a boolean for booleans.
          if (['null', '""', '"abc"', '"yes"', '"true"'].includes(shown)) continue
          const condition = encodeURIComponent(JSON.stringify({ v: { eq: v } }))
          const found = await call('GET', `v_${name}?condition=${condition}`)
          expect([shown, found.status]).toEqual([shown, 200])
          expect(
            (found.json as Row[]).map((row) => row['id']),
            `${shown} ${found.text}`,
          ).toContain(id)
        }
      },
    )
  })
})
