import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBalancer, type Balancer } from './balancer'
import { sendRequest, testPassword, type Answer, type RequestOptions } from './request'
import { startServeProcess, type ServeProcess } from './serve-process'

/** Several servers in processes of their own, over one meta store. */
export interface Cluster {
  readonly servers: readonly ServeProcess[]
  readonly origins: readonly string[]
  /** Profiles of the servers. */
  readonly folders: readonly string[]
  /** Starts a killed server again, with its profile and port. */
  readonly restart: (at: number) => Promise<void>
  /** Starts a balancer in front of them. */
  readonly balance: () => Promise<Balancer>
  /** Signs up the first account. @returns its token */
  readonly signUp: () => Promise<string>
  readonly close: () => Promise<void>
}

const setupCode = 'code of the test'

/** @param script  server to start; the default serves no page */
export async function startCluster(
  metaUrl: string,
  count: number,
  variables: Readonly<Record<string, string>> = {},
  script?: string,
): Promise<Cluster> {
  const folders = await Promise.all(Array.from({ length: count }, () => mkdtemp(join(tmpdir(), 'basalt-cluster-'))))
  const environment = {
    BASALT_META_URL: metaUrl,
    BASALT_SETUP_CODE: setupCode,
    BASALT_PEER_URL: 'http://127.0.0.1:0',
    ...variables,
  }
  const start = (folder: string, ...args: readonly string[]): Promise<ServeProcess> =>
    startServeProcess(folder, ['--allowed-host', '127.0.0.1', ...args], script, environment)
  const servers = await Promise.all(folders.map((folder) => start(folder)))
  const origins = servers.map(({ origin }) => origin)
  const balancers: Balancer[] = []
  return {
    servers,
    origins,
    folders,
    restart: async (at) => {
      servers[at] = await start(folders[at] ?? '', '--port', new URL(origins[at] ?? '').port)
    },
    balance: async () => {
      const balancer = await startBalancer(origins)
      balancers.push(balancer)
      return balancer
    },
    signUp: async () => {
      const body = { email: 'owner@example.com', password: testPassword, setupCode }
      const answer = await sendRequest(origins[0] ?? '', '/auth/signup', { method: 'POST', body })
      if (answer.status !== 200) throw new Error(`Sign-up answered ${answer.status}: ${answer.text}`)
      return (answer.json as { readonly token: string }).token
    },
    close: async () => {
      for (const balancer of balancers) balancer.close()
      await Promise.all(servers.map(({ kill }) => kill()))
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
    },
  }
}

/** Sends an operation, and returns its output. */
export async function operateAt(
  origin: string,
  name: string,
  input: unknown,
  { token, projectId }: { readonly token: string; readonly projectId?: string },
): Promise<unknown> {
  const path = `/api/v1/operations/${name}${projectId === undefined ? '' : `?project=${projectId}`}`
  const answer = await sendRequest(origin, path, { method: 'POST', token, body: input })
  if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}: ${answer.text}`)
  return answer.json
}

/** Sends a request to the data API of a project. */
export const rowsAt = (origin: string, projectId: string, path: string, init: RequestOptions): Promise<Answer> =>
  sendRequest(origin, `/nc/${projectId}/api/v1/${path}`, init)
