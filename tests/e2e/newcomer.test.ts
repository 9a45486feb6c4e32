import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import { sendRequest } from '@tests/helpers/request'
import { account, gridOf, openApp, openTable, signUp, type App } from './app'

/** A real database if it is next to the repository; otherwise Basalt's sample. */
const chinook = '../shared/data/chinook/Chinook_Sqlite.sqlite'

/** The first steps of a newcomer, from sign-up to curl: one story, so one test. */
describe.skipIf(chromiumPath === undefined)('A newcomer', () => {
  let app: App
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'basalt-newcomer-'))
    app = await openApp(undefined, {}, { isFirstStart: true, context: { reducedMotion: 'no-preference' } })
  })
  afterAll(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Reads what is wrong with a password, signs up and owns the installation. */
  const signsUp = async (): Promise<void> => {
    const { page, origin } = app
    await page.goto(`${origin}/`)
    await page.getByText('You will be the owner of this installation.').waitFor()
    await page.getByLabel('E-mail').fill('not an address')
    await page.getByRole('textbox', { name: 'Password' }).fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('E-mail must be valid').waitFor()
    await page.getByText('Your password must be at least 8 characters').waitFor()
    await signUp(app)
    await page.getByRole('heading', { name: 'Make your first project' }).waitFor()
  }

  /** Opens a SQLite file of their own and sees its tables. */
  const opensOwnFile = async (): Promise<void> => {
    const { page } = app
    const file = join(folder, 'Chinook.sqlite')
    await copyFile(chinook, file)
    await page.getByRole('button', { name: /Opens a file of this computer/ }).click()
    await page.getByLabel('Path of the file').fill(file)
    await page.getByRole('button', { name: 'Open file' }).click()
    await page.getByRole('treeitem', { name: /^Tables\s*11$/ }).waitFor()
    const grid = await openTable(page, 'Track')
    await grid.expectStatus(/3,503 records/)
    await grid.expectCell(1, 1, 'For Those About To Rock (We Salute You)')
  }

  /** Makes the sample when there is no file of their own. */
  const makesSample = async (): Promise<void> => {
    const { page, origin } = app
    await page.goto(`${origin}/dashboard/#/projects`)
    const empty = page.getByRole('button', { name: /Try the sample/ })
    if ((await empty.count()) > 0) await empty.first().click()
    else {
      await page.getByRole('button', { name: 'New project' }).click()
      await page.getByRole('menuitem', { name: /Try the sample/ }).click()
    }
    await page.getByRole('treeitem', { name: /^Tracks/ }).waitFor()
    const grid = await openTable(page, 'Tracks')
    await grid.expectCell(1, 1, 'Low Water')
  }

  /** Edits a cell by typing, and the first letter is not lost. */
  const editsCell = async (): Promise<void> => {
    const { page } = app
    const grid = await gridOf(page, 'Tracks')
    await grid.clickName(2)
    await page.keyboard.type('Zebra crossing')
    await page.keyboard.press('Enter')
    await grid.expectCell(2, 1, /^Zebra crossing$/)
    await grid.expectStatus(/Saved/)
    await page.reload()
    await (await gridOf(page, 'Tracks')).expectCell(2, 1, /^Zebra crossing$/)
  }

  /** Scrolls to the last record and back. */
  const scrolls = async (): Promise<void> => {
    const { page } = app
    const grid = await gridOf(page, 'Tracks')
    await grid.clickName(1)
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Control+ArrowDown')
    await grid.expectCell(1530, 1, /\S/)
    await page.keyboard.press('Control+Home')
    await grid.expectCell(1, 1, 'Low Water')
  }

  /** Finds and sorts. */
  const finds = async (): Promise<void> => {
    const { page } = app
    const grid = await gridOf(page, 'Tracks')
    await page.getByRole('searchbox', { name: 'Find in view' }).fill('zebra cross')
    await grid.expectStatus(/^1 of 1,530 records/)
    await grid.expectCell(1, 1, 'Zebra crossing')
    await page.getByRole('searchbox', { name: 'Find in view' }).fill('')
    await grid.expectStatus(/^1,530 records/)
  }

  /** Makes a project of their own with a table and rows. */
  const makesProject = async (): Promise<void> => {
    const { page, origin } = app
    await page.goto(`${origin}/dashboard/#/project/name`)
    await page.getByLabel('Name').fill('Garden')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.waitForURL(/#\/nc\/garden_[0-9a-z]{4}/)
    await page.getByRole('button', { name: /^Empty table/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Plants')
    await dialog.getByRole('button', { name: 'Create table' }).click()
    const grid = await gridOf(page, 'Plants')
    for (const name of ['Basil', 'Sage', 'Thyme']) {
      await page.getByRole('button', { name: 'New record' }).first().click()
      await page.keyboard.type(name)
      await page.keyboard.press('Enter')
    }
    await grid.expectStatus(/^3 records/)
    await grid.expectCell(3, 1, 'Thyme')
  }

  /** Reads and writes the same rows from a script. */
  const usesScript = async (): Promise<void> => {
    const { page, origin } = app
    const projectId = /#\/nc\/([^?]+)/.exec(page.url())?.[1] ?? ''
    const signIn = await sendRequest(origin, '/auth/signin', { method: 'POST', body: account })
    const { token } = signIn.json as { token: string }
    const base = `/nc/${projectId}/api/v1/Plants`
    const rows = (await sendRequest(origin, base, { token })).json as Record<string, unknown>[]
    expect(rows.map((row) => Object.values(row))).toEqual([
      expect.arrayContaining(['Basil']),
      expect.arrayContaining(['Sage']),
      expect.arrayContaining(['Thyme']),
    ])
    const created = await sendRequest(origin, base, { method: 'POST', token, body: { Title: 'Mint' } })
    expect(created.status).toBe(200)
    await page.getByRole('button', { name: 'Refresh' }).click()
    const grid = await gridOf(page, 'Plants')
    await grid.expectStatus(/^4 records/)
    await grid.expectCell(4, 1, 'Mint')
  }

  it('signs up, edits, finds, makes a project and reads it from a script', { tags: ['smoke'] }, async () => {
    await signsUp()
    if (existsSync(chinook)) await opensOwnFile()
    await makesSample()
    await editsCell()
    await scrolls()
    await finds()
    await makesProject()
    await usesScript()
    expect(app.complaints).toEqual([])
  })
})
