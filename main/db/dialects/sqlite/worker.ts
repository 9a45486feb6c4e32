import { parentPort, receiveMessageOnPort } from 'node:worker_threads'
import { AppError } from '@common/errors'
import type { JsonShape } from '@main/db/database'
import { compileRowWriter, type RowWriter } from '@main/db/json-rows'
import { collectGrowth } from '@main/lib/collect-garbage'
import { Lru } from '@main/lib/lru'
import type { OpenSpec, Pace, Request } from './protocol'
import { appendRows } from './worker-append'
import { Connection } from './worker-connection'
import { insertJson } from './worker-insert-json'
import { answerBytes, answerFailure, answerText, answerValue, flush, flushIfDue } from './worker-outbox'
import { sleepUntilCalled, startJob, tryShort, wakeCount } from './worker-slots'
import { failureOf, runSchemaChange, runWrites, type WriteJob } from './worker-writes'

/**
 * Entry of a thread that runs SQLite, whose calls block. Runs one job after the other. Sleeps on shared memory instead
 * of the event loop, because it wakes twice as fast.
 */

/** Jobs, and rows they bind, that share one commit. */
const groupJobs = 256
const groupStatements = 5_000
const writersMax = 500

const specs = new Map<number, OpenSpec>()
const connections = new Map<number, Connection>()
const writers = new Lru<string, RowWriter>(writersMax)
let queue: Request[] = []
let next = 0

function connectionTo(databaseId: number): Connection {
  const open = connections.get(databaseId)
  if (open !== undefined) return open
  const spec = specs.get(databaseId)
  if (spec === undefined) throw new AppError('DATABASE_UNAVAILABLE')
  const connection = new Connection(spec)
  connections.set(databaseId, connection)
  shareCache()
  // Only the first open may create the file: a database deleted while in use must not reappear empty.
  specs.set(databaseId, { ...spec, create: false })
  return connection
}

/** Page cache of all databases of this thread. A single database gets the driver's default. */
const cacheKiB = 16 * 1024
const leastCacheKiB = 2 * 1024

function shareCache(): void {
  const share = Math.max(leastCacheKiB, Math.floor(cacheKiB / connections.size))
  for (const connection of connections.values()) connection.keepPages(share)
}

function rowWriter(shape: string): RowWriter {
  const known = writers.get(shape)
  if (known !== undefined) return known
  const writer = compileRowWriter(JSON.parse(shape) as JsonShape)
  writers.set(shape, writer)
  return writer
}

/**
 * @returns true if the job checks for cancellation between rows. A `tried` read checks inside its statement instead.
 */
function begin(pace: Pace): boolean {
  if (pace === 'tried') tryShort()
  return pace === 'steady'
}

/** Runs a job that answers, unless its caller disconnected. */
function attempt(slot: number, job: () => void): void {
  if (!startJob(slot)) {
    answerFailure(slot, { kind: 'app', code: 'QUERY_CANCELLED', details: {} })
    return
  }
  try {
    job()
  } catch (error) {
    answerFailure(slot, failureOf(error))
  }
}

function handle(request: Request): void {
  switch (request[0]) {
    case 'open':
      specs.set(request[1], request[2])
      return
    case 'read': {
      const [, slot, databaseId, sql, params, pace, asStored] = request
      attempt(slot, () => answerValue(slot, connectionTo(databaseId).exactRows(sql, params, begin(pace), asStored)))
      return
    }
    case 'json': {
      const [, slot, databaseId, sql, params, pace, shape] = request
      attempt(slot, () => {
        const long = begin(pace)
        const connection = connectionTo(databaseId)
        const write = rowWriter(shape)
        const text =
          write(connection.rows(sql, params, long, false)) ??
          write(connection.rows(sql, params, long, true), true) ??
          'null'
        answerText(slot, text)
      })
      return
    }
    case 'query': {
      const [, slot, databaseId, sql, rowsMax] = request
      attempt(slot, () => answerValue(slot, connectionTo(databaseId).query(sql, rowsMax)))
      return
    }
    case 'copy': {
      const [, slot, databaseId, path] = request
      attempt(slot, () => {
        // Marks the job as begun, and counts as long from the start.
        begin('steady')
        connectionTo(databaseId).copyInto(path)
        answerValue(slot, undefined)
      })
      return
    }
    case 'keys': {
      const [, slot, databaseId, sql, params, max] = request
      attempt(slot, () => {
        const keys = connectionTo(databaseId).keys(sql, params, max)
        if (keys === undefined) answerValue(slot, undefined)
        else answerBytes(slot, keys)
      })
      return
    }
    case 'version': {
      const [, slot, databaseId] = request
      attempt(slot, () => answerValue(slot, connectionTo(databaseId).versions()))
      return
    }
    case 'write':
      handleWrites(request[2], { slot: request[1], steps: request[3] })
      return
    case 'append': {
      const [, slot, databaseId, rows] = request
      withConnection(databaseId, [{ slot, steps: [] }], (connection) => [appendRows(connection, slot, rows)])
      return
    }
    case 'insertJson': {
      const [, slot, databaseId, rows] = request
      attempt(slot, () => {
        answerValue(slot, insertJson(connectionTo(databaseId), rows))
      })
      return
    }
    case 'schema': {
      const [, slot, databaseId, steps] = request
      withConnection(databaseId, [{ slot, steps }], (connection, jobs) =>
        jobs.map((job) => runSchemaChange(connection, job)),
      )
      return
    }
    case 'close': {
      const [, slot, databaseId] = request
      attempt(slot, () => {
        connections.get(databaseId)?.close()
        connections.delete(databaseId)
        shareCache()
        specs.delete(databaseId)
        answerValue(slot, null)
      })
      return
    }
    case 'end':
      ended = true
  }
}

/** Runs all queued writes in one transaction, which shares the disk sync that takes most of the time. */
function handleWrites(databaseId: number, first: WriteJob): void {
  receive()
  const jobs = [first]
  let statements = statementsOf(first)
  for (let request = queue[next]; request?.[0] === 'write' && request[2] === databaseId; request = queue[next]) {
    const job = { slot: request[1], steps: request[3] }
    statements += statementsOf(job)
    if (jobs.length >= groupJobs || statements > groupStatements) break
    jobs.push(job)
    next++
  }
  withConnection(databaseId, jobs, runWrites)
}

function statementsOf({ steps }: WriteJob): number {
  return steps.reduce((sum, step) => sum + (step.batch?.length ?? 1), 0)
}

function withConnection(databaseId: number, jobs: readonly WriteJob[], action: typeof runWrites): void {
  try {
    const outcomes = action(connectionTo(databaseId), jobs)
    for (const [at, outcome] of outcomes.entries()) {
      const slot = jobs[at]?.slot ?? 0
      if ('failure' in outcome) answerFailure(slot, outcome.failure)
      else answerValue(slot, outcome.results)
    }
  } catch (error) {
    for (const { slot } of jobs) answerFailure(slot, failureOf(error))
  }
  // Their callers have waited for the disk; they need not wait for the next group.
  flush()
}

/** Moves received messages into the queue. */
function receive(): void {
  if (parentPort === null) return
  if (next > 0) {
    queue = queue.slice(next)
    next = 0
  }
  for (let got = receiveMessageOnPort(parentPort); got !== undefined; got = receiveMessageOnPort(parentPort))
    queue.push(...(got.message as Request[]))
}

/** Idle time after which a thread frees memory. */
const idleMs = 4_000

let ended = false
while (!ended) {
  const count = wakeCount()
  receive()
  for (let request = queue[next]; request !== undefined && !ended; request = queue[next]) {
    next++
    handle(request)
    flushIfDue()
    if (next === queue.length) receive()
  }
  flush()
  if (ended) break
  // Once after each burst of work: frees caches while the thread is idle.
  if (!sleepUntilCalled(count, idleMs)) {
    for (const connection of connections.values()) connection.letGo()
    collectGrowth()
    sleepUntilCalled(count)
  }
}
for (const connection of connections.values()) connection.close()
parentPort?.close()
