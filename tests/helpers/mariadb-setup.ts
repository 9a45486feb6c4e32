import { mariadbFailureVariable, mariadbUrlVariable } from './mariadb'
import { createOwnMariadb, findProgram } from './own-mariadb'

/** One server for all test files and projects of a run. Each project loads this file separately. */
interface Shared {
  users: number
  readonly stop: () => Promise<void>
}
const shared = Symbol.for('basalt.tests.mariadb')
const run = globalThis as typeof globalThis & { [shared]?: Promise<Shared> }

/**
 * Starts MariaDB in parallel with the tests. They get its address from the environment, and wait for it when they need
 * it. An external server takes precedence.
 */
export async function setup(): Promise<void> {
  if (run[shared] === undefined && process.env[mariadbUrlVariable] !== undefined) return
  run[shared] ??= start()
  ;(await run[shared]).users++
}

export async function teardown(): Promise<void> {
  const server = await run[shared]
  if (server === undefined || --server.users > 0) return
  delete run[shared]
  delete process.env[mariadbUrlVariable]
  await server.stop()
}

async function start(): Promise<Shared> {
  const skip = (reason: string): Shared => {
    process.env[mariadbFailureVariable] = reason
    process.stderr.write(`MariaDB cannot be started here, ITS TESTS ARE SKIPPED: ${reason}\n`)
    return { users: 0, stop: () => Promise.resolve() }
  }
  if (findProgram('mariadbd', 'mysqld') === undefined) return skip('it is not installed')
  try {
    // Test data only: losing it in a crash doesn't matter, and every sync costs time.
    const server = await createOwnMariadb(['--innodb-flush-log-at-trx-commit=0', '--skip-innodb-doublewrite'])
    process.env[mariadbUrlVariable] = server.url
    const started = server.start().catch((error: unknown) => {
      process.env[mariadbFailureVariable] = String(error)
      process.stderr.write(`MariaDB cannot be started here, ITS TESTS ARE SKIPPED: ${String(error)}\n`)
    })
    return {
      users: 0,
      stop: async () => {
        await started
        await server.remove()
      },
    }
  } catch (error) {
    return skip(String(error))
  }
}
