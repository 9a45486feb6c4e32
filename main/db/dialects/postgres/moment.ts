import type { Client, Query, QueryArrayConfig } from 'pg'
import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { TablesOfMoment } from '@main/db/database'
import { MomentChunk, momentRows, selectAll } from '@main/db/moment'
import { postgresDialect } from '.'
import { driver } from './driver'
import { valueTypes } from './values'

/** Runs work in a transaction that sees one state of the database. Writers don't wait for it. */
export async function readAtOneMoment<T>(client: Client, work: (tables: TablesOfMoment) => Promise<T>): Promise<T> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  let cursors = 0
  try {
    // The first statement chooses the moment.
    await client.query('SELECT 1')
    return await work({
      rows: async function* ({ name }, columns) {
        const cursor = `moment_${(cursors += 1)}`
        await client.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${selectAll(postgresDialect, name, columns)}`)
        for (let count = momentRows; count === momentRows;) {
          count = 0
          for await (const rows of fetched(client, `FETCH ${momentRows} FROM ${cursor}`)) {
            count += rows.length
            yield rows
          }
        }
        await client.query(`CLOSE ${cursor}`)
      },
    })
  } finally {
    // If it fails too, the connection is lost, and the server ends the transaction.
    await client.query('ROLLBACK').catch(() => undefined)
  }
}

/** Yields the rows of a statement in chunks. The server waits while a chunk is being used. */
async function* fetched(client: Client, text: string): AsyncGenerator<StoredValue[][]> {
  const config: QueryArrayConfig = { text, values: [], rowMode: 'array', types: valueTypes }
  const query = new (driver().Query)(config) as Query & NodeJS.EventEmitter
  const socket = 'connection' in client ? client.connection.stream : undefined
  const chunk = new MomentChunk()
  const full: StoredValue[][][] = []
  let isDone = false
  let isLeft = false
  let failure: { readonly error: unknown } | undefined
  let wake = (): void => undefined
  query.on('row', (row: StoredValue[]) => {
    if (isLeft || !chunk.add(row)) return
    full.push(chunk.take())
    socket?.pause()
    wake()
  })
  const end = (): void => {
    isDone = true
    wake()
  }
  const fail = (error: unknown): void => {
    failure ??= { error }
    end()
  }
  const lost = (): void => fail(new AppError('DATABASE_UNAVAILABLE'))
  query.on('end', end)
  query.on('error', fail)
  client.on('end', lost)
  client.query(query)
  try {
    for (;;) {
      const rows = full.shift()
      if (rows !== undefined) {
        yield rows
        continue
      }
      if (failure !== undefined) throw failure.error
      if (isDone) break
      const next = new Promise<void>((resolve) => (wake = resolve))
      socket?.resume()
      await next
    }
    const rest = chunk.take()
    if (rest.length > 0) yield rest
  } finally {
    client.off('end', lost)
    // The next statement waits for the rows that a reader left.
    isLeft = true
    socket?.resume()
  }
}
