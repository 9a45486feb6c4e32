import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDataApi } from '@main/dataapi'
import type { Database } from '@main/db/database'
import { portsOf } from '@tests/helpers/ports'
import { contextOf } from '@tests/helpers/context'
import { makeDatabaseFile } from '@tests/helpers/data-api'
import { startDataServer, type DataServer } from '@tests/helpers/http-data-api'
import { openTestDatabase, tableOf } from '@tests/helpers/test-database'

const count = 60_000
const formats = ['csv', 'tsv', 'json', 'ndjson', 'xlsx', 'sql']
const many = `
  CREATE TABLE Many (id INTEGER PRIMARY KEY, name TEXT, n INTEGER);
  WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < ${count})
    INSERT INTO Many SELECT i, 'row number ' || i, i * 7919 % 1000 FROM c;
  CREATE TABLE Loose (name TEXT, n INTEGER);
  INSERT INTO Loose SELECT name, n FROM Many WHERE id <= 2500;`

describe('a table larger than any page', () => {
  let server: DataServer
  beforeAll(async () => {
    server = await startDataServer()
  })
  afterAll(() => server.close())

  it('is sent whole, in its order', async () => {
    const api = await server.open({ sql: many })
    const plain = await api.call('GET', 'Many?format=ndjson&fields=id')
    expect(plain.text.trim().split('\n')).toEqual(Array.from({ length: count }, (_, at) => `{"id":${at + 1}}`))
    const sorted = await api.call('GET', 'Many?format=csv&sort=-n,name&fields=n')
    const lines = sorted.text.trim().split('\r\n').slice(1)
    const numbers = lines.map((line) => Number(line.split(',')[1]))
    expect(numbers).toHaveLength(count)
    expect(numbers.every((n, at) => at === 0 || n <= (numbers[at - 1] ?? 0))).toBe(true)
    expect(new Set(lines).size).toBe(count)
    // Without a key, rows are ordered by the database's row number.
    const loose = await api.call('GET', 'Loose?format=json')
    expect(loose.json).toHaveLength(2500)
    expect((loose.json as Record<string, unknown>[])[2499]).toEqual({ name: 'row number 2500', n: 500 })
    expect((await api.call('HEAD', 'Many?format=csv')).text).toBe('')
    await api.close()
  })
})

describe('a caller who leaves', () => {
  let database: Database
  let remove: () => void
  let reads = 0
  beforeAll(async () => {
    const file = makeDatabaseFile({ sql: many })
    remove = file.remove
    database = await openTestDatabase(file.filename)
  })
  afterAll(async () => {
    await database.close()
    remove()
  })

  let failsAt = Infinity
  const stream = async (format: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> => {
    const table = await tableOf(database, 'Many')
    const counted: Database = {
      ...database,
      dialect: database.dialect,
      read: (statement, options) => {
        reads += 1
        if (reads === failsAt) throw new Error('The database has gone')
        return database.read(statement, options)
      },
    }
    const api = createDataApi(portsOf(counted, () => table))
    reads = 0
    const answer = await api.handle({
      method: 'GET',
      projectId: 'p',
      segments: ['Many'],
      query: new URLSearchParams({ format }),
      body: undefined,
      context: contextOf(undefined, { signal }),
    })
    if (!answer.stream) throw new Error('There is no stream')
    return answer.stream
  }

  it.each(formats)('has nothing more of a %s read', async (format) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of await stream(format, new AbortController().signal)) {
      chunks.push(chunk)
      if (chunks.length === 2) break
    }
    const then = reads
    // Far fewer than the 60 batches of the whole table, and none after that.
    expect(then).toBeLessThan(45)
    await database.read({ sql: 'SELECT 1', params: [] })
    expect(reads).toBe(then)
  })

  it.each(formats)('is told when reading a %s breaks off, instead of being given half of it', async (format) => {
    failsAt = 3
    const read = async (): Promise<void> => {
      for await (const chunk of await stream(format, new AbortController().signal)) void chunk
    }
    await expect(read()).rejects.toThrow('The database has gone')
    failsAt = 1
    await expect(stream(format, new AbortController().signal)).rejects.toThrow('The database has gone')
    failsAt = Infinity
  })

  it('and says so by its signal ends the stream', async () => {
    const controller = new AbortController()
    const read = async (): Promise<void> => {
      for await (const chunk of await stream('csv', controller.signal)) {
        void chunk
        controller.abort()
      }
    }
    await expect(read()).rejects.toThrow()
  })
})
