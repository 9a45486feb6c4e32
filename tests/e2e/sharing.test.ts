import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendRequest } from '@tests/helpers/request'
import { chromiumPath } from '@tests/helpers/browser'
import { createAccount, openApp, openNewSample, openTable, stayLoaded, type App } from './app'

/** Visitors with a link: in a browser that knows no account. */
describe.skipIf(chromiumPath === undefined)('Sharing', () => {
  let app: App
  let token: string
  let projectId: string

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    token = await createAccount(app)
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    projectId = await openNewSample(app, token)
  })

  async function operate<T>(name: string, body: object): Promise<T> {
    const path = `/api/v1/operations/${name}?project=${projectId}`
    const answer = await sendRequest(app.origin, path, { method: 'POST', token, body })
    expect([name, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([name, 200, ''])
    return answer.json as T
  }
  async function visitorPage(viewport = { width: 1280, height: 800 }): Promise<Page> {
    return (await app.newContext({ viewport })).newPage()
  }

  it('shows a view with a password to a stranger, until its link is revoked', async () => {
    const { page } = app
    await openTable(page, 'Artists')
    await page.getByRole('button', { name: 'All Artists' }).filter({ visible: true }).click()
    await page.getByRole('button', { name: 'More for All Artists' }).click()
    await page.getByRole('region', { name: 'More for All Artists' }).getByRole('button', { name: 'Share view' }).click()
    const popover = page.getByRole('dialog', { name: 'Share view' })
    await popover.getByRole('button', { name: 'Create link' }).click()
    await popover.getByLabel('Password', { exact: true }).fill('open sesame')
    await popover.getByRole('button', { name: 'Set password' }).click()
    await popover.getByRole('button', { name: 'Remove' }).waitFor()
    const address = await popover.getByLabel('Address of the link').inputValue()

    const visitor = await visitorPage()
    await visitor.goto(address)
    await visitor.getByRole('textbox', { name: 'Password' }).fill('guess')
    await visitor.keyboard.press('Enter')
    await visitor.getByText('Invalid password').waitFor()
    await visitor.getByRole('textbox', { name: 'Password' }).fill('open sesame')
    await visitor.keyboard.press('Enter')
    await visitor.getByRole('heading', { name: 'Artists' }).waitFor()
    await visitor.getByText('60 records').waitFor()
    expect(await visitor.getByRole('button', { name: 'New record' }).count()).toBe(0)

    await popover.getByRole('button', { name: 'Revoke link' }).click()
    await popover.getByRole('button', { name: 'Create link' }).waitFor()
    await visitor.reload()
    await visitor.getByRole('heading', { name: /doesn't work any more/ }).waitFor()
  })

  it('asks a survey on a phone, by keyboard and with a file', async () => {
    await operate('tableCreate', {
      table: 'demos',
      columns: [
        { name: 'title', type: 'SingleLineText' },
        { name: 'about', type: 'LongText' },
        { name: 'recording', type: 'Attachment' },
      ],
    })
    const parts = [
      { kind: 'field', column: 'title', label: 'Title of the track', required: true },
      { kind: 'field', column: 'about', label: 'Tell us about it' },
      { kind: 'field', column: 'recording', label: 'Recording', files: { count: 1, types: ['mp3'] } },
    ]
    const { id: view } = await operate<{ id: string }>('viewCreate', {
      table: 'demos',
      title: 'Send a demo',
      kind: 'form',
      options: { title: 'Submit a demo', parts },
    })
    const { url } = await operate<{ url: string }>('shareCreate', { table: 'demos', view, survey: true })

    const visitor = await visitorPage({ width: 390, height: 844 })
    // The listener comes long before the key: the browser has to know that no user chooses the file.
    visitor.on('filechooser', (chooser) => {
      void chooser.setFiles({ name: 'demo.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('sound') })
    })
    await visitor.goto(url)
    await visitor.getByText('Question 1 of 3').waitFor()
    await visitor.keyboard.press('Tab')
    await visitor.getByLabel('Title of the track').focus()
    await visitor.keyboard.press('Enter')
    await visitor.getByText('Required').waitFor()
    await visitor.keyboard.type('Low Water')
    await visitor.keyboard.press('Enter')
    await visitor.getByText('Question 2 of 3').waitFor()
    await visitor.keyboard.type('First line')
    await visitor.keyboard.press('Enter')
    await visitor.keyboard.type('second line')
    await visitor.goBack()
    await visitor.getByText('Question 1 of 3').waitFor()
    await visitor.goForward()
    await visitor.reload()
    await visitor.getByText('Question 2 of 3').waitFor()
    expect(await visitor.getByLabel('Tell us about it').inputValue()).toBe('First line\nsecond line')
    await visitor.getByLabel('Tell us about it').press('Control+Enter')
    await visitor.getByText('Question 3 of 3').waitFor()
    await visitor.keyboard.press('Enter')
    await visitor.getByRole('button', { name: 'Remove demo.mp3' }).waitFor()
    await visitor.getByRole('button', { name: 'Submit' }).press('Enter')
    await visitor.getByRole('heading', { name: 'Thank you' }).waitFor()
    expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

    const rows = await sendRequest(app.origin, `/nc/${projectId}/api/v1/demos`, { token })
    expect(rows.json).toMatchObject([{ title: 'Low Water', about: 'First line\nsecond line' }])
    expect(rows.text).toContain('demo.mp3')
  })

  it('opens a project to editors without an account, until the link is off', { tags: ['smoke'] }, async () => {
    const { page } = app
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /^Share/ })
    await dialog.getByRole('tab', { name: /^Link/ }).click()
    await dialog.getByRole('radio', { name: 'Editors' }).check({ force: true })
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const address = await dialog.getByLabel('Address of the link').inputValue()

    const visitor = await visitorPage()
    await visitor.goto(address)
    await visitor.getByText('Everyone with the link can edit records').waitFor()
    const grid = await openTable(visitor, 'Artists')
    await grid.expectCell(1, 1, /\S/)
    await grid.clickName(1)
    await visitor.keyboard.type('Renamed by a visitor')
    await visitor.keyboard.press('Enter')
    await visitor.getByLabel('Status', { exact: true }).filter({ hasText: 'Saved' }).waitFor()
    const artists = await sendRequest(app.origin, `/nc/${projectId}/api/v1/artists?limit=1&sort=id`, { token })
    expect(artists.text).toContain('Renamed by a visitor')
    expect(await visitor.getByRole('button', { name: 'Share', exact: true }).count()).toBe(0)
    // A phone has room for the records only: the sidebar opens over them until a table is chosen.
    await visitor.setViewportSize({ width: 390, height: 844 })
    const albums = visitor.getByRole('treeitem', { name: /^Albums/ })
    await albums.waitFor({ state: 'detached' })
    await visitor.getByRole('button', { name: 'Show the sidebar' }).click()
    await albums.click()
    await visitor.getByRole('region', { name: 'Records of Albums' }).waitFor()
    await albums.waitFor({ state: 'detached' })

    await dialog.getByRole('switch', { name: /can open this project/ }).click({ force: true })
    await expect.poll(async () => (await operate<{ enabled: boolean }>('shareBaseRead', {})).enabled).toBe(false)
    await visitor.getByRole('heading', { name: /doesn't work any more/ }).waitFor()
  })
})
