import { chromiumPath } from '@tests/helpers/browser'
import { sendRequest } from '@tests/helpers/request'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccount, gridOf, openApp, openProject, openTable, operate, type App, type Grid } from './app'

/** Edits of a production database are written when the user commits them. */
describe.skipIf(chromiumPath === undefined)('A project in production', () => {
  let app: App
  let grid: Grid
  let token: string
  let projectId: string
  let title: string
  let number = 0

  const send = (path: string, method = 'GET', body?: unknown) =>
    sendRequest(app.origin, `/nc/${projectId}/api/v1/${path}`, { method, token, body })
  const names = async (): Promise<(string | null)[]> =>
    ((await send('Jobs?fields=Name&sort=id&limit=100')).json as { Name: string | null }[]).map(({ Name }) => Name)
  const press = (key: string) => app.page.keyboard.press(key)
  const type = async (row: number, text: string): Promise<void> => {
    await grid.clickName(row)
    await app.page.keyboard.type(text)
    await press('Enter')
    await grid.expectCell(row, 1, text)
  }
  const bar = () => app.page.getByRole('region', { name: "Changes that aren't written" })
  const counts = (count: number) =>
    bar()
      .getByText(`${count} change${count === 1 ? '' : 's'} not written`, { exact: true })
      .waitFor()
  const review = () => app.page.getByRole('dialog', { name: /^Review \d+ changes?$/ })

  beforeAll(async () => {
    app = await openApp(undefined, {}, { isFirstStart: true })
    app.page.on('dialog', (dialog) => void dialog.accept())
    token = await createAccount(app)
  })
  beforeEach(async () => {
    title = `Jobs ${(number += 1)}`
    const made = await operate(app, { token }, 'projectCreateByWebWithXCDB', { title })
    projectId = (made as { id: string }).id
    const columns = [
      { cn: 'Name', uidt: 'SingleLineText', pv: true },
      { cn: 'Note', uidt: 'SingleLineText' },
      { cn: 'id', uidt: 'ID', pk: true, ai: true },
    ]
    await operate(app, { token, projectId }, 'tableCreate', { tn: 'Jobs', _tn: 'Jobs', columns })
    await send(
      'Jobs/bulk',
      'POST',
      ['One', 'Two', 'Three', 'Four'].map((Name) => ({ Name })),
    )
  })
  afterAll(() => app.close())
  // The browser logs the intentional conflict.
  afterAll(() => expect(app.complaints.filter((text) => !text.includes('409'))).toEqual([]))

  /** Marks the project as production, and opens its table. */
  const openInProduction = async (): Promise<void> => {
    await operate(app, { token, projectId }, 'projectProductionSet', { production: true })
    await openProject(app, projectId)
    grid = await openTable(app.page, 'Jobs')
    await grid.expectCell(1, 1, 'One')
  }

  it('is marked in the list of projects, and says so in words', async () => {
    const { page } = app
    await page.goto(`${app.origin}/dashboard/#/projects`)
    await page.getByRole('button', { name: `More for ${title}`, exact: true }).click()
    await page.getByRole('menuitem', { name: 'Mark as production' }).click()
    const line = page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) })
    await line.getByText('Production', { exact: true }).waitFor()
    await line.getByRole('link').click()
    await page.getByRole('banner').getByText('Production', { exact: true }).waitFor()
  })

  it('keeps edits over a reload, and commits none over a newer value', { tags: ['smoke'] }, async () => {
    const { page } = app
    await openInProduction()
    const before = await names()
    await type(1, 'Uno')
    await type(2, 'Dos')
    await grid.clickName(4)
    await press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Delete record', exact: true }).click()
    await counts(3)
    await grid.clickName(2)
    await press('Control+z')
    await counts(2)
    await press('Control+z')
    await grid.expectCell(2, 1, 'Two')
    await press('Control+Shift+z')
    await grid.expectCell(2, 1, 'Dos')
    await counts(2)
    await page.getByRole('button', { name: 'New record' }).first().click()
    await page.keyboard.type('Fresh')
    await press('Enter')
    await grid.expectCell(5, 1, 'Fresh')
    await counts(3)
    expect(await names()).toEqual(before)

    await page.reload()
    grid = await gridOf(page, 'Jobs')
    await grid.expectCell(1, 1, 'Uno')
    await grid.expectCell(5, 1, 'Fresh')
    await counts(3)
    expect(await names()).toEqual(before)

    await bar().getByRole('button', { name: 'Review' }).click()
    await review()
      .getByText(/^UPDATE "Jobs" SET "Name" = 'Uno' WHERE "id" = 1 AND "Name" = 'One'$/)
      .waitFor()
    await review()
      .getByText(/^INSERT INTO "Jobs" \("Name"\) VALUES \('Fresh'\)/)
      .waitFor()
    await review().getByRole('button', { name: 'Close' }).click()

    await send('Jobs/2', 'PUT', { Name: 'Theirs' })
    await grid.clickName(3)
    await press('Control+s')
    await review().getByText('Nothing was written.').waitFor()
    await review().getByText('Someone else changed Name to Theirs.').waitFor()
    expect(await names()).toEqual(['One', 'Theirs', 'Three', 'Four'])
    await review().getByRole('button', { name: 'Discard: Change Two in Jobs' }).click()
    await review()
      .getByText(/^UPDATE "Jobs" SET "Name" = 'Uno'/)
      .waitFor()
    await review().getByRole('button', { name: 'Commit', exact: true }).click()
    await expect.poll(names).toEqual(['Uno', 'Theirs', 'Three', 'Four', 'Fresh'])
    await bar().waitFor({ state: 'detached' })
    await grid.expectCell(2, 1, 'Theirs')

    await grid.clickName(1)
    await press('Control+z')
    const asked = page.getByRole('dialog', { name: 'Write to the production database?' })
    await asked.getByRole('button', { name: 'Write' }).click()
    await expect.poll(names).toEqual(['One', 'Theirs', 'Three', 'Four'])
  })

  it('asks before it changes the schema', async () => {
    const { page } = app
    await openInProduction()
    await page.getByRole('treeitem', { name: /^Jobs/ }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Delete/ })
      .click()
    const asked = page.getByRole('dialog', { name: 'Write to the production database?' })
    await asked.getByText('Delete table').waitFor()
    await asked.getByText('Table Jobs').waitFor()
    await asked.getByRole('button', { name: 'Cancel' }).click()
    expect((await send('Jobs?limit=1')).status).toBe(200)
  })
})
