import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallName } from '@tests/helpers/calls'
import { createEngineProject, describeEngines, engineProject, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'

/** Words that no response may contain: from a driver, SQL and our code. */
const driverWords =
  /sqlite_|sqlite error|tedious|knex|syntax|sqlstate|errno|no such (?:table|column)|constraint failed|violates|duplicate (?:key|entry|column)|relation "|ER_[A-Z]+|ECONN|ENOTFOUND|\bSELECT |\bALTER |stack|at Object|\.ts:|node_modules|undefined|\[object/i

const long = 'x'.repeat(300)
/** Names that are invalid everywhere: for a table, a column, its title and an index. */
const badNames = [
  ['nothing', ''],
  ['blanks', '   '],
  ['a null sign', 'a\0b'],
  ['a line break', 'a\nb'],
  ['half of a sign', 'a\ud800'],
  ['too long', long],
  ['an arrow of writing', 'a\u202eb'],
] as const

type Case = readonly [what: string, operation: CallName, args: Record<string, unknown>]

const column = (more: object) => ({ tn: 'items', columns: [{ altered: 1, uidt: 'Number', ...more }] })
const change = (cno: string, more: object) => ({ tn: 'items', columns: [{ cn: cno, cno, altered: 2, ...more }] })
const relation = (more: object) => ({
  parentTable: 'kinds',
  parentColumn: 'id',
  childTable: 'items',
  childColumn: 'amount',
  onDelete: 'NO ACTION',
  onUpdate: 'NO ACTION',
  type: 'real',
  ...more,
})
const formula = (text: string) => ({ tn: 'items', title: 'computed', definition: { kind: 'formula', formula: text } })

const cases: Readonly<Record<string, readonly Case[]>> = {
  names: badNames.flatMap(([what, name]): Case[] => [
    [`a new table: ${what}`, 'tableCreate', { tn: name, columns: [] }],
    [`a renamed table: ${what}`, 'tableRename', { tn_old: 'items', tn: name }],
    [`a title of a table: ${what}`, 'ncTableAliasRename', { tn_old: 'items', tn: name }],
    [`a column of a new table: ${what}`, 'tableCreate', { tn: 'fresh', columns: [{ cn: name, uidt: 'Number' }] }],
    [`a new column: ${what}`, 'tableUpdate', column({ cn: name })],
    [`a renamed column: ${what}`, 'tableUpdate', { tn: 'items', columns: [{ cn: name, cno: 'amount', altered: 8 }] }],
    [`an index: ${what}`, 'indexCreate', { tn: 'items', columns: ['amount'], indexName: name, non_unique: 1 }],
    [`a view: ${what}`, 'viewCreate', { view_name: name, view_definition: 'CREATE VIEW v AS SELECT 1 AS one' }],
    [`a computed column: ${what}`, 'virtualColumnCreate', { ...formula('1'), title: name }],
  ]),

  'names that are taken': [
    ['a table', 'tableCreate', { tn: 'kinds', columns: [] }],
    ['a table in other letters', 'tableCreate', { tn: 'KINDS', columns: [] }],
    ['a table by renaming', 'tableRename', { tn_old: 'items', tn: 'kinds' }],
    ['a table of Basalt', 'tableCreate', { tn: 'nc_users', columns: [] }],
    ['a folder', 'tableCreate', { tn: '..', columns: [] }],
    ['a column', 'tableUpdate', column({ cn: 'name' })],
    ['a column in other letters', 'tableUpdate', column({ cn: 'NAME' })],
    ['a column by renaming', 'tableUpdate', { tn: 'items', columns: [{ cn: 'name', cno: 'amount', altered: 8 }] }],
    [
      'two columns of a change',
      'tableUpdate',
      { tn: 'items', columns: [1, 2].map(() => ({ cn: 'twice', uidt: 'Number', altered: 1 })) },
    ],
    [
      'two columns of a new table',
      'tableCreate',
      { tn: 'fresh', columns: ['a', 'A'].map((cn) => ({ cn, uidt: 'Number' })) },
    ],
    ['what objects are made of', 'tableUpdate', column({ cn: '__proto__' })],
    ['a computed column', 'virtualColumnCreate', { ...formula('1'), title: 'name' }],
  ],

  types: [
    ['none that there is', 'tableUpdate', column({ cn: 'a', uidt: 'Bogus' })],
    ['one that is code', 'tableUpdate', column({ cn: 'a', uidt: 'Number); DROP TABLE items; --' })],
    ['one of objects', 'tableUpdate', column({ cn: 'a', uidt: 'constructor' })],
    ['another key', 'tableUpdate', column({ cn: 'a', uidt: 'ID' })],
    ['another key by mark', 'tableUpdate', column({ cn: 'a', pk: true })],
    ['one that is computed', 'tableUpdate', column({ cn: 'a', uidt: 'Formula' })],
    ['one that links', 'tableUpdate', column({ cn: 'a', uidt: 'LinkToAnotherRecord' })],
    [
      'two keys that count',
      'tableCreate',
      { tn: 'fresh', columns: ['a', 'b'].map((cn) => ({ cn, uidt: 'ID', pk: true })) },
    ],
    ['a key of another type', 'tableUpdate', change('id', { uidt: 'SingleLineText' })],
    ['values that do not fit', 'tableUpdate', change('name', { uidt: 'Number' })],
    ['dates that are none', 'tableUpdate', change('name', { uidt: 'Date' })],
    ['counted later', 'tableUpdate', change('amount', { uidt: 'AutoNumber' })],
    ['a default that is none', 'tableUpdate', column({ cn: 'a', cdf: 'abc' })],
    ['a default that is code', 'tableUpdate', column({ cn: 'a', cdf: '(SELECT 1)' })],
    ['a date of the calendar that is none', 'tableUpdate', column({ cn: 'a', uidt: 'Date', cdf: '2023-02-30' })],
    ['choices twice', 'tableUpdate', column({ cn: 'a', uidt: 'SingleSelect', dtxp: `'x','x'` })],
    [
      'a choice with a comma',
      'tableUpdate',
      column({ cn: 'a', uidt: 'MultiSelect', meta: { options: [{ title: 'x,y', color: 'grey' }] } }),
    ],
    [
      'a colour that is none',
      'tableUpdate',
      column({ cn: 'a', uidt: 'SingleSelect', meta: { options: [{ title: 'x', color: 'ultraviolet' }] } }),
    ],
    ['eleven stars', 'tableUpdate', column({ cn: 'a', uidt: 'Rating', meta: { max: 11 } })],
    ['a currency that is none', 'tableUpdate', column({ cn: 'a', uidt: 'Currency', meta: { currency: 'BOTTLECAPS' } })],
    ['digits below nothing', 'tableUpdate', column({ cn: 'a', uidt: 'Decimal', meta: { precision: -1 } })],
    [
      'a preview of none',
      'columnChangePreview',
      { tn: 'items', column: { cn: 'name', cno: 'name', uidt: 'Bogus', altered: 2 } },
    ],
  ],

  'schema changes that cannot be': [
    [
      'of a table that is not there',
      'tableUpdate',
      { tn: 'nothing', columns: [{ cn: 'a', uidt: 'Number', altered: 1 }] },
    ],
    ['of a column that is not there', 'tableUpdate', change('nothing', { uidt: 'Number' })],
    ['a mark that means nothing', 'tableUpdate', column({ cn: 'a', altered: 3 })],
    ['a key that goes', 'tableUpdate', { tn: 'items', columns: [{ cn: 'id', cno: 'id', altered: 4 }] }],
    ['a column that others rely on', 'tableUpdate', { tn: 'kinds', columns: [{ cn: 'id', cno: 'id', altered: 4 }] }],
    ['a table that others refer to', 'tableDelete', { tn: 'kinds' }],
    ['a required column without values', 'tableUpdate', column({ cn: 'a', rqd: true })],
    ['required where values are missing', 'tableUpdate', change('amount', { uidt: 'Number', rqd: true })],
    ['unique where values are twice', 'tableUpdate', change('name', { uidt: 'SingleLineText', unique: true })],
    ['a view as a table', 'tableUpdate', { tn: 'seen', columns: [{ cn: 'a', uidt: 'Number', altered: 1 }] }],
    ['a view that is renamed', 'tableRename', { tn_old: 'seen', tn: 'unseen' }],
    [
      'the last of several',
      'tableUpdate',
      {
        tn: 'items',
        columns: [
          { cn: 'fine', uidt: 'Number', altered: 1 },
          { cn: 'named', _cn: 'named', cno: 'amount', altered: 8 },
          { cn: 'name', cno: 'name', uidt: 'Number', altered: 2 },
        ],
      },
    ],
    ['a rename of nothing', 'tableRename', { tn_old: 'nothing', tn: 'something' }],
    ['a delete of nothing', 'tableDelete', { tn: 'nothing' }],
    [
      'too many columns',
      'tableCreate',
      { tn: 'fresh', columns: Array.from({ length: 501 }, (_, at) => ({ cn: `c${at}`, uidt: 'Number' })) },
    ],
    ['columns that are no list', 'tableCreate', { tn: 'fresh', columns: 'a, b' }],
    ['no columns', 'tableUpdate', { tn: 'items' }],
    ['an index over nothing', 'indexCreate', { tn: 'items', columns: ['nothing'], indexName: 'i', non_unique: 1 }],
    [
      'a unique index over values that are twice',
      'indexCreate',
      { tn: 'items', columns: ['name'], indexName: 'i', non_unique: 0 },
    ],
    ['an index that is not there', 'indexDelete', { tn: 'items', indexName: 'nothing' }],
    ['a view that is a command', 'viewCreate', { view_name: 'v', view_definition: 'DROP TABLE items' }],
    ['a place that is no number', 'xcModelOrderSet', { tn: 'items', order: 'first' }],
  ],

  relations: [
    ['to no table', 'relationCreate', relation({ parentTable: 'nothing' })],
    ['to no column', 'relationCreate', relation({ parentColumn: 'nothing' })],
    ['from no column', 'relationCreate', relation({ childColumn: 'nothing' })],
    ['to values that are not unique', 'relationCreate', relation({ parentColumn: 'label' })],
    ['of different types', 'relationCreate', relation({ childColumn: 'name' })],
    ['with an action that is none', 'relationCreate', relation({ onDelete: 'EXPLODE' })],
    ['with values that lead nowhere', 'relationCreate', relation({})],
    ['to a view', 'relationCreate', relation({ childTable: 'seen' })],
    ['twice', 'relationCreate', relation({ childColumn: 'kind' })],
    ['deleted where there is none', 'relationDelete', relation({})],
    ['many-to-many with nothing', 'xcM2MRelationCreate', { parentTable: 'kinds', childTable: 'nothing' }],
    ['a link of no kind', 'linkCreate', { tn: 'items', rtn: 'kinds', kind: 'friend' }],
    ['a link to nothing', 'linkCreate', { tn: 'items', rtn: 'nothing', kind: 'hasMany' }],
  ],

  formulas: [
    ['nothing', 'virtualColumnCreate', formula('')],
    ['half of one', 'virtualColumnCreate', formula('1 +')],
    ['an open parenthesis', 'virtualColumnCreate', formula('(((1)')],
    ['an open text', 'virtualColumnCreate', formula('"abc')],
    ['no function that there is', 'virtualColumnCreate', formula('LAUNCH(1)')],
    ['no column that there is', 'virtualColumnCreate', formula('{nothing} + 1')],
    ['too few values', 'virtualColumnCreate', formula('ROUND()')],
    ['too many values', 'virtualColumnCreate', formula('ABS(1, 2, 3)')],
    ['values of the wrong type', 'virtualColumnCreate', formula('YEAR(TRUE)')],
    ['code of a database', 'virtualColumnCreate', formula('1; DROP TABLE items')],
    ['a question to a database', 'virtualColumnCreate', formula('(SELECT 1)')],
    ['very deep', 'virtualColumnCreate', formula(`${'('.repeat(2_000)}1${')'.repeat(2_000)}`)],
    ['very long', 'virtualColumnCreate', formula(`1${' + 1'.repeat(20_000)}`)],
    ['previewed though wrong', 'formulaPreview', { tn: 'items', formula: '1 +' }],
    ['of a table that is not there', 'virtualColumnCreate', { ...formula('1'), tn: 'nothing' }],
    [
      'a lookup along nothing',
      'virtualColumnCreate',
      { tn: 'items', title: 'c', definition: { kind: 'lookup', link: 'nothing', column: 'label' } },
    ],
    [
      'a rollup by nothing',
      'virtualColumnCreate',
      { tn: 'items', title: 'c', definition: { kind: 'rollup', link: 'kinds', column: 'label', function: 'guess' } },
    ],
    ['a column of no kind', 'virtualColumnCreate', { tn: 'items', title: 'c', definition: { kind: 'magic' } }],
    [
      'no column to change',
      'virtualColumnUpdate',
      { tn: 'items', id: 'nothing', definition: { kind: 'formula', formula: '1' } },
    ],
    ['no column to delete', 'virtualColumnDelete', { tn: 'items', id: 'nothing' }],
  ],
}

/** Invalid connection parameters; each replaces a valid one. */
const badConnections: readonly (readonly [string, Record<string, unknown>])[] = [
  ['no address', { host: '' }],
  ['an address that is code', { host: "'; DROP TABLE items; --" }],
  ['an address with a path', { host: '127.0.0.1/admin' }],
  ['a name that nobody has', { host: 'nobody.invalid' }],
  ['a port below the first', { port: 0 }],
  ['a port beyond the last', { port: 70_000 }],
  ['a port that is text', { port: 'https' }],
  ['a port where nobody listens', { port: 1 }],
  ['a user that is not there', { user: 'nobody_here', password: 'x' }],
  ['a password that is wrong', { password: 'wrong' }],
  ['no database', { database: '' }],
  ['a database that is not there', { database: 'not_there_at_all' }],
  ['a database that is code', { database: 'x"; DROP DATABASE y; --' }],
  ['a kind that is none', { kind: 'oracle' }],
  ['encryption of no kind', { ssl: { usage: 'sometimes' } }],
  ['a certificate that is none', { ssl: { usage: 'required-CA', serverCa: 'not a certificate' } }],
  ['what nobody asked for', { debug: true }],
]

await describeEngines('Bad input for schemas', (engine) => {
  let opened: OpenedEngine
  let server: TestServer
  let owner: TestUser
  let projectId: string
  let before: string
  beforeAll(async () => {
    opened = await engine.open()
    server = await startServer()
    owner = await server.signUp()
    const text = ['mysql', 'mssql'].includes(engine.dialect) ? 'varchar(100)' : 'text'
    for (const sql of [
      `CREATE TABLE kinds (id integer NOT NULL PRIMARY KEY, label ${text})`,
      `CREATE TABLE items (id integer NOT NULL PRIMARY KEY, name ${text}, amount integer, kind integer,
         CONSTRAINT of_kind FOREIGN KEY (kind) REFERENCES kinds (id))`,
      `INSERT INTO kinds VALUES (1, 'one'), (2, 'two')`,
      `INSERT INTO items VALUES (1, 'same', 7, 1), (2, 'same', NULL, 2), (3, 'other', 9, 1)`,
      'CREATE VIEW seen AS SELECT id, name FROM items',
    ])
      await opened.database.changeSchema([{ sql, params: [] }])
    projectId = await createEngineProject(server, owner, engine, opened)
    before = await contents()
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  const operation = (api: CallName, args: unknown) =>
    server.request(`/dashboard/?q=sqlOp_${api}`, {
      method: 'POST',
      token: owner.token,
      body: { api, project_id: projectId, env: '_noco', dbAlias: 'db', args },
    })

  /** Returns everything that could change: the schema and rows of the database, and Basalt's description of them. */
  const contents = async (): Promise<string> => {
    const { database } = opened
    const { introspect, quote } = database.dialect
    const tables = (await introspect.listTables(database)).map(({ name }) => name).toSorted()
    const stored = await Promise.all(
      tables.map(async (name) => [
        await introspect.describeTable(database, name),
        await database.read({ sql: `SELECT * FROM ${quote(name)} ORDER BY 1`, params: [] }),
      ]),
    )
    const listed = await operation('xcTableAndViewList', { includeM2M: true })
    const shown = await Promise.all(tables.map(async (tn) => (await operation('tableXcModelGet', { tn })).json))
    const { text: projects } = await operation('projectList', {})
    // When it was opened last is no change.
    const ids = (JSON.parse(projects) as { id: string }[]).map(({ id }) => id)
    return JSON.stringify([tables, stored, listed.json, shown, ids])
  }

  const expectRefused = async (api: CallName, args: unknown, isToBe = (status: number) => status < 500) => {
    const { status, text, json } = await operation(api, args)
    const shown = `${api} → ${status} ${text.slice(0, 400)}`
    expect(status, shown).toBeGreaterThanOrEqual(400)
    expect(isToBe(status), shown).toBe(true)
    const { msg, code } = json as { msg: string; code: string }
    expect(code, shown).toMatch(/^[A-Z][A-Z0-9_]+$/)
    // The specification fixes how one begins and ends.
    expect(msg, shown).toMatch(code === 'CONNECTION_FAILED' ? /^Connection Failure: \S.*\S$/s : /^\S.*[^ ]\.$/s)
    expect(msg, shown).not.toMatch(/[{}[\]]{2}|\s[.:]/)
    // A response may repeat the caller's input. Nothing else may look like the inside of a database.
    const own = JSON.stringify(args).toLowerCase()
    for (const [word] of msg.matchAll(new RegExp(driverWords, 'gi'))) expect(own, shown).toContain(word.toLowerCase())
    expect(await contents(), shown).toBe(before)
  }

  describe.each(Object.entries(cases))('%s', (_group, table) => {
    it.each(table.map((one) => [...one] as const))('%s', async (_what, api, args) => {
      await expectRefused(api, args)
    })
  })

  describe('connection parameters', () => {
    const [create, right] = ['projectCreateFromConnection', 'settings'] as const
    it.skipIf(engine.dialect === 'sqlite').each(badConnections.map((one) => [...one] as const))(
      '%s',
      async (_what, wrong) => {
        const [, args] = engineProject(engine, opened)
        const settings = { ...(right in args ? args.settings : {}), ...wrong }
        await expectRefused(create, { title: 'Wrong', projectType: 'rest', settings })
        // A test reports the fault. It fails only if it can't be attempted at all.
        const tested = await operation('testConnection', { settings })
        // Unknown keys are ignored there, as the original did.
        if (tested.headers['basalt-ignored'] !== undefined) return
        if (tested.status === 200) expect(tested.json).toMatchObject({ code: -1 })
        else await expectRefused('testConnection', { settings })
      },
    )

    it.skipIf(engine.dialect !== 'sqlite').each([
      ['no place', ''],
      ['a file that is not there', '/nothing/here.sqlite'],
      ['a folder', '/'],
      ['a file of another kind', '/proc/version'],
      ['half of a sign', '\ud800.sqlite'],
      ['a null sign', '/tmp/a\0b.sqlite'],
      ['a relative place', 'here.sqlite'],
    ])('%s', async (_what, filename) => {
      await expectRefused('projectCreateFromFile', { title: 'Wrong', filename })
    })
  })
})
