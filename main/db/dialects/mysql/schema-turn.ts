import type { Connection } from 'mysql2'
import { AppError } from '@common/errors'
import { isConnectionLoss, isInterrupted } from './errors'
import { command } from './pool'

/** Of a server, not of a database: its name tells of which. */
const turn = `concat('basalt schema ', md5(database()))`
/** Longer than anybody waits: the time limit of a write ends it before. */
const waitSeconds = 86_400

/**
 * Makes a schema change while no other of ours is being made. A schema statement commits by itself, and the server
 * goes on with it though its caller was killed; the connection, and with it this turn, ends only thereafter.
 */
export async function inSchemaTurn<T>(
  connection: Connection,
  work: () => Promise<T>,
  stopped: () => boolean,
): Promise<T> {
  const isHeld = await take(connection)
  if (stopped()) throw new AppError('QUERY_CANCELLED')
  try {
    return await work()
  } finally {
    // When this fails, the connection is gone, and the turn with it.
    if (isHeld) await command(connection, `DO RELEASE_LOCK(${turn})`).catch(() => undefined)
  }
}

/** Servers in a cluster have no such locks: there a change is made without. */
async function take(connection: Connection): Promise<boolean> {
  try {
    await command(connection, `SELECT GET_LOCK(${turn}, ${String(waitSeconds)})`)
    return true
  } catch (error) {
    if (isConnectionLoss(error) || isInterrupted(error)) throw error
    return false
  }
}
