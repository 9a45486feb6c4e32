import { makeRecordStore, sampleTitle, type SampleTable } from '@common/sample'
import { chromiumPath } from '@tests/helpers/browser'
import { createTestMariadb, hasMariadb } from '@tests/helpers/mariadb'
import { createTestPostgres, hasPostgres } from '@tests/helpers/postgres'
import { sendRequest } from '@tests/helpers/request'
import { describe, expect } from 'vitest'
import { account, openProject, operate, type App } from './app'

/** A kind of database under the grid. Each gets the same tables and rows. */
export interface GridEngine {
  readonly name: 'SQLite' | 'PostgreSQL' | 'MariaDB'
  /** Value of a tick in the data API. */
  readonly ticked: 1 | true
  /** Creates the tables and rows of the sample, without its views and computed columns, and opens them in the page. */
  readonly openSample: (app: App) => Promise<OpenedProject>
  /** Creates a project without tables. */
  readonly createProject: (app: App, title: string) => Promise<OpenedProject>
}

export interface OpenedProject {
  readonly projectId: string
  /** Token of the signed-in user. */
  readonly token: string
}

const onSqlite: GridEngine = {
  name: 'SQLite',
  ticked: 1,
  openSample: (app) => openCopy(app, onSqlite),
  createProject: async (app, title) => {
    const token = await signIn(app)
    const made = await operate(app, { token }, 'projectCreateByWebWithXCDB', { title })
    return { projectId: (made as { id: string }).id, token }
  },
}

const onPostgres = onServer('PostgreSQL', 'postgres', true, createTestPostgres)
const onMariadb = onServer('MariaDB', 'mysql', 1, createTestMariadb)

function onServer(
  name: GridEngine['name'],
  kind: 'postgres' | 'mysql',
  ticked: GridEngine['ticked'],
  create: () => Promise<{ readonly url: string; readonly drop: () => Promise<void> }>,
): GridEngine {
  const engine: GridEngine = {
    name,
    ticked,
    openSample: (app) => openCopy(app, engine),
    createProject: async (app, title) => {
      const token = await signIn(app)
      const database = await create()
      app.whenClosed(database.drop)
      const { hostname: host, port, username: user, password, pathname } = new URL(database.url)
      const settings = { kind, host, port: Number(port), user, password, database: pathname.slice(1) }
      const args = { title, projectType: 'rest', settings }
      const made = await operate(app, { token }, 'projectCreateFromConnection', args)
      return { projectId: (made as { id: string }).id, token }
    },
  }
  return engine
}

/** Runs tests on built-in SQLite; with `BASALT_E2E_EVERY_ENGINE=1` on PostgreSQL too. */
export async function describeGrid(name: string, tests: (engine: GridEngine) => void): Promise<void> {
  if (process.env['BASALT_E2E_EVERY_ENGINE'] === '1') return describeEngines(name, tests)
  describeOn(onSqlite, name, tests)
}

/** Runs tests of values, whose types differ between engines, on SQLite and on PostgreSQL if it is there. */
export async function describeEngines(name: string, tests: (engine: GridEngine) => void): Promise<void> {
  describeOn(onSqlite, name, tests)
  if (chromiumPath !== undefined && (await hasPostgres())) describeOn(onPostgres, name, tests)
}

/** Runs tests on SQLite, and on PostgreSQL and MariaDB if they are there: of SQL, the APIs, jobs and snapshots. */
export async function describeAllEngines(name: string, tests: (engine: GridEngine) => void): Promise<void> {
  await describeEngines(name, tests)
  if (chromiumPath !== undefined && (await hasMariadb())) describeOn(onMariadb, name, tests)
}

/** The dialect suites test every engine at each change, and browsers test servers at night. */
function describeOn(engine: GridEngine, name: string, tests: (engine: GridEngine) => void): void {
  const tags = engine === onSqlite ? [] : ['nightly' as const]
  describe.skipIf(chromiumPath === undefined)(`${name} on ${engine.name}`, { tags }, () => {
    tests(engine)
  })
}

const tokens = new WeakMap<App, Promise<string>>()

/** Signs in once per application: each sign-in hashes the password. */
function signIn(app: App): Promise<string> {
  const token = tokens.get(app) ?? newToken(app)
  tokens.set(app, token)
  return token
}

async function newToken({ origin }: App): Promise<string> {
  const answer = await sendRequest(origin, '/auth/signin', { method: 'POST', body: account })
  return (answer.json as { token: string }).token
}

async function openCopy(app: App, engine: GridEngine): Promise<OpenedProject> {
  const project = await engine.createProject(app, sampleTitle)
  await copySample(app, project)
  await openProject(app, project.projectId)
  await app.page.getByRole('treeitem', { name: /^Tracks/ }).waitFor()
  return project
}

/** Creates the tables of the sample with their rows, keys and relations, as a user would through the API. */
async function copySample(app: App, { projectId, token }: OpenedProject): Promise<void> {
  const tables = makeRecordStore()
  for (const table of tables) {
    await operate(app, { token, projectId }, 'tableCreate', {
      tn: table.name,
      _tn: table.title,
      columns: columnsOf(table),
    })
    const path = `/nc/${projectId}/api/v1/${table.name}/bulk`
    const answer = await sendRequest(app.origin, path, { method: 'POST', token, body: rowsOf(table) })
    expect([table.name, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([table.name, 200, ''])
  }
  for (const { name, foreignKeys } of tables)
    for (const { columns, referencedTable, referencedColumns, onDelete, onUpdate } of foreignKeys) {
      const [childColumn] = columns
      const [parentColumn] = referencedColumns
      const ends = { childTable: name, childColumn, parentTable: referencedTable, parentColumn }
      await operate(app, { token, projectId }, 'relationCreate', { ...ends, onDelete, onUpdate })
    }
}

/** True for keys that the database generates: it produces the same numbers. */
const isCounted = (column: SampleTable['columns'][number]): boolean => column.uiType === 'ID'

function columnsOf({ columns, primaryValue }: SampleTable): Record<string, unknown>[] {
  return columns.map((column) => ({
    cn: column.name,
    _cn: column.title,
    uidt: column.uiType,
    pk: column.primaryKey,
    ai: isCounted(column),
    rqd: column.required,
    unique: column.unique,
    pv: column.name === primaryValue,
    cdf: column.uiType === 'Checkbox' ? 'false' : column.defaultValue,
    meta: column.options,
  }))
}

function rowsOf({ columns, rows }: SampleTable): Record<string, unknown>[] {
  return rows.map((row) =>
    Object.fromEntries(
      columns.flatMap((column, at): [string, unknown][] => {
        const value = row[at] ?? null
        if (isCounted(column)) return []
        return [[column.title, column.uiType === 'JSON' && value !== null ? JSON.parse(String(value)) : value]]
      }),
    ),
  )
}
