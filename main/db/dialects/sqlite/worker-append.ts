import type { StoredValue } from '@common/columns/column-type'
import type { RowsToAppend } from '@main/db/statement'
import { RowUnpacker } from '@main/lib/packed-rows'
import { quote } from './literals'
import { bindInPlace, type Connection } from './worker-connection'
import { continueJob, startJob, stopIfCancelled } from './worker-slots'
import { cancelled, failureOf, rollBack, type Outcome } from './worker-writes'

/** Values that one statement binds: calling it costs more than a row does, but a long one is not quicker any more. */
const valuesAtOnce = 128
const rowsBetweenChecks = 64

/** Adds packed rows in one transaction. */
export function appendRows(connection: Connection, slot: number, order: RowsToAppend): Outcome {
  if (!startJob(slot)) return cancelled
  continueJob(slot)
  const { database } = connection
  try {
    // The next commit of others writes all of the log to the disk, and waits for it: these rows need not.
    connection.waitForDisk(false)
    database.exec('BEGIN IMMEDIATE')
    connection.refuseUnguarded()
    insert(connection, order)
    connection.refuseReplaced()
    database.exec('COMMIT')
    return { results: [] }
  } catch (error) {
    rollBack(connection)
    return { failure: failureOf(error, { sql: 'INSERT' }) }
  } finally {
    connection.waitForDisk(true)
  }
}

function insert(connection: Connection, { table, columns, rows, same, lines }: RowsToAppend): void {
  const width = columns.length
  const together = Math.max(1, Math.floor(valuesAtOnce / width))
  const row = `(${columns.map(() => '?').join(', ')})`
  const names = columns.map(quote).join(', ')
  const statementFor = (count: number) =>
    connection.prepare(`INSERT INTO ${quote(table)} (${names}) VALUES ${Array(count).fill(row).join(', ')}`)
  const [several, one] = [statementFor(together), statementFor(1)]
  const unpacker = new RowUnpacker(rows)
  const params: StoredValue[] = Array<StoredValue>(width * together).fill(null)
  const alone: StoredValue[] = Array<StoredValue>(width).fill(null)
  const fill = (values: StoredValue[], from: number, at: number): void => {
    unpacker.into(values, from)
    let place = from + rows.width
    for (const value of same) values[place++] = value
    if (lines !== undefined) values[place] = lines[at] ?? 0
  }
  let at = 0
  while (at < rows.count) {
    const isAlone = at + together > rows.count
    const values = isAlone ? alone : params
    const count = isAlone ? 1 : together
    for (let n = 0; n < count; n += 1) fill(values, n * width, at + n)
    bindInPlace(values)
    ;(isAlone ? one : several).run(values)
    at += count
    if (at % rowsBetweenChecks < count) stopIfCancelled()
  }
}
