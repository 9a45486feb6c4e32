import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { columns, indexedColumn, quantities } from './data'
import { computedColumns, linkedTable } from './links'

/** Our server, as it ships, in a process of its own. */
export interface Basalt {
  readonly port: number
  readonly pid: number | undefined
  /** Time from starting the process to the first response of `/health`. */
  readonly startMs: number
  readonly stop: () => Promise<void>
}

/** @param profileTo  folder for CPU profiles of the server and its workers */
export async function startBasalt(
  profile: string,
  profileTo: string | undefined,
  script = 'dist/main/serve.js',
): Promise<Basalt> {
  const port = await freePort()
  const startedMs = performance.now()
  // Uses the same flags as `npm run serve`. Garbage of requests dies young, so a larger young generation only wastes
  // memory.
  const profiling = profileTo === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileTo}`]
  const flags = ['--max-semi-space-size=16', ...profiling]
  const args = [...flags, script, '--port', String(port), '--terminal-port', '0', '--profile', profile]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await answering(port, child, () => output)
  return { port, pid: child.pid, startMs: performance.now() - startedMs, stop: () => stop(child) }
}

async function answering(port: number, child: ChildProcess, output: () => string): Promise<void> {
  for (const giveUpMs = performance.now() + 30_000; performance.now() < giveUpMs;) {
    if (child.exitCode !== null) break
    const answered = await fetch(`http://127.0.0.1:${port}/health`).then(
      (response) => response.ok,
      () => false,
    )
    if (answered) return
    await new Promise((resolve) => setTimeout(resolve, 3))
  }
  child.kill()
  throw new Error(`The server does not answer. Its output:\n${output()}`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  await ended
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

export interface Account {
  readonly token: string
  readonly projectId: string
}

/** Credentials of the account that a run creates. */
export const credentials = { email: 'bench@example.com', password: 'correct horse battery' }

/** Posts JSON and parses the JSON response. @throws when the server rejects the request */
export async function post<T>(port: number, path: string, token: string, body: unknown): Promise<T> {
  return JSON.parse(await postText(port, path, token, JSON.stringify(body))) as T
}

/** Posts JSON text. @throws when the server rejects the request */
export async function postText(port: number, path: string, token: string, body: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== '' && { 'xc-auth': token }) },
    body,
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} to ${path}: ${text.slice(0, 500)}`)
  return text
}

/** Signs up on the fresh profile, creates a project and its tables. */
export async function prepare(port: number, tables: readonly string[]): Promise<Account> {
  const { token } = await post<{ token: string }>(port, '/auth/signup?tool=1', '', credentials)
  const operation = <T>(api: string, args: object, project_id?: string): Promise<T> =>
    post<T>(port, `/dashboard/?q=sqlOp_${api}`, token, { api, project_id, args })
  const { id } = await operation<{ id: string }>('projectCreateByWebWithXCDB', { title: 'Bench', projectType: 'rest' })
  for (const tn of tables) {
    const described = columns.map(([cn, uidt]) =>
      uidt === 'ID' ? { cn, uidt, pk: true, ai: true, rqd: true } : { cn, uidt },
    )
    await operation('tableCreate', { tn, _tn: tn, columns: described }, id)
  }
  return { token, projectId: id }
}

/** Creates the computed columns of the linked table. */
export async function computeColumns(port: number, token: string, projectId: string): Promise<void> {
  for (const { title, definition } of Object.values(computedColumns))
    await post(port, '/dashboard/?q=sqlOp_virtualColumnCreate', token, {
      api: 'virtualColumnCreate',
      project_id: projectId,
      args: { tn: linkedTable, title, definition },
    })
}

/** Opens a file in place. @returns the project id */
export async function openInPlace(port: number, token: string, filename: string): Promise<string> {
  const asked = { api: 'projectCreateFromFile', args: { filename } }
  return (await post<{ id: string }>(port, '/dashboard/?q=sqlOp_projectCreateFromFile', token, asked)).id
}

export async function signIn(port: number): Promise<string> {
  return (await post<{ token: string }>(port, '/auth/signin?tool=1', '', credentials)).token
}

/** The project's file in the profile: it is the only one there. */
export function projectFile(profile: string): string {
  const folder = join(profile, 'projects')
  const name = readdirSync(folder).find((file) => file.endsWith('.sqlite'))
  if (name === undefined) throw new Error(`There is no project in ${folder}`)
  return join(folder, name)
}

const member = { email: 'viewer@example.com', password: 'correct horse battery' }
/** Columns that the rules of the viewer hide. */
const hiddenColumns = { notes: 'hidden', email: 'hidden' } as const

/**
 * Adds a viewer who sees half of the rows of each table, by a rule on the indexed column, without two of its columns.
 *
 * @returns token of the viewer
 */
export async function addViewer(
  port: number,
  { token, projectId }: Account,
  tables: readonly string[],
): Promise<string> {
  const { token: own } = await post<{ token: string }>(port, '/auth/signup?tool=1', '', member)
  const operation = (name: string, input: object): Promise<unknown> =>
    post(port, `/api/v1/operations/${name}?project=${projectId}`, token, input)
  await operation('memberInvite', { emails: [member.email], role: 'viewer' })
  for (const table of tables)
    await operation('accessRulesSave', {
      table,
      role: 'viewer',
      rules: {
        columns: hiddenColumns,
        rows: { join: 'and', filters: [{ column: indexedColumn, operator: 'less', value: quantities / 2 }] },
      },
    })
  return own
}
