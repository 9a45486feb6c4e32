import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { killRounds } from '@tests/helpers/kill-rounds'
import { randomMoment } from '@tests/helpers/random-moment'
import { sendRequest, testPassword } from '@tests/helpers/server'
import { startServeProcess } from '@tests/helpers/serve-process'
import { until } from '@tests/helpers/until'

const rounds = killRounds(2)
const rowsPerBulk = 200
/** Time of several bulks. */
const roundMs = 300

/**
 * Kills a server while it stores rows in bulk. Every row of an acknowledged bulk must be there afterwards. A bulk that
 * was not acknowledged must be complete or absent.
 */
describe('A server killed while it inserts in bulk', () => {
  let profile: string
  let token: string
  let projectId: string
  let bulks = 0
  const acknowledged: number[] = []

  beforeAll(async () => {
    profile = await mkdtemp(join(tmpdir(), 'basalt-killed-'))
    const server = await startServeProcess(profile)
    const signUp = await sendRequest(server.origin, '/auth/signup', {
      method: 'POST',
      body: { email: 'owner@example.com', password: testPassword },
    })
    token = (signUp.json as { token: string }).token
    projectId = ((await operation(server.origin, 'projectCreateByWebWithXCDB', { title: 'Killed' })) as { id: string })
      .id
    await operation(server.origin, 'tableCreate', {
      tn: 'Batches',
      columns: [
        { cn: 'batch', uidt: 'Number' },
        { cn: 'position', uidt: 'Number' },
        { cn: 'text', uidt: 'LongText' },
      ],
    })
    expect(await server.stop()).toBe(0)
  })

  afterAll(() => rm(profile, { recursive: true, force: true }))

  const operation = async (origin: string, api: string, args: unknown): Promise<unknown> => {
    const answer = await sendRequest(origin, `/dashboard/?q=sqlOp_${api}`, {
      method: 'POST',
      token,
      body: { api, project_id: projectId, env: '_noco', dbAlias: 'db', args },
    })
    if (answer.status !== 200) throw new Error(`${api} answered ${answer.status}: ${answer.text}`)
    return answer.json
  }

  /** Stores bulk after bulk until the server exits. */
  const insertUntilGone = async (origin: string): Promise<void> => {
    for (;;) {
      const batch = (bulks += 1)
      const body = Array.from({ length: rowsPerBulk }, (_, position) => ({ batch, position, text: 'x'.repeat(500) }))
      try {
        const answer = await sendRequest(origin, `/nc/${projectId}/api/v1/Batches/bulk`, {
          method: 'POST',
          token,
          body,
        })
        if (answer.status === 200) acknowledged.push(batch)
      } catch {
        // The connection broke: the server exited.
        return
      }
    }
  }

  it(`keeps every acknowledged row and no part of another, ${rounds} times`, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const server = await startServeProcess(profile)
      const before = acknowledged.length
      const writers = [insertUntilGone(server.origin), insertUntilGone(server.origin)]
      // On a busy machine too, something was acknowledged.
      await until(() => acknowledged.length > before)
      await randomMoment(roundMs)
      await server.kill()
      await Promise.all(writers)
    }

    const [file] = (await readdir(join(profile, 'projects'))).filter((name) => name.endsWith('.sqlite'))
    const database = new Sqlite(join(profile, 'projects', file ?? ''))
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    const counts = new Map(
      database.prepare('SELECT batch, COUNT(*) FROM Batches GROUP BY batch').raw().all() as [number, number][],
    )
    database.close()
    expect(acknowledged.length).toBeGreaterThanOrEqual(rounds)
    for (const batch of acknowledged) expect(counts.get(batch), `batch ${batch}`).toBe(rowsPerBulk)
    for (const [batch, count] of counts) expect(count, `batch ${batch}`).toBe(rowsPerBulk)

    const server = await startServeProcess(profile)
    const answer = await sendRequest(server.origin, `/nc/${projectId}/api/v1/Batches/count`, { token })
    expect(answer.json).toEqual({ count: counts.size * rowsPerBulk })
    expect(await server.stop()).toBe(0)
  }, 180_000)
})
