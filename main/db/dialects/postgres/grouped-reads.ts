import type { Client } from 'pg'
import type { StoredValue } from '@common/columns/column-type'
import type { ReadOptions } from '@main/db/database'
import { isIsolated } from '@main/db/isolated'
import { Lru } from '@main/lib/lru'
import type { Statement } from '@main/db/statement'

/** Reads of a group, which use one connection one after the other. */
const groupMax = 16
/** Average time of a read beyond which the reads of a text run beside each other, as those of a slow view. */
const slowMs = 50
/** Afterwards, they run in a group once more. */
const slowForMs = 10_000
const slowTextsMax = 1_000

export interface GroupRead {
  /** Rows of each statement; undefined if it failed. */
  readonly rows: readonly (StoredValue[][] | undefined)[]
  /** Time of the statements, without that of waiting for a connection. */
  readonly tookMs: number
}

interface WaitingRead {
  readonly statement: Statement
  readonly resolve: (rows: Promise<StoredValue[][]>) => void
}

/** True for quick reads that nothing ends early, so that they can share a connection. */
export function mayShareConnection({ sql, repeats }: Statement, options: ReadOptions): boolean {
  return (
    repeats === true &&
    options.lane === 'short' &&
    !isIsolated(sql) &&
    options.asStored === undefined &&
    options.signal === undefined &&
    options.timeoutMs === undefined &&
    options.mayUseStandby !== true
  )
}

/**
 * Groups reads with the same text that begin in one turn of the event loop: requests whose session was read by one query
 * read their rows together. Each read stays a statement of its own. They go to the server in one packet, so neither side
 * wakes up for each of them. Reads with another text may wait for a lock, so they never share the connection.
 *
 * @param readOne  for a read alone, and for each that fails in its group
 * @param readAll  runs statements on one connection
 */
export function createGroupedReads(
  readOne: (statement: Statement) => Promise<StoredValue[][]>,
  readAll: (statements: readonly Statement[]) => Promise<GroupRead>,
): (statement: Statement) => Promise<StoredValue[][]> {
  const groups = new Map<string, WaitingRead[]>()
  const slowUntilMs = new Lru<string, number>(slowTextsMax)

  const readGroup = async (group: readonly WaitingRead[]): Promise<GroupRead['rows']> => {
    const { rows, tookMs } = await readAll(group.map(({ statement }) => statement))
    if (tookMs > slowMs * group.length) slowUntilMs.set(group[0]?.statement.sql ?? '', performance.now() + slowForMs)
    return rows
  }

  const run = (sql: string, group: readonly WaitingRead[]): void => {
    if (group.length === 1 || performance.now() < (slowUntilMs.get(sql) ?? 0)) {
      for (const { statement, resolve } of group) resolve(readOne(statement))
      return
    }
    const reading = readGroup(group)
    for (const [at, { statement, resolve }] of group.entries())
      resolve(reading.then((rows) => rows[at] ?? readOne(statement)))
  }

  const runAll = (): void => {
    const waiting = [...groups]
    groups.clear()
    for (const [sql, group] of waiting)
      for (let from = 0; from < group.length; from += groupMax) run(sql, group.slice(from, from + groupMax))
  }

  return (statement) =>
    new Promise((resolve) => {
      if (groups.size === 0) setImmediate(runAll)
      const group = groups.get(statement.sql)
      if (group === undefined) groups.set(statement.sql, [{ statement, resolve }])
      else group.push({ statement, resolve })
    })
}

/** Runs work that sends several statements, and sends them in one packet. */
export function inOnePacket<T>(client: Client, work: () => T): T {
  const stream = 'connection' in client ? client.connection.stream : undefined
  stream?.cork()
  try {
    return work()
  } finally {
    stream?.uncork()
  }
}
