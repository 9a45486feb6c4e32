import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import { createOwnPostgres, type OwnPostgres } from '@tests/helpers/own-postgres'
import { openApp, openProjects, openTable, type App } from './app'

/** A database server as a user sees it: connected by the form, unreachable for a while, and reachable again. */
describe.skipIf(chromiumPath === undefined)('A database on a server', () => {
  let postgres: OwnPostgres
  let app: App

  beforeAll(async () => {
    postgres = await createOwnPostgres()
    await postgres.start()
    const client = new Client({ connectionString: postgres.url })
    await client.connect()
    await client.query(`CREATE TABLE film_actor (actor_id integer PRIMARY KEY, first_name text)`)
    await client.query(`INSERT INTO film_actor VALUES (1, 'Natalya'), (2, 'Donatas')`)
    await client.end()
    app = await openApp()
    await openProjects(app)
  })
  afterAll(async () => {
    await app.close()
    await postgres.remove()
  })

  it('is connected once its test has passed, under titles by inflection', async () => {
    const { page } = app
    await page.getByRole('button', { name: /^External database/ }).click()
    await page.getByLabel('Project name').fill('Film Club')
    await page.getByLabel('Host address').fill('127.0.0.1')
    await page.getByLabel('Port').fill(new URL(postgres.url).port)
    await page.getByLabel('Database', { exact: true }).fill('postgres')
    await page.getByLabel('Username').fill('postgres')
    await page.getByRole('textbox', { name: 'Password' }).fill('not this one')
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByText('the server refuses the user postgres with this password').waitFor()
    await page.getByText('Sign-in refused').waitFor()
    await page.getByRole('textbox', { name: 'Password' }).fill('postgres')
    await page.getByRole('button', { name: /^Advanced/ }).click()
    const titles = page.getByRole('radiogroup', { name: 'Titles of tables' })
    await titles.getByRole('radio', { name: 'Camelize' }).check({ force: true })
    await page.getByRole('button', { name: 'Test again' }).click()
    await page.getByText('Connection was successful').waitFor()
    await page.getByText('1 table', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Create project' }).click()
    const grid = await openTable(page, 'FilmActor')
    await grid.expectCell(1, 1, 'Natalya')
  })

  it('says in the list where it is, and when it does not answer', async () => {
    const { page, origin } = app
    await postgres.kill()
    await page.goto(`${origin}/dashboard/#/projects`)
    await page.getByText(`127.0.0.1:${new URL(postgres.url).port} · postgres`).waitFor()
    await page.getByRole('link', { name: 'Film Club', exact: true }).click()
    await page.getByText(/^The database Film Club does not answer: 127\.0\.0\.1 refuses connections/).waitFor()
  })

  it('is back when it is back', async () => {
    const { page } = app
    await postgres.start()
    await page.getByRole('button', { name: 'Retry' }).first().click()
    const grid = await openTable(page, 'FilmActor')
    await grid.expectCell(2, 1, 'Donatas')
  })

  it('is edited without its password', async () => {
    const { page, origin } = app
    await page.goto(`${origin}/dashboard/#/projects`)
    await page.getByRole('button', { name: 'More for Film Club' }).click()
    await page.getByRole('menuitem', { name: 'Edit connection' }).click()
    await page.getByRole('heading', { name: 'Connection of Film Club' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Password' }).inputValue()).toBe('')
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByText('Connection was successful').waitFor()
    await page.getByRole('button', { name: 'Save connection' }).click()
    await page.getByText('Film Club uses the new connection').waitFor()
  })
})
