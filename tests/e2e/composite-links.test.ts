import Database from 'better-sqlite3'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sendRequest } from '@tests/helpers/request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account, createAccount, openApp, openProject, openTable, type App } from './app'
import { boxOf } from './boxes'

/** Links whose foreign key has two columns, in a SQLite file opened in place. */
describe('Links over two columns', () => {
  let app: App
  let folder: string
  let projectId: string
  let token: string

  const seat = async (id: number): Promise<unknown> => {
    const answer = await sendRequest(app.origin, `/nc/${projectId}/api/v1/Seat/${id}?fields=airline,number&bt=&hm=`, {
      token,
    })
    return answer.json
  }
  const cell = (row: number) => app.page.locator(`[aria-label="Records of seat"] [id="glide-cell-5-${row - 1}"]`)
  const openCell = async (row: number): Promise<void> => {
    const box = await boxOf(
      app.page.getByRole('region', { name: 'Records of seat', exact: true }).locator('canvas').first(),
    )
    await app.page.mouse.dblclick(box.x + 560, box.y + 32 + (row - 0.5) * 28)
    await app.page.getByRole('dialog', { name: 'flight' }).waitFor()
  }

  beforeAll(async () => {
    app = await openApp()
    await createAccount(app)
    folder = await mkdtemp(join(tmpdir(), 'basalt-composite-'))
    const filename = join(folder, 'flights.db')
    const file = new Database(filename)
    file.exec(`
      CREATE TABLE flight (airline TEXT, number INTEGER, title TEXT, PRIMARY KEY (airline, number));
      CREATE TABLE seat (id INTEGER PRIMARY KEY, name TEXT, airline TEXT, number INTEGER,
        FOREIGN KEY (airline, number) REFERENCES flight (airline, number));
      INSERT INTO flight VALUES ('LH', 1, 'Morning'), ('LH', 2, 'Noon'), ('BA', 1, 'Evening');
      INSERT INTO seat VALUES (1, '12A', 'LH', 1), (2, '12B', NULL, NULL);
    `)
    file.close()
    const signedIn = await sendRequest(app.origin, '/auth/signin', { method: 'POST', body: account })
    token = (signedIn.json as { token: string }).token
    const body = { api: 'projectCreateFromFile', args: { filename, projectType: 'rest' } }
    const made = await sendRequest(app.origin, '/dashboard/?q=sqlOp_projectCreateFromFile', {
      method: 'POST',
      token,
      body,
    })
    projectId = (made.json as { id: string }).id
    await openProject(app, projectId)
  })
  afterAll(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('are made, replaced and removed in the cell, and undone', async () => {
    await openTable(app.page, 'seat')
    await openCell(2)
    const picker = app.page.getByRole('dialog', { name: 'flight' })
    await picker.getByRole('combobox').fill('Eve')
    await picker.getByRole('option', { name: 'Evening' }).click()
    await expect.poll(() => seat(2)).toMatchObject({ airline: 'BA', number: 1 })
    await picker.getByRole('combobox').fill('Noo')
    await picker.getByRole('option', { name: 'Noon' }).click()
    await expect.poll(() => seat(2)).toMatchObject({ airline: 'LH', number: 2 })
    await expect.poll(() => picker.getByRole('listitem').allInnerTexts()).toEqual(['Noon'])
    await picker.getByRole('button', { name: 'Unlink Noon' }).click()
    await expect.poll(() => seat(2)).toMatchObject({ airline: null, number: null })
    await app.page.keyboard.press('Escape')
    await app.page.keyboard.press('Control+z')
    await expect.poll(() => seat(2)).toMatchObject({ airline: 'LH', number: 2 })
    await expect.poll(() => cell(2).textContent()).toMatch('Noon')
    await app.page.keyboard.press('Control+z')
    await expect.poll(() => seat(2)).toMatchObject({ airline: 'BA', number: 1 })
    expect(app.complaints).toEqual([])
  })
})
