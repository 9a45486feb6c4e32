import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import { createOwnPostgres, type OwnPostgres } from '@tests/helpers/own-postgres'
import { createAccount, openApp, openTable, operate, type App } from './app'

/** A database server as a user sees it: connected by the form, unreachable for a while, and reachable again. */
describe.skipIf(chromiumPath === undefined)('A database on a server', () => {
  let postgres: OwnPostgres
  let app: App
  let token: string

  beforeAll(async () => {
    postgres = await createOwnPostgres()
    await postgres.start()
    const client = new Client({ connectionString: postgres.url })
    await client.connect()
    await client.query(`CREATE TABLE film_actor (actor_id integer PRIMARY KEY, first_name text)`)
    await client.query(`INSERT INTO film_actor VALUES (1, 'Natalya'), (2, 'Donatas')`)
    await client.end()
    app = await openApp()
    token = await createAccount(app)
  })
  afterAll(async () => {
    await app.close()
    await postgres.remove()
  })

  const openProjects = async (): Promise<void> => {
    await app.page.goto('about:blank')
    await app.page.goto(`${app.origin}/dashboard/#/projects`)
    await app.page.getByRole('heading', { name: 'Projects' }).waitFor()
  }
  /** Connects the server without the page. */
  const connect = async (title: string): Promise<void> => {
    const { hostname: host, port, username: user, password, pathname } = new URL(postgres.url)
    const settings = { kind: 'postgres', host, port: Number(port), user, password, database: pathname.slice(1) }
    await operate(app, { token }, 'projectCreateFromConnection', { title, projectType: 'rest', settings })
    await openProjects()
  }

  it('is connected once its test has passed, under titles by inflection', { tags: ['smoke'] }, async () => {
    const { page } = app
    await page.goto(`${app.origin}/dashboard/#/project/xcdb`)
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

  it('says in the list where it is, and in the project that it does not answer, until it is back', async () => {
    const { page } = app
    await connect('Film Archive')
    const line = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Film Archive', exact: true }) })
    await line.getByText(`127.0.0.1:${new URL(postgres.url).port} · postgres`).waitFor()
    // A project that was open shows where it fails, and offers another attempt.
    await line.getByRole('link', { name: 'Film Archive', exact: true }).click()
    await (await openTable(page, 'film_actor')).expectCell(1, 1, 'Natalya')
    await page.getByRole('link', { name: /Basalt/ }).click()
    await postgres.kill()
    try {
      await line.getByRole('link', { name: 'Film Archive', exact: true }).click()
      await page.getByText(/^The database Film Archive does not answer: 127\.0\.0\.1 refuses connections/).waitFor()
    } finally {
      await postgres.start()
    }
    await page.getByRole('button', { name: 'Retry' }).first().click()
    const grid = await openTable(page, 'film_actor')
    await grid.expectCell(2, 1, 'Donatas')
  })

  it('is edited without its password', async () => {
    const { page } = app
    await connect('Film Fans')
    await page.getByRole('button', { name: 'More for Film Fans' }).click()
    await page.getByRole('menuitem', { name: 'Edit connection' }).click()
    await page.getByRole('heading', { name: 'Connection of Film Fans' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Password' }).inputValue()).toBe('')
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByText('Connection was successful').waitFor()
    await page.getByRole('button', { name: 'Save connection' }).click()
    await page.getByText('Film Fans uses the new connection').waitFor()
  })
})
