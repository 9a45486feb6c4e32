import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operationsPath } from '@common/constants'
import type { OperationName, OperationOutput, operations } from '@common/operations'
import { createPasswordHashing } from '@main/lib/hashing'
import { createServer, type Server, type ServerOptions } from '@main/server'
import type { z } from 'zod'
import type { CallInput, CallName, CallOutput } from './calls'
import { cookieOf, sendRequest, testPassword, type Answer, type RequestOptions } from './request'
import { metaTemplate } from './meta-template'
import { reusedSqlite } from './reused-sqlite'
import { sqliteWorkerUrl } from './worker'

export { cookieOf, sendRequest, testPassword, type Answer, type RequestOptions } from './request'

/** A whole server on a free port and a profile of its own, and short ways to speak to it. */
export interface TestServer {
  readonly server: Server
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly origin: string
  readonly profileFolder: string
  /** Sends any request, with JSON in and out. Returns responses of every status. */
  readonly request: (path: string, init?: RequestOptions) => Promise<Answer>
  /** A dashboard call that must succeed. */
  readonly call: <N extends CallName>(
    name: N,
    args: CallInput<N>,
    as?: { readonly token?: string; readonly projectId?: string },
  ) => Promise<CallOutput<N>>
  /** An operation in domain words that must succeed. */
  readonly operate: <N extends OperationName>(
    name: N,
    input: z.input<(typeof operations)[N]['input']>,
    as?: { readonly token?: string; readonly projectId?: string },
  ) => Promise<OperationOutput<N>>
  readonly signUp: (email?: string, password?: string) => Promise<TestUser>
  /** Ends the server and removes the profile, unless the caller provided it. */
  readonly close: () => Promise<void>
}

export interface TestUser {
  readonly email: string
  readonly password: string
  readonly token: string
  /** `refresh_token=…` as a browser would send it back. */
  readonly cookie: string
}

export async function startServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const profileFolder = options.profileFolder ?? (await mkdtemp(join(tmpdir(), 'basalt-test-')))
  if (options.profileFolder === undefined && options.metaUrl === undefined)
    await writeFile(join(profileFolder, 'meta.sqlite'), await metaTemplate())
  let setupCode: string | undefined
  const server = await createServer({
    port: 0,
    version: '0.0.0-test',
    rendererFolder: join(profileFolder, 'renderer'),
    sqliteWorkerUrl,
    ...reusedSqlite,
    validateOutput: true,
    logLevel: 'warn',
    // Tests make hundreds of accounts. `unit/lib/hashing.test.ts` checks the cost of real ones.
    hashing: createPasswordHashing({ memoryCost: 64, timeCost: 1 }),
    announceSetupCode: (code) => (setupCode = code),
    ...options,
    profileFolder,
  })
  const origin = `http://127.0.0.1:${server.port}`
  let people = 0
  /** Connections stay open: opening one takes longer than a request. */
  const agent = new Agent({ keepAlive: true })

  const request: TestServer['request'] = (path, init = {}) => sendRequest(origin, path, init, agent)

  return {
    server,
    origin,
    profileFolder,
    request,
    call: async (name, args, as = {}) => {
      const answer = await request(`/dashboard/?q=sqlOp_${name}`, {
        method: 'POST',
        token: as.token,
        body: { api: name, project_id: as.projectId, env: '_noco', dbAlias: 'db', args },
      })
      if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}: ${answer.text}`)
      return answer.json as never
    },
    operate: async (name, input, as = {}) => {
      const project = as.projectId === undefined ? '' : `?project=${encodeURIComponent(as.projectId)}`
      const answer = await request(`${operationsPath}/${name}${project}`, {
        method: 'POST',
        token: as.token,
        body: input,
      })
      if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}: ${answer.text}`)
      return answer.json as never
    },
    signUp: async (email = `person${(people += 1)}@example.com`, password = testPassword) => {
      const answer = await request('/auth/signup', { method: 'POST', body: { email, password, setupCode } })
      if (answer.status !== 200) throw new Error(`Sign-up answered ${answer.status}: ${answer.text}`)
      const { token } = answer.json as { token: string }
      return { email, password, token, cookie: cookieOf(answer) }
    },
    close: async () => {
      await server.close()
      agent.destroy()
      if (options.profileFolder === undefined) await rm(profileFolder, { recursive: true, force: true })
    },
  }
}
