import type { Connection, FieldPacket } from 'mysql2'
import type { TablesOfMoment } from '@main/db/database'
import type { Dialect } from '@main/db/dialect'
import { momentRows, selectAll } from '@main/db/moment'
import { command } from './pool'
import { readValues } from './values'

/** Runs work in a transaction that sees one state of all InnoDB tables. Writers don't wait for it. */
export async function readAtOneMoment<T>(
  connection: Connection,
  dialect: Dialect,
  work: (tables: TablesOfMoment) => Promise<T>,
): Promise<T> {
  await command(connection, 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
  await command(connection, 'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY')
  try {
    return await work({
      rows: async function* ({ name }, columns) {
        const query = connection.query({ sql: selectAll(dialect, name, columns), rowsAsArray: true })
        let fields: FieldPacket[] = []
        query.on('fields', (given: FieldPacket[]) => (fields = given))
        let chunk: unknown[][] = []
        for await (const row of query.stream({ highWaterMark: momentRows }) as AsyncIterable<unknown[]>) {
          chunk.push(row)
          if (chunk.length < momentRows) continue
          yield readValues(chunk, fields)
          chunk = []
        }
        if (chunk.length > 0) yield readValues(chunk, fields)
      },
    })
  } finally {
    // If it fails too, the connection is lost, and the server ends the transaction.
    await command(connection, 'ROLLBACK').catch(() => undefined)
  }
}
