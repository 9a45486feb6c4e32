import { lookup } from 'node:dns/promises'
import { connect } from 'node:net'
import {
  connectionSteps,
  stepOfFailure,
  type ConnectionFailure,
  type ConnectionStep,
  type ConnectionTestResult,
  type StepFacts,
  type TestedStep,
} from '@common/model/connection-test'
import { hostList } from '@common/model/hosts'
import { transportFailure } from './connection-failures'
import { connectionLimits } from './connection-limits'
import { AddressForbiddenError, bareHost, isPrivateAddress, lookupFor } from './outbound'
import { ConnectionProblem, type ServerConnection, type ServerDriver } from './server-driver'

/**
 * Tests a connection step by step: name, port, encryption, sign-in, database, tables. Changes nothing on the server,
 * and reports failures of server and network as results.
 */
export async function testConnection(
  driver: ServerDriver,
  connection: ServerConnection,
): Promise<ConnectionTestResult> {
  const { settings } = connection
  let result: ConnectionTestResult | undefined
  // One server of a cluster is enough.
  for (const server of hostList(settings.host, settings.port)) {
    result = await testServer(driver, { ...connection, settings: { ...settings, ...server } })
    if (result.failure === null) return result
  }
  return result ?? testServer(driver, connection)
}

async function testServer(driver: ServerDriver, connection: ServerConnection): Promise<ConnectionTestResult> {
  const steps = new Steps()
  try {
    steps.done('find', { address: await findHost(connection) })
    await reachPort(connection)
    steps.done('reach')
    if (await isMissing(driver, connection, steps)) steps.done('open', { willBeMade: true })
    else steps.done('read', await readFacts(driver, connection, steps))
    return steps.result(null)
  } catch (error) {
    return steps.result(failureOf(driver, error))
  }
}

/** Translates an error of the driver, the network or TLS. */
export function failureOf(driver: ServerDriver, error: unknown): ConnectionFailure {
  return transportFailure(error) ?? driver.failureOf(error)
}

/** True if the database or schema is missing and can be created with the project. */
async function isMissing(driver: ServerDriver, connection: ServerConnection, steps: Steps): Promise<boolean> {
  try {
    await driver.probe(connection, steps.done)
    return false
  } catch (error) {
    const isGone = ['databaseMissing', 'schemaMissing'].includes(failureOf(driver, error))
    if (!isGone || !connection.settings.createIfNotExists) throw error
    await driver.createMissing(connection, 'check')
    return true
  }
}

async function readFacts(driver: ServerDriver, connection: ServerConnection, steps: Steps): Promise<StepFacts> {
  const database = await driver.open({ ...connection, max: 1 })
  try {
    steps.note('reach', { version: await driver.version(database) })
    const tables = await database.dialect.introspect.listTables(database)
    const lacks = (await driver.lacks?.(connection).catch(() => undefined)) ?? []
    return { tables: tables.filter(({ type }) => type === 'table').length, ...(lacks.length > 0 && { lacks }) }
  } catch (error) {
    const failure = failureOf(driver, error)
    throw failure === 'databaseForbidden' ? new ConnectionProblem('readForbidden', { cause: error }) : error
  } finally {
    await database.close()
  }
}

async function findHost({ settings, publicOnly }: ServerConnection): Promise<string> {
  const found = await inTime(lookup(bareHost(settings.host), { all: true }), 'hostUnknown')
  if (publicOnly === true && found.some(({ address }) => isPrivateAddress(address))) throw new AddressForbiddenError()
  const [first] = found
  if (first === undefined) throw new ConnectionProblem('hostUnknown')
  // A server that listens on one of two families usually uses IPv4.
  return found.find(({ family }) => family === 4)?.address ?? first.address
}

/** Opens a connection and closes it at once. */
function reachPort({ settings, publicOnly }: ServerConnection): Promise<void> {
  const lookup = lookupFor(publicOnly)
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: bareHost(settings.host),
      port: settings.port,
      timeout: connectionLimits.connectTimeoutMs,
      ...(lookup === undefined ? {} : { lookup }),
    })
    socket.once('connect', () => {
      socket.destroy()
      resolve()
    })
    socket.once('timeout', () => {
      socket.destroy()
      reject(new ConnectionProblem('timeout'))
    })
    socket.once('error', reject)
  })
}

async function inTime<T>(work: Promise<T>, late: ConnectionFailure): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ConnectionProblem(late)), connectionLimits.connectTimeoutMs)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}

/** Steps of the test so far. Steps before a completed one are done or unnecessary. */
class Steps {
  readonly #began = performance.now()
  readonly #steps = new Map<ConnectionStep, TestedStep>(
    connectionSteps.map((step) => [step, { step, state: 'waiting', ms: null, facts: {} }]),
  )

  done = (step: ConnectionStep, facts: StepFacts = {}): void => {
    for (const earlier of connectionSteps.slice(0, connectionSteps.indexOf(step)))
      if (this.#steps.get(earlier)?.state === 'waiting') this.skip(earlier)
    this.#steps.set(step, { step, state: 'done', ms: this.#ms(), facts })
  }

  skip(step: ConnectionStep): void {
    this.#steps.set(step, { step, state: 'skipped', ms: null, facts: {} })
  }

  /** Adds facts to an earlier step. */
  note(step: ConnectionStep, facts: StepFacts): void {
    const known = this.#steps.get(step)
    if (known !== undefined) this.#steps.set(step, { ...known, facts: { ...known.facts, ...facts } })
  }

  result(failure: ConnectionTestResult['failure']): ConnectionTestResult {
    const steps = [...this.#steps.values()]
    if (failure === null) return { failure, steps }
    // A failure belongs to its step, but never to an earlier one than the current step.
    const next = steps.findIndex(({ state }) => state === 'waiting')
    const at = Math.max(connectionSteps.indexOf(stepOfFailure[failure]), next === -1 ? steps.length - 1 : next)
    const failed = steps.map((step, index): TestedStep => {
      if (index === at) return { ...step, state: 'failed', ms: this.#ms() }
      if (index < at && step.state === 'waiting') return { ...step, state: 'skipped' }
      return index > at ? { ...step, state: 'waiting', ms: null, facts: {} } : step
    })
    return { failure, steps: failed }
  }

  #ms(): number {
    return Math.round(performance.now() - this.#began)
  }
}
