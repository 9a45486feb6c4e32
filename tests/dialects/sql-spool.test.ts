import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSqlite } from '@main/db/dialects/sqlite/connection'
import { createSqliteThreads, type SqliteThreads } from '@main/db/dialects/sqlite/threads'
import { createSpool } from '@main/features/sql/spool'
import { RowPacker } from '@main/lib/packed-rows'
import { reusedSqlite } from '@tests/helpers/reused-sqlite'
import { sqliteWorkerUrl } from '@tests/helpers/worker'
import type { Spool } from '@main/features/sql/types'

let parent: string
let threads: SqliteThreads
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'basalt-spool-'))
  threads = createSqliteThreads({ workerUrl: sqliteWorkerUrl, ...reusedSqlite })
})
afterAll(async () => {
  await threads.close()
  rmSync(parent, { recursive: true, force: true })
})

const folder = (): string => join(parent, 'sql')
const made = (note: (event: string) => void = () => undefined): Spool =>
  createSpool({
    folder: folder(),
    open: async (filename) => {
      note('open')
      const opened = await openSqlite({ threads, filename, mode: 'builtIn', create: true })
      const close = async (): Promise<void> => {
        await opened.close()
        // Closing a large file takes longer than creating its folder again.
        for (let step = 0; step < 100; step += 1) await stat(parent)
        note('closed')
      }
      return new Proxy(opened, { get: (target, name) => (name === 'close' ? close : Reflect.get(target, name)) })
    },
    report: (error) => {
      throw error
    },
  })

it('The results of a killed server go at the next start, before anyone runs SQL', async () => {
  await mkdir(folder(), { recursive: true })
  writeFileSync(join(folder(), 'results.sqlite'), 'rest')
  await made().close()
  expect(existsSync(folder())).toBe(false)
})

it('A result that begins while the last one is dropped gets a new file', async () => {
  const events: string[] = []
  const spool = made((event) => events.push(event))
  const columns = [{ name: 'n', type: '', kind: 'number', origin: null }] as const
  const first = await spool.create(columns)
  const dropped = spool.drop([first])
  const second = await spool.create(columns)
  await dropped
  expect(events).toEqual(['open', 'closed', 'open'])
  const packer = new RowPacker(1, 1)
  packer.add(7)
  await spool.append(second, packer.take())
  expect(existsSync(join(folder(), 'results.sqlite'))).toBe(true)
  expect(await spool.row(second, 1)).toEqual([7])
  await spool.close()
  expect(existsSync(folder())).toBe(false)
})

it('Windows of a large result that ask for a new order at the same time all get their rows', async () => {
  const spool = made()
  const result = await spool.create([{ name: 'n', type: '', kind: 'number', origin: null }])
  const rows = 21_000
  const packer = new RowPacker(1, rows)
  for (let n = 0; n < rows; n += 1) packer.add(n)
  await spool.append(result, packer.take())
  result.isComplete = true
  for (const descending of [false, true, false]) {
    const windows = await Promise.all(
      [0, 200, 400].map((offset) =>
        spool.window(result, { offset, limit: 1, sort: [{ column: 0, descending }], filters: [] }),
      ),
    )
    expect(windows.map((each) => each.rows[0]?.[0])).toEqual(
      [0, 200, 400].map((offset) => (descending ? rows - 1 - offset : offset)),
    )
  }
  await spool.close()
})
