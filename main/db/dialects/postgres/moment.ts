import type { Client } from 'pg'
import type { StoredValue } from '@common/columns/column-type'
import type { TablesOfMoment } from '@main/db/database'
import { momentRows, selectAll } from '@main/db/moment'
import { postgresDialect } from '.'
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
        for (;;) {
          const text = `FETCH ${momentRows} FROM ${cursor}`
          const { rows } = await client.query<StoredValue[]>({ text, rowMode: 'array', types: valueTypes })
          if (rows.length > 0) yield rows
          if (rows.length < momentRows) break
        }
        await client.query(`CLOSE ${cursor}`)
      },
    })
  } finally {
    // If it fails too, the connection is lost, and the server ends the transaction.
    await client.query('ROLLBACK').catch(() => undefined)
  }
}
