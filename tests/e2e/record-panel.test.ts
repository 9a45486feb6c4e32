import { chromiumPath } from '@tests/helpers/browser'
import { giveRoles } from '@tests/helpers/members'
import { sendRequest } from '@tests/helpers/request'
import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { account, createAccount, openApp, openProject, openTable, type App } from './app'

const bob = { email: 'bob@example.com', password: 'correct horse battery' }
const longTitle = 'Price for customers'

/** The panel of a record in a low window: room for comments, full labels, numbers on the tabs, and the bell. */
describe.skipIf(chromiumPath === undefined)('The panel of a record in a low window', () => {
  let app: App
  let page: Page
  let projectId: string
  let adaToken: string
  let bobToken: string

  const operate = async (token: string, api: string, args: unknown): Promise<unknown> => {
    const body = { api, project_id: projectId, env: '_noco', dbAlias: 'db', args }
    const answer = await sendRequest(app.origin, `/dashboard/?q=sqlOp_${api}`, { method: 'POST', token, body })
    expect([api, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([api, 200, ''])
    return answer.json
  }
  const signIn = async (person: typeof bob, path: string): Promise<string> => {
    const answer = await sendRequest(app.origin, path, { method: 'POST', body: person })
    return (answer.json as { token: string }).token
  }
  const comment = (token: string, row: number, description: string) =>
    operate(token, 'xcAuditCommentInsert', { model_name: 'tracks', model_id: row, description })
  const bell = () => page.getByRole('button', { name: 'Follow this record' })
  const write = () => page.getByRole('textbox', { name: 'Write a comment' })
  const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })

  beforeAll(async () => {
    app = await openApp({ width: 1280, height: 600 })
    page = app.page
    await createAccount(app)
    adaToken = await signIn(account, '/auth/signin')
    bobToken = await signIn(bob, '/auth/signup')
  })
  beforeEach(async () => {
    projectId = ((await operate(adaToken, 'projectCreateSample', {})) as { id: string }).id
    giveRoles(app.profile, projectId, { [bob.email]: 'editor' })
    const price = { cno: 'price', cn: 'price', _cn: longTitle, uidt: 'Currency', rqd: true, altered: 2 }
    await operate(adaToken, 'tableUpdate', { tn: 'tracks', columns: [price] })
    for (const text of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) await comment(bobToken, 1, text)
    await openProject(app, projectId)
    const tracks = await openTable(page, 'Tracks')
    await tracks.expectCell(1, 1, 'Low Water')
    await tracks.clickName(1)
    await page.keyboard.press('Space')
    await write().waitFor()
  })
  afterAll(() => app.close())
  afterAll(() => expect(app.complaints).toEqual([]))

  it('shows fields, comments and the field for a new one at once', async () => {
    await page.getByText('Six', { exact: true }).waitFor({ state: 'attached' })
    const box = await write().boundingBox()
    expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThan(600)
    const list = page.getByRole('list', { name: 'Comments' })
    const room = await list.evaluate((element) => {
      const scroll = element.parentElement
      return { height: scroll?.clientHeight ?? 0, content: scroll?.scrollHeight ?? 0 }
    })
    expect(room.height).toBeGreaterThan(80)
    expect(room.content).toBeGreaterThan(room.height)
    await page.getByRole('button', { name: /^Album/ }).waitFor()
    await list.getByText('Six').scrollIntoViewIfNeeded()
    expect((await write().boundingBox())?.y).toBe(box?.y)
    // The panel reaches down to the status bar, and toasts stay above the figures of the grid.
    const edges = await page.evaluate(() => {
      const edge = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
      return {
        panel: edge('[data-record-panel]')?.bottom,
        status: edge('footer')?.top,
        toasts: edge('[data-toasts]')?.bottom ?? 0,
        foot: edge('[data-grid-foot]')?.top ?? 0,
      }
    })
    expect(edges.panel).toBe(edges.status)
    expect(edges.toasts).toBeLessThan(edges.foot)
  })

  it('shows the whole of a long label in two lines', async () => {
    const label = page.locator('[data-label]', { hasText: longTitle })
    await label.scrollIntoViewIfNeeded()
    const size = await label.evaluate((element) => ({
      height: element.clientHeight,
      cutBelow: element.scrollHeight - element.clientHeight,
      cutBeside: element.scrollWidth - element.clientWidth,
    }))
    expect(size).toEqual({ height: 40, cutBelow: 0, cutBeside: 0 })
  })

  it('counts what is on its tabs', async () => {
    await expect.poll(() => tab('Comments').innerText()).toMatch(/6$/)
    await expect.poll(() => tab('Linked records').innerText()).toMatch(/3$/)
    const body = { Rating: 2 }
    await sendRequest(app.origin, `/nc/${projectId}/api/v1/Tracks/1`, { method: 'PUT', token: bobToken, body })
    await expect.poll(() => tab('History').innerText()).toMatch(/1$/)
  })

  it('follows a record, and what others do there is in the bell of the window', async () => {
    await expect.poll(() => bell().getAttribute('aria-pressed')).toBe('false')
    await bell().click()
    await expect.poll(() => bell().getAttribute('aria-pressed')).toBe('true')
    await page.reload()
    await expect.poll(() => bell().getAttribute('aria-pressed')).toBe('true')
    await comment(bobToken, 1, 'Seven')
    const menu = page.getByRole('button', { name: 'Notifications, some are new' })
    await menu.waitFor()
    await page.getByRole('button', { name: 'Close the record' }).click()
    await menu.click()
    await page.getByRole('button', { name: /^Bob commented on Low Water/ }).click()
    await write().waitFor()
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  })

  it('stops, and stays stopped when its own person writes', async () => {
    await expect.poll(() => bell().getAttribute('aria-pressed')).toBe('false')
    await bell().click()
    await expect.poll(() => bell().getAttribute('aria-pressed')).toBe('true')
    await bell().click()
    await expect.poll(() => bell().getAttribute('aria-pressed')).toBe('false')
    await write().fill('Mine')
    await write().press('Enter')
    await expect.poll(() => tab('Comments').innerText()).toMatch(/7$/)
    await expect.poll(() => bell().getAttribute('aria-pressed')).toBe('false')
  })
})
