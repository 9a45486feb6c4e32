import { sendRequest } from '@tests/helpers/request'
import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAccount, openApp, signInOn, openTable, stayLoaded, type App, type Grid } from './app'
import { describeGrid } from './engines'

/** Two browsers on the same table: no change is lost, and both show it. */
await describeGrid('Two people at one table', (engine) => {
  let app: App
  let token: string
  let projectId: string
  let ada: { readonly page: Page; readonly grid: Grid }
  let bob: { readonly page: Page; readonly grid: Grid }
  let second: Page

  const rows = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await sendRequest(app.origin, `/nc/${projectId}/api/v1/Tracks${path}`, { method, token, body })
    expect(answer.status).toBe(200)
    return answer.json
  }
  const nameOf = async (id: number): Promise<unknown> => ((await rows('GET', `/${id}`)) as { Title: string }).Title
  /** Deletes the rows of a table that refer to a track. */
  const forget = async (table: string, track: number): Promise<void> => {
    const path = `/nc/${projectId}/api/v1/${encodeURIComponent(table)}`
    const answer = await sendRequest(app.origin, `${path}?limit=1000&where=(Track,eq,${track})`, { token })
    const found = answer.json as { Id: number }[]
    if (found.length > 0) await sendRequest(app.origin, `${path}/bulk`, { method: 'DELETE', token, body: found })
  }
  const type = async ({ page, grid }: typeof ada, row: number, text: string): Promise<void> => {
    await grid.clickName(row)
    await page.keyboard.type(text)
  }

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    const account = await createAccount(app)
    const other = await app.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' })
    await signInOn(other, app, account)
    second = await other.newPage()
  })
  beforeEach(async () => {
    ;({ projectId, token } = await engine.openSample(app))
    await second.goto(`${app.origin}/dashboard/#/nc/${projectId}`)
    ada = { page: app.page, grid: await openTable(app.page, 'Tracks') }
    bob = { page: second, grid: await openTable(second, 'Tracks') }
    await ada.grid.expectCell(1, 1, 'Low Water')
    await bob.grid.expectCell(1, 1, 'Low Water')
  })
  afterAll(() => app.close())
  afterAll(() => expect(app.complaints).toEqual([]))

  it('see what the other one writes, and what a script writes', { tags: ['smoke'] }, async () => {
    await type(bob, 2, 'Written by Bob')
    await bob.page.keyboard.press('Enter')
    await ada.grid.expectCell(2, 1, 'Written by Bob')
    await rows('PUT', '/1', { Title: 'Written by a script' })
    await ada.grid.expectCell(1, 1, 'Written by a script')
    await bob.grid.expectCell(1, 1, 'Written by a script')
  })

  it('write different cells at the same time, and nothing is lost', async () => {
    await Promise.all([type(ada, 3, 'From Ada'), type(bob, 4, 'From Bob')])
    await Promise.all([ada.page.keyboard.press('Enter'), bob.page.keyboard.press('Enter')])
    for (const { grid } of [ada, bob]) {
      await grid.expectCell(3, 1, 'From Ada')
      await grid.expectCell(4, 1, 'From Bob')
    }
    expect([await nameOf(3), await nameOf(4)]).toEqual(['From Ada', 'From Bob'])
  })

  it('stay at their record when one before it goes, and keep what they type', async () => {
    await type(ada, 6, 'Half wri')
    const name = await nameOf(7)
    // Removes the last references to this track.
    for (const table of ['Invoice lines', 'Playlist tracks']) await forget(table, 5)
    await rows('DELETE', '/5')
    await bob.grid.expectCell(6, 1, String(name))
    await ada.page.keyboard.type('tten')
    await ada.page.keyboard.press('Enter')
    await expect.poll(() => nameOf(6)).toBe('Half written')
    await ada.grid.expectCell(5, 1, 'Half written')
    expect(await nameOf(7)).toBe(name)
  })

  it('are told when both write the same cell, and one chooses: his own words', async () => {
    await type(ada, 2, 'Mine')
    await rows('PUT', '/2', { Title: 'Theirs' })
    const note = ada.page.getByRole('alert').filter({ hasText: /changed this cell .*while you typed/ })
    await note.waitFor()
    expect(await note.textContent()).toContain('It says Theirs now.')
    expect(await note.textContent()).toContain('You changed this cell in another window')
    await note.getByRole('button', { name: 'Keep mine' }).click()
    await ada.page.keyboard.press('Enter')
    await expect.poll(() => nameOf(2)).toBe('Mine')
    await bob.grid.expectCell(2, 1, 'Mine')
  })

  it('or those of the other', async () => {
    await type(ada, 2, 'Never stored')
    await rows('PUT', '/2', { Title: 'Theirs again' })
    await ada.page.getByRole('button', { name: 'Take theirs' }).click()
    await ada.grid.expectCell(2, 1, 'Theirs again')
    expect(await nameOf(2)).toBe('Theirs again')
  })

  it('see fields that the other one adds, and records that come and go', async () => {
    const answer = await sendRequest(app.origin, '/dashboard', {
      method: 'POST',
      token,
      body: {
        api: 'tableUpdate',
        project_id: projectId,
        args: {
          tn: 'Tracks',
          columns: [{ cn: 'Mood', altered: 1, uidt: 'SingleLineText' }],
        },
      },
    })
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
    for (const { page, grid } of [ada, bob]) {
      await grid.clickName(1)
      await page.keyboard.press('End')
      await page.getByRole('columnheader', { name: 'Mood', includeHidden: true }).waitFor({ state: 'attached' })
    }
    const status = await ada.page.getByLabel('Status', { exact: true }).innerText()
    const before = Number(/([\d,]+) records/.exec(status)?.[1]?.replace(',', ''))
    await rows('POST', '', { Title: 'One more', Album: 1, Price: 1 })
    await ada.grid.expectStatus(new RegExp(`${(before + 1).toLocaleString('en')} records`))
    await bob.grid.expectStatus(new RegExp(`${(before + 1).toLocaleString('en')} records`))
  })
})
