import type { Balancer } from '@tests/helpers/balancer'
import { chromiumPath } from '@tests/helpers/browser'
import { operateAt, rowsAt, startCluster, type Cluster } from '@tests/helpers/cluster'
import { noteMissing } from '@tests/helpers/needs-clusters'
import { createTestPostgres, hasPostgres, type TestPostgres } from '@tests/helpers/postgres'
import type { BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { browserOfWorker, gridOf, openTable, signInOn, type App, type Grid } from './app'

const hasServer = chromiumPath !== undefined && (await hasPostgres())
if (!hasServer)
  noteMissing('Browser on two servers', chromiumPath === undefined ? 'there is no Chromium' : 'there is no PostgreSQL')

const columns = [
  { name: 'name', type: 'SingleLineText' },
  { name: 'notes', type: 'LongText' },
  { name: 'id', type: 'ID' },
]
const rounds = 5
const liveWithinMs = 1_000

interface Thing {
  readonly id: number
  readonly name: string
  readonly notes: string | null
}

/** Two real servers over one PostgreSQL, and a page that reaches them through a load balancer. */
describe.skipIf(!hasServer)('A page on two servers', () => {
  let databases: readonly TestPostgres[]
  let cluster: Cluster
  let balancer: Balancer
  let token: string
  let projectId: string
  let context: BrowserContext
  let page: Page
  let grid: Grid
  let killed: number | undefined

  beforeAll(async () => {
    databases = await Promise.all([createTestPostgres(), createTestPostgres()])
    const [meta = '', data = ''] = databases.map(({ url }) => url)
    cluster = await startCluster(meta, 2, { BASALT_METRICS: 'yes' }, 'dist/main/serve.js')
    balancer = await cluster.balance()
    token = await cluster.signUp()
    const { hostname: host, port, username: user, password, pathname } = new URL(data)
    const settings = { kind: 'postgres', host, port: Number(port), user, password, database: pathname.slice(1) }
    const project = { title: 'Shared', projectType: 'rest', settings }
    const made = await operateAt(origin(0), 'projectCreateFromConnection', project, { token })
    projectId = (made as { readonly id: string }).id
    await operateAt(origin(1), 'tableCreate', { table: 'things', columns }, { token, projectId })
    const chromium = await browserOfWorker()
    context = await chromium.newContext({ locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce' })
    await signInOn(context, balancer as Pick<App, 'origin'> as App, token)
  })
  beforeEach(async () => {
    const old = await things()
    if (old.length > 0) await write(0, 'DELETE', 'things/bulk', old)
    await write(
      0,
      'POST',
      'things/bulk',
      ['One', 'Two', 'Three', 'Four'].map((name) => ({ name, notes: 'Before' })),
    )
    page = await context.newPage()
    await page.goto(`${balancer.origin}/dashboard/#/nc/${projectId}`)
    grid = await openTable(page, 'things')
    await grid.expectCell(4, 1, 'Four')
  })
  afterEach(async () => {
    await page.close()
    if (killed !== undefined) await cluster.restart(killed)
    killed = undefined
  })
  afterAll(async () => {
    await context.close()
    await cluster.close()
    await Promise.all(databases.map(({ drop }) => drop()))
  })

  const origin = (at: number): string => cluster.origins[at] ?? ''
  const write = async (at: number, method: string, path: string, body: unknown): Promise<void> => {
    const answer = await rowsAt(origin(at), projectId, path, { method, token, body })
    expect([path, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([path, 200, ''])
  }
  /** Reads all records from the server that wasn't killed. */
  const things = async (): Promise<Thing[]> =>
    (await rowsAt(origin(killed === 0 ? 1 : 0), projectId, 'things?sort=id&limit=100', { token })).json as Thing[]
  const thing = async (row: number): Promise<Thing | undefined> => (await things())[row - 1]

  /** Returns the server that sends the live updates of the page. */
  const liveServer = async (): Promise<number> => {
    let server = -1
    const look = async (): Promise<number> => {
      const streams = await Promise.all(
        cluster.origins.map(async (each) => {
          const text = await fetch(`${each}/metrics`).then((answer) => answer.text())
          return Number(/^basalt_live_streams (\d+)/m.exec(text)?.[1])
        }),
      )
      server = streams.indexOf(1)
      return streams.reduce((sum, count) => sum + count, 0)
    }
    // The one of the page before may not have ended yet.
    await expect.poll(look).toBe(1)
    return server
  }
  const kill = async (at: number): Promise<void> => {
    killed = at
    await cluster.servers[at]?.kill()
  }
  /** Resolves in the page with the frame that shows a text in a cell. */
  const shown = (row: number, text: string): Promise<unknown> =>
    page.waitForFunction(
      ([id, wanted]) => document.querySelector(`[id="${id}"]`)?.textContent === wanted,
      [`glide-cell-1-${row - 1}`, text] as const,
      { polling: 'raf' },
    )
  /** Types into a cell without leaving it. */
  const typeInto = async (row: number, text: string): Promise<void> => {
    await grid.clickName(row)
    await page.keyboard.type(text)
    await expect.poll(() => page.getByRole('textbox', { name: 'name', exact: true }).inputValue()).toBe(text)
  }
  const changesOf = async (row: number): Promise<number> => {
    const rowId = String((await thing(row))?.id)
    const server = origin(killed === 0 ? 1 : 0)
    const { list } = (await operateAt(server, 'rowHistory', { table: 'things', rowId }, { token, projectId })) as {
      readonly list: readonly { readonly operation?: string }[]
    }
    return list.length
  }
  const isAllSaved = (): Promise<void> => page.getByText(/Not saved|Offline,/).waitFor({ state: 'detached' })

  it('shows what the other server writes within a second', async () => {
    const other = 1 - (await liveServer())
    const ids = (await things()).map(({ id }) => id)
    const delays: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const text = `Round ${round}`
      const seen = shown(1, text).then(() => performance.now())
      await write(other, 'PUT', `things/${ids[0] ?? 0}`, { name: text })
      const answeredAt = performance.now()
      delays.push((await seen) - answeredAt)
    }
    expect(delays.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]).toBeLessThanOrEqual(liveWithinMs)
  })

  it('keeps a half-typed cell when its server dies, and stores it on the other', async () => {
    const server = await liveServer()
    await typeInto(2, 'Half')
    await kill(server)
    await page.keyboard.type(' typed')
    await page.keyboard.press('Enter')
    await grid.expectCell(2, 1, 'Half typed')
    await expect.poll(async () => (await thing(2))?.name).toBe('Half typed')
    await isAllSaved()
    await typeInto(3, 'Another')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await thing(3))?.name).toBe('Another')
    // Live updates come from the other server now.
    await write(1 - server, 'PUT', `things/${(await thing(4))?.id ?? 0}`, { name: 'From the other' })
    await grid.expectCell(4, 1, 'From the other')
  })

  it('keeps half-typed notes in the panel of a record when its server dies', async () => {
    const server = await liveServer()
    await grid.clickName(2)
    await page.keyboard.press('Space')
    const panel = page.getByRole('complementary', { name: /^Record / })
    await panel.locator('[data-field-value][data-title="notes"]').click()
    const editor = panel.getByRole('textbox', { name: 'notes' })
    await editor.fill('Half a')
    await kill(server)
    await page.keyboard.type(' sentence')
    expect(await editor.inputValue()).toBe('Half a sentence')
    await page.keyboard.press('Tab')
    await expect.poll(async () => (await thing(2))?.notes).toBe('Half a sentence')
    await isAllSaved()
    await expect.poll(() => panel.innerText()).toContain('Half a sentence')
  })

  it('stores once what is committed at the moment of the death', async () => {
    const server = await liveServer()
    const before = await changesOf(1)
    await typeInto(1, 'Committed')
    killed = server
    await Promise.all([cluster.servers[server]?.kill(), page.keyboard.press('Enter')])
    await page.getByRole('button', { name: 'New record', exact: true }).filter({ visible: true }).first().click()
    await page.keyboard.type('Added')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await things()).filter(({ name }) => name === 'Added').length).toBe(1)
    await expect.poll(async () => (await thing(1))?.name).toBe('Committed')
    await isAllSaved()
    expect((await things()).map(({ name }) => name)).toEqual(['Committed', 'Two', 'Three', 'Four', 'Added'])
    expect((await changesOf(1)) - before).toBe(1)
    grid = await gridOf(page, 'things')
    await grid.expectCell(5, 1, 'Added')
  })
})
