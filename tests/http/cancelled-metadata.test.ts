import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { metadataExportPath } from '@common/constants'
import { formBytes, formType } from '@tests/helpers/form'
import { makeDatabaseFile } from '@tests/helpers/data-api'
import { downloadMetadata } from '@tests/helpers/metadata-file'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'
import { until } from '@tests/helpers/until'

/*
 * Exports, imports and restores whose caller goes away: the server stops, and leaves neither files nor tables.
 */

/** So many that there is time to cancel. Their text doesn't compress. */
const rowCount = 150_000

let server: TestServer
let owner: TestUser
let projectId: string
let filename: string
let remove: () => void
let archive: Uint8Array
let snapshot: string

beforeAll(async () => {
  server = await startServer()
  owner = await server.signUp()
  ;({ filename, remove } = makeDatabaseFile({
    sql: `CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT);
      WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < ${rowCount})
      INSERT INTO thing SELECT id, hex(randomblob(60)) FROM n;`,
  }))
  projectId = (await server.call('projectCreateFromFile', { title: 'Things', filename }, { token: owner.token })).id
  archive = await downloadMetadata(server, as(), true)
  snapshot = (await server.operate('snapshotTake', {}, as())).id
}, 120_000)
afterAll(async () => {
  await server.close()
  remove()
})

const as = () => ({ token: owner.token, projectId })

interface Sizes {
  readonly [name: string]: number
}
async function sizesIn(folder: string): Promise<Sizes> {
  const path = join(server.profileFolder, folder)
  const entries = await Promise.all(
    (await readdir(path)).map(async (name) => [name, (await stat(join(path, name)).catch(() => undefined))?.size ?? 0]),
  )
  return Object.fromEntries(entries) as Sizes
}
/** Waits until a folder has only files that it had before. */
const untilNoneIn = (folder: string, before: Sizes) =>
  until(async () => Object.keys(await sizesIn(folder)).every((name) => Object.hasOwn(before, name)))

const projectIds = async (): Promise<string[]> =>
  (await server.operate('projectList', {}, { token: owner.token })).map(({ id }) => id).toSorted()

/** Returns the hidden tables that rows are on their way into, as the database itself names them. */
function stagingTables(): string[] {
  const file = new Sqlite(filename, { readonly: true })
  try {
    const found = file.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'nc_import_%'").all()
    return (found as { readonly name: string }[]).map(({ name }) => name)
  } finally {
    file.close()
  }
}

/** Sends a call and closes its connection once the work has begun. */
async function cancelled(path: string, init: RequestInit, hasBegun: () => Promise<boolean> | boolean): Promise<void> {
  const abort = new AbortController()
  const call = fetch(`${server.origin}${path}`, {
    method: 'POST',
    ...init,
    headers: { 'xc-auth': owner.token, ...init.headers },
    signal: abort.signal,
  })
  const answer = call.then(
    ({ status }) => `answered ${status}`,
    (error: unknown) => (error as Error).name,
  )
  await until(hasBegun, { interval: 2 })
  abort.abort()
  expect(await answer).toBe('AbortError')
}
const operation = (name: string, project?: string): string =>
  `/api/v1/operations/${name}${project === undefined ? '' : `?project=${project}`}`
const form = (): RequestInit => ({
  body: new Uint8Array(
    formBytes([
      { name: 'file', filename: 'things.zip', content: archive },
      { name: 'input', content: '{}' },
    ]),
  ),
  headers: { 'content-type': formType },
})
const json = (input: object): RequestInit => ({
  body: JSON.stringify(input),
  headers: { 'content-type': 'application/json' },
})

it('stops an export, and deletes its file before it is complete', async () => {
  const before = await sizesIn('copies')
  const isNew = ([name]: [string, number]): boolean => !Object.hasOwn(before, name)
  const written = async (): Promise<number> =>
    Math.max(
      0,
      ...Object.entries(await sizesIn('copies'))
        .filter(isNew)
        .map(([, size]) => size),
    )
  let largest = 0
  await cancelled(`${metadataExportPath}?project=${projectId}&rows=true`, {}, async () => (await written()) > 0)
  await until(
    async () => {
      largest = Math.max(largest, await written())
      return !Object.keys(await sizesIn('copies')).some((name) => !Object.hasOwn(before, name))
    },
    { interval: 2 },
  )
  expect(largest).toBeLessThan(archive.length)
  expect((await downloadMetadata(server, as(), true)).length).toBeGreaterThan(archive.length / 2)
}, 120_000)

it.each([
  ['an import of a new project', () => [operation('projectImport'), form()] as const],
  ['a restore of a snapshot', () => [operation('snapshotRestore', projectId), json({ id: snapshot })] as const],
])(
  'stops %s, and leaves no project and no file',
  async (_name, call) => {
    const [projects, files, copies] = await Promise.all([projectIds(), sizesIn('projects'), sizesIn('copies')])
    const added = async (): Promise<number[]> =>
      Object.entries(await sizesIn('projects')).flatMap(([name, size]) => (Object.hasOwn(files, name) ? [] : [size]))
    const [path, init] = call()
    await cancelled(path, init, async () => Math.max(0, ...(await added())) > 100_000)
    let largest = 0
    await until(
      async () => {
        const sizes = await added()
        largest = Math.max(largest, ...sizes)
        return sizes.length === 0
      },
      { interval: 2 },
    )
    // All rows need as much as in the original.
    expect(largest).toBeLessThan((await stat(filename)).size * 0.9)
    await untilNoneIn('copies', copies)
    expect(await projectIds()).toEqual(projects)
  },
  120_000,
)

it('stops an import and a restore into a project, and leaves no table', async () => {
  await server.operate('tableDelete', { table: 'thing' }, as())
  const copies = await sizesIn('copies')
  for (const [path, init] of [
    [operation('metadataImport', projectId), form()],
    [operation('snapshotRestoreTables', projectId), json({ id: snapshot })],
  ] as const) {
    await cancelled(path, init, () => stagingTables().length > 0)
    await until(() => stagingTables().length === 0)
    await untilNoneIn('copies', copies)
    expect([path, (await server.operate('tableList', {}, as())).map(({ name }) => name)]).toEqual([path, []])
  }
  // The project takes the next restore.
  expect(await server.operate('snapshotRestoreTables', { id: snapshot }, as())).toMatchObject({ rows: rowCount })
}, 120_000)
