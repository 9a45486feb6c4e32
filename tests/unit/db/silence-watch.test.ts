import { ConnectionPool } from '@main/db/connection-pool'
import { isConnectionLoss as isMssqlLoss } from '@main/db/dialects/mssql/errors'
import { isConnectionLoss as isMysqlLoss } from '@main/db/dialects/mysql/errors'
import { isConnectionLoss as isPostgresLoss } from '@main/db/dialects/postgres/errors'
import { responds, silentError, StillSilent, type LivenessProbe } from '@main/db/silence-watch'
import { AppError } from '@common/errors'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

interface Connection {
  readonly server: object
  isOpen: boolean
}

const never = new Promise<never>(() => undefined)
const alive = (): LivenessProbe => ({ socket: { bytesRead: 0 }, opened: Promise.resolve() })
const silent = (): LivenessProbe => ({ socket: { bytesRead: 0 }, opened: never })
const failed = (code: string, bytesRead = 0): LivenessProbe => ({
  socket: { bytesRead },
  opened: Promise.reject(Object.assign(new Error(code), { code })),
})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a probe', () => {
  it.each([
    ['opens', alive, true],
    ['is refused', () => failed('ECONNREFUSED'), true],
    ['is rejected by the server', () => failed('1040', 60), true],
    ['ends after the first bytes', () => failed('ETIMEDOUT', 60), true],
    ['leads nowhere', () => failed('EHOSTUNREACH'), false],
    ['receives nothing', silent, false],
    ['receives something, and then nothing', () => ({ ...silent(), socket: { bytesRead: 1 } }), true],
  ])('that %s', async (_, probe, expected) => {
    const answer = responds(probe())
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await answer).toBe(expected)
  })

  it('waits again after this process stood still', async () => {
    let open = (): void => undefined
    const opened = new Promise<void>((resolve) => (open = resolve))
    const answer = responds({ socket: { bytesRead: 0 }, opened })
    const now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 60_000)
    await vi.advanceTimersByTimeAsync(2_000)
    clock.mockRestore()
    open()
    expect(await answer).toBe(true)
  })
})

describe('a pool whose server may fall silent', () => {
  let probe: () => LivenessProbe
  let connect: () => Promise<Connection>
  let pool: ConnectionPool<Connection>
  let abandoned: Connection[]
  let avoided: object[]
  const first = { name: 'first' }
  const second = { name: 'second' }
  const on = (server: object) => (): Promise<Connection> => Promise.resolve({ server, isOpen: true })
  beforeEach(() => {
    probe = alive
    connect = on(first)
    abandoned = []
    avoided = []
    pool = new ConnectionPool<Connection>({
      max: 2,
      connect: () => connect(),
      isOpen: ({ isOpen }) => isOpen,
      end: (connection) => (connection.isOpen = false),
      translateError: (error) =>
        error instanceof AppError ? error : new AppError('DATABASE_UNAVAILABLE', {}, { cause: error }),
      liveness: {
        serverOf: ({ server }) => server,
        probe: () => probe(),
        abandon: (connection) => {
          connection.isOpen = false
          abandoned.push(connection)
        },
        silent: ({ server }) => avoided.push(server),
      },
    })
  })
  afterEach(() => void pool.close())

  /** Code of the error, and the time after which it came. */
  const refusal = async (acquired: Promise<Connection>): Promise<[code: string, ms: number]> => {
    const beganAt = performance.now()
    return acquired.then(
      () => ['none', 0],
      (error: unknown) => [(error as AppError).code, Math.round(performance.now() - beganAt)],
    )
  }

  it('closes all its connections after three seconds, and opens others on another server', async () => {
    const [used, idle] = await Promise.all([pool.acquire(), pool.acquire()])
    pool.release(idle, true)
    probe = silent
    connect = on(second)
    await vi.advanceTimersByTimeAsync(2_900)
    expect(abandoned).toEqual([])
    await vi.advanceTimersByTimeAsync(1_200)
    expect(abandoned).toEqual([idle, used])
    expect(avoided).toEqual([first])
    expect((await pool.acquire()).server).toBe(second)
    pool.release(used, false)
    expect((await pool.acquire()).server).toBe(second)
  })

  it('keeps long statements while the server answers new connections', async () => {
    const used = await pool.acquire()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(abandoned).toEqual([])
    pool.release(used, true)
  })

  it('keeps long statements while others are answered', async () => {
    const used = await pool.acquire()
    probe = silent
    for (let turn = 0; turn < 20; turn += 1) {
      const other = await pool.acquire()
      await vi.advanceTimersByTimeAsync(500)
      pool.release(other, true)
    }
    expect(abandoned).toEqual([])
    pool.release(used, true)
  })

  it('lets requests wait for a second only while it is silent, and uses connections that open later', async () => {
    const used = [await pool.acquire(), await pool.acquire()]
    const waiting = refusal(pool.acquire())
    probe = silent
    let open = (_connection: Connection): void => undefined
    connect = () => new Promise((resolve) => (open = resolve))
    await vi.advanceTimersByTimeAsync(3_000)
    for (const each of used) pool.release(each, false)
    const next = refusal(pool.acquire())
    const later = refusal(pool.acquire())
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await waiting).toEqual(['DATABASE_UNAVAILABLE', 4_000])
    expect(await next).toEqual(['DATABASE_UNAVAILABLE', 1_000])
    expect(await later).toEqual(['DATABASE_UNAVAILABLE', 1_000])
    const late = { server: first, isOpen: true }
    open(late)
    await vi.advanceTimersByTimeAsync(0)
    expect(await pool.acquire()).toBe(late)
    pool.release(late, false)
  })

  it('knows silence by a connection that takes too long as well', async () => {
    connect = () =>
      new Promise((_, reject) => {
        setTimeout(() => reject(Object.assign(new Error('connect'), { code: 'ETIMEDOUT' })), 5_000)
      })
    const calls = [1, 2, 3].map(() => refusal(pool.acquire()))
    await vi.advanceTimersByTimeAsync(7_000)
    expect((await Promise.all(calls)).map(([, ms]) => ms)).toEqual([5_000, 5_000, 6_000])
    const next = refusal(pool.acquire())
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await next).toEqual(['DATABASE_UNAVAILABLE', 1_000])
    await vi.advanceTimersByTimeAsync(10_000)
  })
})

it.each([
  ['PostgreSQL', isPostgresLoss],
  ['MariaDB', isMysqlLoss],
  ['SQL Server', isMssqlLoss],
])('a read on %s runs again after its server fell silent, but waits once for a new connection', (_, isLoss) => {
  expect([isLoss(silentError()), isLoss(new StillSilent('No connection opened'))]).toEqual([true, false])
})
