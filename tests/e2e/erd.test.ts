import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sendRequest } from '@tests/helpers/request'
import { createAccount, openApp, stayLoaded, type App } from './app'
import { describeGrid } from './engines'

/** Waits for a condition, with time for a slow machine. */
const soon = <Value>(read: () => Value | Promise<Value>) => expect.poll(read)

await describeGrid('The diagram of a project', (engine) => {
  let app: App
  let page: Page

  const stage = (): Locator => page.getByRole('application', { name: 'Diagram of the tables' })
  const card = (name: string): Locator => stage().locator(`[data-table="${name}"]`)
  const chosen = (): Promise<string | null> => stage().locator('[data-chosen]').getAttribute('data-table')
  const dimmed = (): Promise<number> => stage().locator('[data-table][data-dim]').count()
  const exported = async (kind: RegExp): Promise<Download> => {
    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: kind }).click(),
    ])
    return file
  }

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    page = app.page
    await createAccount(app)
    const { projectId, token } = await engine.openSample(app)
    const operate = async (api: string, args: unknown): Promise<void> => {
      const body = { api, project_id: projectId, args }
      const { status, text } = await sendRequest(app.origin, '/dashboard/', { method: 'POST', token, body })
      expect([api, status, status === 200 ? '' : text]).toEqual([api, 200, ''])
    }
    // Many-to-many: a junction table that Basalt created.
    await operate('linkCreate', { tn: 'artists', rtn: 'playlists', kind: 'manyToMany' })
  })
  beforeEach(async () => {
    await page.getByRole('button', { name: 'Diagram', exact: true }).click()
    await card('tracks').waitFor()
  })
  afterAll(() => app.close())
  afterAll(() => expect(app.complaints).toEqual([]))

  it('is opened below the tree and draws every table, tables of pairs as a line', async () => {
    await soon(() => page.url()).toContain('type=diagram')
    await soon(() => stage().locator('[data-table]').count()).toBe(7)
    await soon(() => stage().locator('[data-relation]').count()).toBe(7)
    await page.getByRole('switch', { name: 'Junction tables' }).click({ force: true })
    await soon(() => stage().locator('[data-table]').count()).toBe(9)
    await page.getByRole('switch', { name: 'Junction tables' }).click({ force: true })
    await soon(() => stage().locator('[data-table]').count()).toBe(7)
  })

  it('shows keys, and all columns when asked', async () => {
    expect(await card('tracks').textContent()).not.toContain('Genre')
    await page.getByRole('radio', { name: 'All columns' }).check({ force: true })
    await soon(() => card('tracks').textContent()).toContain('Genre')
    await page.getByRole('radio', { name: 'Keys' }).check({ force: true })
    await soon(() => card('tracks').textContent()).not.toContain('Genre')
  })

  it('makes the neighbours of a table stand out, by the mouse and by the keyboard', async () => {
    await card('albums').click()
    await soon(chosen).toBe('albums')
    await soon(dimmed).toBe(4)
    await page.keyboard.press('ArrowRight')
    await soon(chosen).toBe('tracks')
    await page.getByText(/Tracks\. .*Album leads to Albums/).waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await soon(dimmed).toBe(0)
  })

  it('is zoomed by keys and finds a table by its name', async () => {
    const percent = async (): Promise<number> =>
      Number.parseInt((await page.getByText(/^\d+%$/).textContent()) ?? '', 10)
    const before = await percent()
    await stage().focus()
    await page.keyboard.press('+')
    await soon(percent).toBeGreaterThan(before)
    await page.keyboard.press('0')
    await soon(percent).toBe(before)
    await page.getByRole('searchbox', { name: 'Find a table' }).fill('invoice')
    await page.getByText('2 tables').waitFor()
    await page.keyboard.press('Enter')
    await soon(chosen).toMatch(/^invoice/)
    await page.getByRole('searchbox', { name: 'Find a table' }).fill('')
  })

  it('is exported as a drawing and as a picture', async () => {
    const svg = await readFile(await (await exported(/SVG/)).path(), 'utf8')
    expect(svg).toContain('<svg xmlns="http://www.w3.org/2000/svg"')
    expect(svg).toContain('>Playlists</text>')
    expect(svg).toContain('data:font/woff2;base64,')
    expect(svg).not.toMatch(/foreignObject|var\(--/)
    const file = await exported(/PNG/)
    expect(file.suggestedFilename()).toMatch(/^Diagram of .*\.png$/)
    const png = await readFile(await file.path())
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(png.readUInt32BE(16)).toBeGreaterThan(1_000)
  })

  it('is read as a list, and opens tables from both', async () => {
    await page.getByRole('radio', { name: 'List' }).check({ force: true })
    const list = page.getByRole('list', { name: 'Diagram of the tables' })
    await list.getByText('Album leads to Albums').waitFor()
    await list
      .getByText(/^Linked with many Playlists/)
      .first()
      .waitFor()
    await list.getByRole('button', { name: 'Customers' }).click()
    await page.getByRole('tab', { name: 'Customers', selected: true }).waitFor()
    await page.getByRole('tab', { name: 'Diagram' }).click()
    await page.getByRole('radio', { name: 'Drawing' }).check({ force: true })
    await card('artists').dblclick()
    await page.getByRole('tab', { name: 'Artists', selected: true }).waitFor()
  })
})
