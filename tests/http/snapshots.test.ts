import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'
import { until } from '@tests/helpers/until'

await describeEngines('Snapshots', (engine) => {
  let opened: OpenedEngine
  let server: TestServer
  let owner: TestUser
  let as: { token: string; projectId: string }
  beforeEach(async () => {
    opened = await engine.open()
    server = await startServer()
    owner = await server.signUp()
    as = { token: owner.token, projectId: await createEngineProject(server, owner, engine, opened) }
    for (const table of ['things', 'others'])
      await server.operate(
        'tableCreate',
        {
          table,
          columns: [
            { name: 'id', type: 'ID' },
            { name: 'name', type: 'SingleLineText' },
            { name: 'price', type: 'Decimal', options: { precision: 2 } },
            { name: 'day', type: 'Date' },
          ],
        },
        as,
      )
    await write(
      'things/bulk',
      'POST',
      [1, 2, 3, 4].map((n) => ({ name: `Thing ${n}`, price: n / 4, day: '2024-02-29' })),
    )
    await write('others/bulk', 'POST', [{ name: 'Other' }])
  })
  afterEach(async () => {
    await server.close()
    await opened.drop()
  })

  const request = async (path: string, method: string, body?: unknown, projectId = as.projectId): Promise<unknown> => {
    const answer = await server.request(`/nc/${projectId}/api/v1/${path}`, { method, token: as.token, body })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
    return answer.json
  }
  const write = (path: string, method: string, body?: unknown): Promise<unknown> => request(path, method, body)
  const rowsOf = (table: string, projectId?: string): Promise<unknown> =>
    request(`${table}?sort=id&limit=100`, 'GET', undefined, projectId)

  it('count what was added, changed and deleted since', async () => {
    const { id, tables, rows, user } = await server.operate('snapshotTake', { title: 'Before' }, as)
    expect([tables, rows, user]).toEqual([2, 5, owner.email])
    const compare = () => server.operate('snapshotCompare', { id }, as)
    expect((await compare()).map(({ state }) => state)).toEqual(['same', 'same'])
    await write('things/1', 'PUT', { name: 'Renamed' })
    await write('things/2', 'PUT', { price: 9.5 })
    await write('things/3', 'DELETE')
    await write('things', 'POST', { name: 'New' })
    await server.operate('tableDelete', { table: 'others' }, as)
    await server.operate('tableCreate', { table: 'later', columns: [{ name: 'name', type: 'SingleLineText' }] }, as)
    expect((await compare()).toSorted((one, other) => one.table.localeCompare(other.table))).toEqual([
      { table: 'later', title: 'later', state: 'created', added: 0, changed: 0, deleted: 0, restorable: false },
      { table: 'others', title: 'others', state: 'deleted', added: 0, changed: 0, deleted: 1, restorable: false },
      { table: 'things', title: 'things', state: 'changed', added: 1, changed: 2, deleted: 1, restorable: true },
    ])
  })

  it('become a new project with the earlier records, and bring deleted tables back', async () => {
    const [things, others] = [await rowsOf('things'), await rowsOf('others')]
    const { id } = await server.operate('snapshotTake', {}, as)
    await write('things/1', 'DELETE')
    await server.operate('tableDelete', { table: 'others' }, as)
    const made = await server.operate('snapshotRestore', { id, title: 'Then' }, as)
    expect(made).toMatchObject({ title: 'Then', tables: 2, rows: 5 })
    expect([await rowsOf('things', made.id), await rowsOf('others', made.id)]).toEqual([things, others])
    const restored = await server.operate('snapshotRestoreTables', { id }, as)
    expect(restored).toEqual({ created: 1, changed: 1, rows: 1 })
    expect(await rowsOf('others')).toEqual(others)
    expect((await rowsOf('things')) as unknown[]).toHaveLength(3)
  })

  it('are listed until they are deleted, with their file', async () => {
    const { id } = await server.operate('snapshotTake', {}, as)
    const file = join(server.profileFolder, 'snapshots', `${id}.zip`)
    expect((await server.operate('snapshotList', {}, as)).list.map((each) => each.id)).toEqual([id])
    expect(existsSync(file)).toBe(true)
    await server.operate('snapshotDelete', { id }, as)
    expect(await server.operate('snapshotList', {}, as)).toEqual({ list: [], running: null })
    expect(existsSync(file)).toBe(false)
    const again = await server.request(`/api/v1/operations/snapshotCompare?project=${as.projectId}`, {
      method: 'POST',
      token: as.token,
      body: { id },
    })
    expect([again.status, again.error.code]).toEqual([404, 'SNAPSHOT_NOT_FOUND'])
  })
})

it('Snapshots restore the records of tables with a key, and tell which have none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'basalt-keyless-'))
  const filename = join(folder, 'shop.sqlite')
  const file = new Sqlite(filename)
  file.exec('CREATE TABLE notes (body text); CREATE TABLE things (id integer PRIMARY KEY, name text)')
  file.close()
  const server = await startServer()
  try {
    const { token } = await server.signUp()
    const { id: projectId } = await server.call('projectCreateFromFile', { filename }, { token })
    const as = { token, projectId }
    const { id } = await server.operate('snapshotTake', {}, as)
    for (const [table, body] of [
      ['notes', { body: 'New' }],
      ['things', { name: 'New' }],
    ] as const)
      await server.request(`/nc/${projectId}/api/v1/${table}`, { method: 'POST', token, body })
    const compared = async () =>
      new Map((await server.operate('snapshotCompare', { id }, as)).map((each) => [each.table, each]))
    const before = await compared()
    expect(before.get('notes')).toMatchObject({ state: 'changed', added: 1, restorable: false })
    expect(before.get('things')).toMatchObject({ state: 'changed', added: 1, restorable: true })
    expect(await server.operate('snapshotRestoreRecords', { id }, as)).toMatchObject({ deleted: 1, skipped: ['notes'] })
    const after = await compared()
    expect([after.get('notes')?.state, after.get('things')?.state]).toEqual(['changed', 'same'])
  } finally {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
})

it('Files of snapshots go with their project', async () => {
  const server = await startServer()
  const { token } = await server.signUp()
  const folder = join(server.profileFolder, 'snapshots')
  const projectOf = async (title: string): Promise<{ token: string; projectId: string }> => {
    const { id } = await server.operate('projectCreate', { title, projectType: 'rest' }, { token })
    return { token, projectId: id }
  }
  const [shop, other] = [await projectOf('Shop'), await projectOf('Other')]
  await server.operate('snapshotTake', {}, shop)
  const { id } = await server.operate('snapshotTake', {}, other)
  await server.call('projectDelete', {}, shop)
  await until(() => readdirSync(folder).length === 1)
  expect(readdirSync(folder)).toEqual([`${id}.zip`])
  await server.close()
})

it('Files of a snapshot that a killed server left go at the next start', async () => {
  const profileFolder = mkdtempSync(join(tmpdir(), 'basalt-snapshots-'))
  try {
    const first = await startServer({ profileFolder })
    const { token } = await first.signUp()
    const { id: projectId } = await first.operate('projectCreate', { title: 'Shop', projectType: 'rest' }, { token })
    const { id } = await first.operate('snapshotTake', {}, { token, projectId })
    await first.close()
    const folder = join(profileFolder, 'snapshots')
    // Half written, and complete without being listed.
    for (const name of [`${'0'.repeat(32)}.part`, `${'1'.repeat(32)}.zip`]) writeFileSync(join(folder, name), 'half')
    const second = await startServer({ profileFolder })
    await second.close()
    expect(readdirSync(folder)).toEqual([`${id}.zip`])
  } finally {
    await rm(profileFolder, { recursive: true, force: true })
  }
})
