import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compareModels } from '@main/db/schema-diff'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

/** Migrations are the same on every kind of database, through the whole server. */
await describeEngines('migrations', (engine) => {
  let server: TestServer
  let owner: TestUser
  const opened: OpenedEngine[] = []
  beforeAll(async () => {
    server = await startServer()
    owner = await server.signUp()
  })
  afterAll(async () => {
    await server.close()
    await Promise.all(opened.map(({ drop }) => drop()))
  })

  interface As {
    readonly token: string
    readonly projectId: string
    readonly database: OpenedEngine['database']
  }
  /** A project on an empty database of its own, which writes migrations. */
  const newProject = async (): Promise<As> => {
    const database = await engine.open()
    opened.push(database)
    const projectId = await createEngineProject(server, owner, engine, database)
    await server.operate('migrationStart', {}, { token: owner.token, projectId })
    return { token: owner.token, projectId, database: database.database }
  }
  const folderOf = ({ projectId }: As): string => join(server.profileFolder, 'migrations', projectId)
  const list = (as: As) => server.operate('migrationList', {}, as)
  const statuses = async (as: As): Promise<string[]> =>
    (await list(as)).list.map(({ name, status }) => `${name} ${status}`)
  const send = (name: string, input: object, { token, projectId }: As): Promise<Answer> =>
    server.request(`/api/v1/operations/${name}?project=${projectId}`, { method: 'POST', token, body: input })
  const write = async (as: As, files: Readonly<Record<string, string>>): Promise<void> => {
    await mkdir(folderOf(as), { recursive: true })
    for (const [name, content] of Object.entries(files)) await writeFile(join(folderOf(as), name), content)
  }
  const filesOf = async (as: As): Promise<Record<string, string>> => {
    const names = (await readdir(folderOf(as))).sort()
    return Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await readFile(join(folderOf(as), name), 'utf8')] as const)),
    )
  }
  const tablesOf = async (as: As): Promise<string[]> =>
    (await server.operate('tableList', {}, as)).map(({ name }) => name).sort()
  const quote = (name: string): string => (engine.dialect === 'mysql' ? `\`${name}\`` : `"${name}"`)
  const sql = async (as: As, statement: string): Promise<void> => {
    await as.database.changeSchema([{ sql: statement, params: [] }])
  }

  /** Creates, links, renames, retypes and deletes tables and columns. */
  const changeAll = async (as: As): Promise<void> => {
    const text = { uidt: 'SingleLineText' } as const
    const columns = [
      { cn: 'title', ...text },
      { cn: 'pages', ...text },
      { cn: 'writer', uidt: 'Number' as const },
    ]
    await server.call('tableCreate', { tn: 'authors', columns: [{ cn: 'name', ...text }] }, as)
    await server.call('tableCreate', { tn: 'books', columns }, as)
    await server.call('tableCreate', { tn: 'gone', columns: [{ cn: 'name', ...text }] }, as)
    await server.operate('indexCreate', { table: 'books', name: 'by_title', columns: ['title'], unique: false }, as)
    await server.operate('linkCreate', { kind: 'hasMany', table: 'authors', relatedTable: 'books', title: 'Books' }, as)
    const update = (change: object): Promise<unknown> =>
      server.operate('tableUpdate', { table: 'books', changes: [change as never] }, as)
    await update({ change: 'rename', name: 'title', to: 'name', title: 'Name' })
    await update({ change: 'update', name: 'pages', column: { name: 'pages', type: 'Number' } })
    await update({ change: 'delete', name: 'writer' })
    await update({ change: 'add', column: { name: 'shelf', type: 'SingleLineText', unique: true } })
    await server.operate('tableRename', { table: 'authors', name: 'writers' }, as)
    await server.operate('tableDelete', { table: 'gone' }, as)
  }

  it('are written for every change, and give the same schema on another database', async () => {
    const [as, other] = [await newProject(), await newProject()]
    await changeAll(as)
    const { list: written, drift } = await list(as)
    expect(drift).toEqual([])
    expect(written.map(({ name }) => name)).toEqual([
      '0001_table_create_authors',
      '0002_table_create_books',
      '0003_table_create_gone',
      '0004_index_create_books',
      expect.stringMatching(/^0005_/),
      '0006_table_update_books',
      '0007_table_update_books',
      '0008_table_update_books',
      '0009_table_update_books',
      '0010_table_rename_writers',
      '0011_table_delete_gone',
    ])
    expect(new Set(written.map(({ status, hasWayBack }) => `${status} ${hasWayBack}`))).toEqual(
      new Set(['applied true']),
    )
    const files = await filesOf(as)
    expect(files['0006_table_update_books.up.sql']).toBe(
      `ALTER TABLE ${quote('books')} RENAME COLUMN ${quote('title')} TO ${quote('name')};\n`,
    )
    expect(files['0011_table_delete_gone.up.sql']).toBe(`DROP TABLE ${quote('gone')};\n`)

    await write(other, files)
    expect((await statuses(other)).every((status) => status.endsWith(' pending'))).toBe(true)
    const applied = await server.operate('migrationApply', {}, other)
    expect(applied.migrations).toEqual(written.map(({ name }) => name))
    const models = as.database.dialect.models
    if (models === undefined) throw new Error('has no models')
    const [one, two] = [await models.read(as.database), await models.read(other.database)]
    expect(models.script(compareModels(two, one, models))).toEqual([])
    expect(await tablesOf(other)).toEqual(['books', 'writers'])

    // All the way back, and forth again.
    const back = await server.operate('migrationRollBack', { to: '0001_table_create_authors' }, other)
    expect(back.migrations).toEqual(applied.migrations.slice(1).toReversed())
    expect(await tablesOf(other)).toEqual(['authors'])
    expect((await list(other)).drift).toEqual([])
    await server.operate('migrationApply', { to: '0004_index_create_books' }, other)
    expect((await statuses(other)).slice(3, 5)).toEqual([
      '0004_index_create_books applied',
      expect.stringMatching(/rolledBack$/),
    ])
    await server.operate('migrationApply', {}, other)
    expect(models.script(compareModels(await models.read(other.database), one, models))).toEqual([])
  })

  it('keep the values of renamed columns', async () => {
    const as = await newProject()
    await server.call('tableCreate', { tn: 'books', columns: [{ cn: 'title', uidt: 'SingleLineText' }] }, as)
    await server.request(`/nc/${as.projectId}/api/v1/books`, {
      method: 'POST',
      token: as.token,
      body: { title: 'One' },
    })
    const changes = [{ change: 'rename' as const, name: 'title', to: 'name', title: 'Name' }]
    await server.operate('tableUpdate', { table: 'books', changes }, as)
    await server.operate('migrationRollBack', {}, as)
    const read = (column: string): Promise<unknown> =>
      as.database.read({ sql: `SELECT ${quote(column)} FROM ${quote('books')}`, params: [] })
    expect(await read('title')).toEqual([['One']])
    await server.operate('migrationApply', {}, as)
    expect(await read('name')).toEqual([['One']])
  })

  it('of a colleague are pending, and run in the order of their numbers', async () => {
    const as = await newProject()
    await write(as, {
      '0002_second.up.sql': `INSERT INTO ${quote('plain')} VALUES (1, 'a;b');\n`,
      '0001_first.up.sql': `-- A table\nCREATE TABLE ${quote('plain')} (${quote('id')} integer PRIMARY KEY, ${quote('word')} varchar(20));\r\n`,
      '0001_first.down.sql': `DROP TABLE ${quote('plain')};\n`,
      'notes.txt': 'not a migration',
    })
    expect(await statuses(as)).toEqual(['0001_first pending', '0002_second pending'])
    await server.operate('migrationApply', {}, as)
    expect(await tablesOf(as)).toEqual(['plain'])
    // The next change of ours has the next number.
    await server.call('tableCreate', { tn: 'books', columns: [{ cn: 'title', uidt: 'SingleLineText' }] }, as)
    expect(await statuses(as)).toEqual(['0001_first applied', '0002_second applied', '0003_table_create_books applied'])
    const noWayBack = await send('migrationRollBack', { to: '0001_first' }, as)
    expect([noWayBack.status, noWayBack.error.code]).toEqual([400, 'MIGRATION_NO_WAY_BACK'])
    expect(await tablesOf(as)).toEqual(['books', 'plain'])
  })

  it('tell when an applied file was changed or is missing', async () => {
    const as = await newProject()
    await server.call('tableCreate', { tn: 'books', columns: [{ cn: 'title', uidt: 'SingleLineText' }] }, as)
    const name = '0001_table_create_books'
    const { [`${name}.up.sql`]: up = '' } = await filesOf(as)
    await write(as, {
      [`${name}.up.sql`]: `${up}-- changed\n`,
      '0002_more.up.sql': `CREATE TABLE ${quote('more')} (id integer)`,
    })
    expect(await statuses(as)).toEqual([`${name} changed`, '0002_more pending'])
    expect(await server.operate('migrationRead', { name }, as)).toMatchObject({ up: `${up}-- changed\n`, applied: up })
    const refused = await send('migrationApply', {}, as)
    expect([refused.status, refused.error.code]).toEqual([409, 'MIGRATION_CHANGED'])
    expect(await tablesOf(as)).toEqual(['books'])
    await server.operate('migrationMark', { name }, as)
    expect(await statuses(as)).toEqual([`${name} applied`, '0002_more pending'])
    await rm(join(folderOf(as), `${name}.up.sql`))
    await rm(join(folderOf(as), `${name}.down.sql`))
    expect(await statuses(as)).toEqual([`${name} missing`, '0002_more pending'])
    // The stored text still leads back.
    await server.operate('migrationRollBack', {}, as)
    expect([await statuses(as), await tablesOf(as)]).toEqual([['0002_more pending'], []])
  })

  it('that fail say where, and leave nothing where the database can roll back', async () => {
    const as = await newProject()
    await write(as, {
      '0001_broken.up.sql': `CREATE TABLE ${quote('one')} (id integer);\nCREATE TABLE ${quote('two')} (id integer);\nDROP TABLE ${quote('never')};\nCREATE TABLE ${quote('three')} (id integer);\n`,
    })
    const failed = await send('migrationApply', {}, as)
    const isAtomic = as.database.dialect.capabilities.transactionalSchema
    expect([failed.status, failed.error.code]).toEqual([400, isAtomic ? 'MIGRATION_FAILED' : 'MIGRATION_FAILED_PARTLY'])
    expect(failed.error.details).toMatchObject({ name: '0001_broken', statement: 3, done: isAtomic ? 0 : 2 })
    expect(failed.error.msg).toContain('never')
    expect(await tablesOf(as)).toEqual(isAtomic ? [] : ['one', 'two'])
    expect(await statuses(as)).toEqual([`0001_broken ${isAtomic ? 'pending' : 'partial'}`])
    // Mended after the statements that ran, it goes on there.
    const mended = `CREATE TABLE ${quote('one')} (id integer);\nCREATE TABLE ${quote('two')} (id integer);\nCREATE TABLE ${quote('three')} (id integer);\n`
    await write(as, { '0001_broken.up.sql': mended })
    await server.operate('migrationApply', {}, as)
    expect(await tablesOf(as)).toEqual(['one', 'three', 'two'])
    expect([await statuses(as), (await list(as)).drift]).toEqual([['0001_broken applied'], []])
  })

  it('show what other programs changed, and write it on request', async () => {
    const as = await newProject()
    await server.call('tableCreate', { tn: 'books', columns: [{ cn: 'title', uidt: 'SingleLineText' }] }, as)
    await sql(as, `CREATE TABLE ${quote('elsewhere')} (${quote('id')} integer)`)
    const drift = [{ kind: 'added', object: 'table', table: 'elsewhere', name: '', from: null, to: null }]
    expect((await list(as)).drift).toEqual(drift)
    // A change of ours doesn't swallow it.
    await server.operate('indexCreate', { table: 'books', name: 'by_title', columns: ['title'], unique: false }, as)
    expect((await list(as)).drift).toEqual(drift)
    expect(await server.operate('migrationRecord', {}, as)).toEqual({ migrations: ['0003_changed_elsewhere'] })
    expect((await list(as)).drift).toEqual([])
    expect(await server.operate('migrationRecord', {}, as)).toEqual({ migrations: [] })
  })
})

describe('files of migrations', () => {
  it('can neither end the transaction nor leave the database', async () => {
    const { statementsOfFile } = await import('@main/features/migrations/files')
    const { sqliteDialect } = await import('@main/db/dialects/sqlite')
    for (const sql of ['COMMIT', 'BEGIN', " /* x */ ATTACH 'a' AS b", 'rollback'])
      expect(() => statementsOfFile('x', `SELECT 1; ${sql};`, sqliteDialect.capabilities.syntax)).toThrow(
        'MIGRATION_STATEMENT_FORBIDDEN',
      )
  })
})
