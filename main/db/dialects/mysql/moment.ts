import type { Connection, FieldPacket } from 'mysql2'
import type { TablesOfMoment } from '@main/db/database'
import type { Dialect } from '@main/db/dialect'
import { MomentChunk, selectAll } from '@main/db/moment'
import { command } from './pool'
import { readValues } from './values'

/** Rows that the driver reads ahead, of any size. */
const rowsAhead = 32

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
        const chunk = new MomentChunk<unknown[]>()
        for await (const row of query.stream({ highWaterMark: rowsAhead }) as AsyncIterable<unknown[]>)
          if (chunk.add(row)) yield readValues(chunk.take(), fields)
        const rest = chunk.take()
        if (rest.length > 0) yield readValues(rest, fields)
      },
    })
  } finally {
    // If it fails too, the connection is lost, and the server ends the transaction.
    await command(connection, 'ROLLBACK').catch(() => undefined)
  }
}
