import type { Connection } from 'mysql2'
import { AppError } from '@common/errors'
import { isConnectionLoss, isInterrupted } from './errors'
import { command } from './pool'

/** Name of the lock. Locks belong to the server, so the name includes the database. */
const turn = `concat('basalt schema ', md5(database()))`
/** Practically unlimited: the time limit of the write applies first. */
const waitSeconds = 86_400

/**
 * Runs a schema change under a lock that excludes our other ones. A schema statement commits by itself and continues
 * even if its caller was killed; the connection, and with it the lock, ends only afterwards.
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
    // If this fails, the connection is lost and the lock with it.
    if (isHeld) await command(connection, `DO RELEASE_LOCK(${turn})`).catch(() => undefined)
  }
}

/** Clusters have no such locks; changes run without one. */
async function take(connection: Connection): Promise<boolean> {
  try {
    await command(connection, `SELECT GET_LOCK(${turn}, ${String(waitSeconds)})`)
    return true
  } catch (error) {
    if (isConnectionLoss(error) || isInterrupted(error)) throw error
    return false
  }
}
