import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from './own-mariadb'
import { untilItWorks } from './until'

/** A load balancer without sticky sessions. */
export interface Balancer {
  readonly kind: 'HAProxy' | 'a stand-in for HAProxy'
  readonly origin: string
  readonly close: () => void
}

/** Sends requests to the servers in turn: with HAProxy if it is installed, else with a small proxy of connections. */
export async function startBalancer(origins: readonly string[]): Promise<Balancer> {
  const program = findProgram('haproxy')
  if (program === undefined) {
    process.stderr.write('HAProxy is not installed: a small proxy balances connections instead.\n')
    return startStandIn(origins.map((origin) => Number(new URL(origin).port)))
  }
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'basalt-haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, configOf(port, origins))
  const child = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
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
    close: () => {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The example of docs/scale-out.md, with the addresses of a test. */
const configOf = (port: number, origins: readonly string[]): string => `
defaults
  mode http
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  option redispatch 1
  retries 3
  # A connection that was refused or cut off before the first byte of an answer; writes only if they were not sent.
  retry-on conn-failure empty-response
  default-server check inter 500 fall 1 rise 1
frontend basalt
  bind 127.0.0.1:${port}
  acl writes method POST PUT PATCH DELETE
  http-request disable-l7-retry if writes
  default_backend servers
backend servers
  balance roundrobin
  option httpchk
  http-check send meth GET uri /health/ready hdr Host 127.0.0.1
${origins.map((origin, at) => `  server s${at} ${new URL(origin).host}`).join('\n')}
`

async function startStandIn(ports: readonly number[]): Promise<Balancer> {
  let next = 0
  const server = createServer((near) => {
    near.on('error', () => undefined)
    const reach = (attempts: number): void => {
      const far = connect(ports[(next += 1) % ports.length] ?? 0, '127.0.0.1')
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
    close: () => void server.close(),
  }
}

/** Returns a port that is free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
