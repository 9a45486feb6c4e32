import { mkdtempSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SnapshotDifference, WireSnapshot } from '@common/operations/snapshots'
import { importTablePrefix } from '@common/wire/names'
import { describeEngines, engineProject, type OpenedEngine } from '@tests/helpers/engines'
import { killRounds } from '@tests/helpers/kill-rounds'
import { randomMoment } from '@tests/helpers/random-moment'
import { sendRequest, testPassword } from '@tests/helpers/request'
import { startServeProcess, type ServeProcess } from '@tests/helpers/serve-process'
import { until } from '@tests/helpers/until'

/** Rows of the table. Each row of a server's database costs a row lock, and the table is written many times. */
const tableRows = { sqlite: 20_000, postgres: 6_000, mysql: 6_000, mssql: 6_000 } as const
const bulkRows = 2_000
const pageRows = 1_000
const rounds = killRounds(1)

/*
 * Kills a server while it takes or restores a snapshot. Afterwards each listed snapshot is complete, each project has
 * all records, each table has those before or after a restore, and no file of the killed server is left.
 */
await describeEngines('killed snapshots', { nightly: 'all' }, (engine) => {
  const rowsInTable = tableRows[engine.dialect]
  const profile = mkdtempSync(join(tmpdir(), 'basalt-killed-snapshots-'))
  let server: ServeProcess
  let opened: OpenedEngine
  let token = ''
  let projectId = ''

  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await sendRequest(server.origin, path, { method, token, body })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
    return answer.json
  }
  const operate = (name: string, body: unknown): Promise<unknown> =>
    send('POST', `/api/v1/operations/${name}?project=${projectId}`, body)
  const listed = async (): Promise<readonly WireSnapshot[]> =>
    ((await operate('snapshotList', {})) as { list: WireSnapshot[] }).list
  const namesIn = (folder: string): string[] => readdirSync(join(profile, folder))
  const rowsOf = async (project: string): Promise<unknown[]> => {
    const rows: unknown[] = []
    for (let offset = 0; offset < rowsInTable; offset += pageRows) {
      const page = `/nc/${project}/api/v1/things?sort=id&limit=${pageRows}&offset=${offset}`
      rows.push(...((await send('GET', page)) as unknown[]))
    }
    return rows
  }
  const restart = async (): Promise<void> => {
    await server.kill()
    server = await startServeProcess(profile)
  }
  /** Starts a call whose server is about to be killed. */
  const begin = (name: string, body: unknown) => operate(name, body).catch((error: unknown) => error)
  /** The tidying runs in the background, and ends before the server stops. */
  const tidied = async (): Promise<void> => {
    expect(await server.stop()).toBe(0)
    server = await startServeProcess(profile)
  }
  const expectComplete = async (): Promise<void> => {
    await tidied()
    const snapshots = await listed()
    expect(namesIn('snapshots').toSorted()).toEqual(snapshots.map(({ id }) => `${id}.zip`).toSorted())
    expect(namesIn('copies')).toEqual([])
    for (const { id, rows } of snapshots) {
      expect(rows).toBe(rowsInTable)
      const differences = (await operate('snapshotCompare', { id })) as SnapshotDifference[]
      expect(differences).toMatchObject([{ table: 'things', state: 'same', added: 0, changed: 0, deleted: 0 }])
    }
  }

  beforeAll(async () => {
    server = await startServeProcess(profile)
    const account = { email: 'owner@example.com', password: testPassword }
    token = ((await send('POST', '/auth/signup', account)) as { token: string }).token
    opened = await engine.open()
    const [create, given] =
      engine.dialect === 'sqlite'
        ? (['projectCreate', { title: 'Shop', projectType: 'rest' }] as const)
        : engineProject(engine, opened)
    projectId = ((await operate(create, given)) as { id: string }).id
    const columns = [
      { name: 'id', type: 'ID' },
      { name: 'name', type: 'SingleLineText' },
      { name: 'price', type: 'Decimal', options: { precision: 2 } },
    ]
    await operate('tableCreate', { table: 'things', columns })
    for (let from = 0; from < rowsInTable; from += bulkRows)
      await send(
        'POST',
        `/nc/${projectId}/api/v1/things/bulk`,
        Array.from({ length: bulkRows }, (_, at) => ({ name: `Thing ${from + at}`, price: (from + at) / 4 })),
      )
  })
  afterAll(async () => {
    await server.stop()
    await opened.drop()
    await rm(profile, { recursive: true, force: true })
  })

  it.each([
    // Only SQLite is copied first. Other databases show one moment to a transaction.
    ...(engine.dialect === 'sqlite' ? [['copies the database', 'copies', '.moment'] as const] : []),
    ['writes the file', 'snapshots', '.part'],
  ] as const)('killed while it %s, leaves no snapshot', async (_step, folder, ending) => {
    const hasFile = (): boolean => namesIn(folder).some((name) => name.endsWith(ending))
    const taking = begin('snapshotTake', { title: 'Half' })
    await until(hasFile)
    await server.kill()
    expect(await taking).toBeInstanceOf(Error)
    expect(hasFile()).toBe(true)
    server = await startServeProcess(profile)
    expect(await listed()).toEqual([])
    await expectComplete()
  })

  it('killed while it takes a snapshot, has it or not', async () => {
    const startedMs = performance.now()
    await operate('snapshotTake', { title: 'Complete' })
    const takeMs = performance.now() - startedMs
    for (let round = 0; round < rounds; round += 1) {
      const taking = begin('snapshotTake', { title: `Round ${round}` })
      await randomMoment(takeMs)
      await restart()
      const answer = await taking
      // An answer that arrived before the kill holds.
      if (!(answer instanceof Error))
        expect((await listed()).map(({ id }) => id)).toContain((answer as WireSnapshot).id)
    }
    await expectComplete()
  }, 120_000)

  it('killed while it restores a snapshot, has a project with every record, or none', async () => {
    const [snapshot] = await listed()
    const restore = { id: snapshot?.id, title: 'Then' }
    const startedMs = performance.now()
    const whole = (await operate('snapshotRestore', restore)) as { id: string }
    const restoreMs = performance.now() - startedMs
    const wanted = await rowsOf(projectId)
    expect(wanted).toHaveLength(rowsInTable)
    expect(await rowsOf(whole.id)).toEqual(wanted)
    for (let round = 0; round < rounds; round += 1) {
      const restoring = begin('snapshotRestore', restore)
      await randomMoment(restoreMs)
      await restart()
      await restoring
    }
    await tidied()
    const projects = (await send('POST', '/api/v1/operations/projectList', {})) as { id: string }[]
    for (const { id } of projects) expect(await rowsOf(id)).toEqual(wanted)
  }, 120_000)

  it('killed while it restores a deleted table, has it with every record, or not at all', async () => {
    const [snapshot] = await listed()
    const restore = { id: snapshot?.id }
    const wanted = await rowsOf(projectId)
    const tables = async () => ((await operate('tableList', {})) as { readonly name: string }[]).map(({ name }) => name)
    const drop = (): Promise<unknown> => operate('tableDelete', { table: 'things' })
    await drop()
    const startedMs = performance.now()
    await operate('snapshotRestoreTables', restore)
    const restoreMs = performance.now() - startedMs
    for (let round = 0; round < rounds; round += 1) {
      await drop()
      const restoring = begin('snapshotRestoreTables', restore)
      await randomMoment(restoreMs)
      await restart()
      const answer = await restoring
      await tidied()
      const left = await tables()
      // An answer that arrived before the kill holds.
      if (!(answer instanceof Error)) expect(left).toEqual(['things'])
      if (left.length === 0) await operate('snapshotRestoreTables', restore)
      expect(await tables()).toEqual(['things'])
      expect(await rowsOf(projectId)).toEqual(wanted)
    }
    if (engine.dialect === 'sqlite') return
    const stored = await opened.database.dialect.introspect.listTables(opened.database)
    expect(stored.filter(({ name }) => name.startsWith(importTablePrefix))).toEqual([])
  }, 240_000)

  it('killed while it restores records, has all of the earlier ones, or none', async () => {
    const [snapshot] = await listed()
    const restore = { id: snapshot?.id }
    const changed = 4_000
    const change = (): Promise<unknown> =>
      send(
        'PUT',
        `/nc/${projectId}/api/v1/things/bulk`,
        Array.from({ length: changed }, (_, at) => ({ id: at + 1, name: `Changed ${at}` })),
      )
    /** Returns the number of records that differ from the snapshot. */
    const differing = async (): Promise<number | undefined> => {
      const [things] = (await operate('snapshotCompare', restore)) as SnapshotDifference[]
      expect(things).toMatchObject({ table: 'things', added: 0, deleted: 0 })
      return things?.changed
    }
    await change()
    expect(await differing()).toBe(changed)
    const startedMs = performance.now()
    await operate('snapshotRestoreRecords', restore)
    const restoreMs = performance.now() - startedMs
    expect(await differing()).toBe(0)
    for (let round = 0; round < rounds; round += 1) {
      await change()
      const restoring = begin('snapshotRestoreRecords', restore)
      await randomMoment(restoreMs)
      await restart()
      const answer = await restoring
      const left = await differing()
      expect([0, changed]).toContain(left)
      // An answer that arrived before the kill holds.
      if (!(answer instanceof Error)) expect(left).toBe(0)
    }
  }, 120_000)
})
