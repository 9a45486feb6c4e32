import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { redactSecrets } from '@common/util/redact-secrets'
import type { Log } from './log'

const bytesMax = 64 * 1024

/**
 * Returns the last lines of the server's log without secrets, the oldest first; empty without a log.
 *
 * @param log  the open log, whose buffered lines are written first
 * @param linesMax  maximum number of lines, within the last 64 KiB
 */
export async function readLogTail(profileFolder: string, log: Pick<Log, 'flush'>, linesMax = 200): Promise<string[]> {
  await new Promise<void>((done) => log.flush(() => done()))
  const file = await open(join(profileFolder, 'logs', 'server.log')).catch(() => undefined)
  if (file === undefined) return []
  try {
    const { size } = await file.stat()
    const start = Math.max(0, size - bytesMax)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, bytesMax)), 0, undefined, start)
    const lines = buffer.subarray(0, bytesRead).toString('utf8').split('\n')
    // The first line may be cut, and a part of a secret has no name that gives it away.
    if (start > 0) lines.shift()
    return redactSecrets(
      lines
        .filter((line) => line !== '')
        .slice(-linesMax)
        .join('\n'),
    )
      .split('\n')
      .filter((line) => line !== '')
  } finally {
    await file.close()
  }
}
