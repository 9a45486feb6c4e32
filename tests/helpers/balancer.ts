import { spawn } from 'node:child_process'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { freePort } from './free-port'
import { noteMissing } from './needs-clusters'
import { findProgram } from './own-mariadb'
import { untilItWorks } from './until'

/** The configuration that docs/scale-out.md shows. */
const exampleFile = resolve('resources/deploy/haproxy.cfg')

const readinessCheckMs = 100

/** A load balancer without sticky sessions. */
export interface Balancer {
  readonly kind: 'HAProxy' | 'a stand-in for HAProxy'
  readonly origin: string
  readonly close: () => void
}

/** Sends requests to two servers in turn: with HAProxy if it is installed, else with a small proxy of connections. */
export async function startBalancer(origins: readonly string[]): Promise<Balancer> {
  const program = findProgram('haproxy')
  if (program === undefined) {
    noteMissing('HAProxy', 'it is not installed', 'a small proxy balances connections instead')
    return startStandIn(origins.map((origin) => Number(new URL(origin).port)))
  }
  const port = await freePort()
  const [one = '', two = ''] = origins.map((origin) => new URL(origin).host)
  const child = spawn(program, ['-db', '-f', exampleFile], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      BASALT_BIND: `127.0.0.1:${port}`,
      BASALT_NAME: '127.0.0.1',
      BASALT_SERVER_ONE: one,
      BASALT_SERVER_TWO: two,
    },
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const origin = `http://127.0.0.1:${port}`
  await untilItWorks(
    async () => {
      if (child.exitCode !== null) throw new Error(`HAProxy ended: ${said}`)
      const { status } = await fetch(`${origin}/health/ready`)
      if (status !== 200) throw new Error(`HAProxy answers ${status}: ${said}`)
    },
    { timeout: 15_000, interval: 100 },
  )
  return {
    kind: 'HAProxy',
    origin,
    close: () => void child.kill('SIGKILL'),
  }
}

async function startStandIn(ports: readonly number[]): Promise<Balancer> {
  let next = 0
  let ready = ports
  const watching = setInterval(() => {
    void readyOnes(ports).then((found) => (ready = found.length > 0 ? found : ports))
  }, readinessCheckMs)
  const server = createServer((near) => {
    near.on('error', () => undefined)
    const reach = (attempts: number): void => {
      const far = connect(ready[(next += 1) % ready.length] ?? 0, '127.0.0.1')
      far.once('connect', () => near.pipe(far).pipe(near))
      far.on('error', () =>
        far.connecting || far.bytesRead > 0 || attempts <= 1 ? near.destroy() : reach(attempts - 1),
      )
      near.once('close', () => far.destroy())
    }
    reach(ports.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    kind: 'a stand-in for HAProxy',
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      clearInterval(watching)
      server.close()
    },
  }
}

/** Returns the ports of the servers that take requests. A server that stops says so before it closes its port. */
async function readyOnes(ports: readonly number[]): Promise<readonly number[]> {
  const states = await Promise.all(
    ports.map((port) =>
      fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(1_000) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    ),
  )
  return ports.filter((_, at) => states[at])
}
