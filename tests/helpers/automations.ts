import type { operations } from '@common/operations'
import type { Automation, AutomationRun } from '@common/operations/automations'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'
import { startTargetServer, type TargetServer } from '@tests/helpers/target-server'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { z } from 'zod'

export type SaveInput = z.input<(typeof operations)['automationSave']['input']>
export type Step = SaveInput['steps'][number]

/** A server, and another one that automations send requests to. */
export interface AutomationTests {
  readonly server: TestServer
  readonly target: TargetServer
  readonly owner: TestUser
  /** Id of the project of the current test. */
  readonly projectId: string
  readonly here: (user?: TestUser) => { readonly token: string; readonly projectId: string }
  /** Saves an automation without retries. */
  readonly save: (
    trigger: SaveInput['trigger'],
    steps: SaveInput['steps'],
    more?: Partial<SaveInput>,
    user?: TestUser,
  ) => Promise<Automation>
  /** An HTTP step that posts to the other server. */
  readonly post: (path: string, body?: string, more?: Partial<Extract<Step, { kind: 'http' }>>) => Step
  /** Sends a request to the data API. @param path  begins with the table */
  readonly rows: (method: string, path: string, body?: unknown) => Promise<Answer>
  /** Calls an operation, which may fail. */
  readonly send: (name: string, body: unknown) => Promise<Answer>
  readonly runsOf: (id: string) => Promise<AutomationRun[]>
  /** Waits until this number of runs has ended. @returns all runs, newest first */
  readonly ended: (id: string, count?: number, timeoutMs?: number) => Promise<AutomationRun[]>
  /** Bodies of the requests that reached the other server. */
  readonly bodies: () => string[]
}

/** Starts the servers for the tests of a file, and creates a project with tables for each test. */
export function automationTests(...tables: readonly string[]): AutomationTests {
  let server: TestServer
  let target: TargetServer
  let owner: TestUser
  let projectId: string

  beforeAll(async () => {
    target = await startTargetServer()
    server = await startServer({ signInAttempts: 0, automationTimes: { backOffMs: 5 } })
    owner = await server.signUp('owner@example.com')
    await server.operate('installationSettingsSave', { outboundHosts: [target.host] }, owner)
  })
  afterAll(async () => {
    await server.close()
    target.close()
  })
  beforeEach(async () => {
    projectId = (await server.call('projectCreateByWebWithXCDB', { title: 'Shop' }, owner)).id
    for (const table of tables) {
      const columns = [
        { name: 'id', type: 'ID' },
        { name: 'Name', type: 'SingleLineText' },
        { name: 'Stock', type: 'Number' },
        { name: 'Note', type: 'LongText' },
      ] as const
      await server.operate('tableCreate', { table, columns: [...columns] }, here())
    }
    target.arrived.length = 0
  })

  const here: AutomationTests['here'] = (user = owner) => ({ token: user.token, projectId })
  const runsOf: AutomationTests['runsOf'] = async (id) =>
    (await server.operate('automationRuns', { id, limit: 200 }, here())).list
  return {
    get server() {
      return server
    },
    get target() {
      return target
    },
    get owner() {
      return owner
    },
    get projectId() {
      return projectId
    },
    here,
    save: (trigger, steps, more = {}, user = owner) =>
      server.operate('automationSave', { title: 'Automation', trigger, steps, retries: 0, ...more }, here(user)),
    post: (path, body = '', more = {}) => ({ kind: 'http', method: 'POST', url: target.url(path), body, ...more }),
    rows: (method, path, body) =>
      server.request(`/nc/${projectId}/api/v1/${path}`, { method, token: owner.token, body }),
    send: (name, body) =>
      server.request(`/api/v1/operations/${name}?project=${projectId}`, { method: 'POST', token: owner.token, body }),
    runsOf,
    ended: async (id, count = 1, timeoutMs = 10_000) => {
      await expect
        .poll(async () => (await runsOf(id)).filter(({ endedAt }) => endedAt !== null).length, { timeout: timeoutMs })
        .toBe(count)
      return runsOf(id)
    },
    bodies: () => target.arrived.map(({ body }) => body),
  }
}
