import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { FormOptions } from '@common/views/form'
import { giveRoles } from '@tests/helpers/members'
import { sendRequest } from '@tests/helpers/request'
import { account, createAccount, openApp, openTable, stayLoaded, type App } from './app'
import { boxOf } from './boxes'
import { describeGrid } from './engines'
import { openView, ownData, type OwnData } from './own-data'

/** Creates, arranges, fills in and deletes forms, by mouse and keyboard. */
await describeGrid('A form', (engine) => {
  let app: App
  let page: Page
  let data: OwnData

  const stored = async (): Promise<FormOptions | undefined> => (await data.view('Tracks', 'Submit a demo'))?.options
  const columns = async (): Promise<string[]> =>
    (await stored())?.parts?.map((part) => (part.kind === 'field' ? (part.column ?? '') : `# ${part.title ?? ''}`)) ??
    []
  const tracks = (title: string) => data.rest(`Tracks?where=(Title,eq,${title})`)
  const soon = <T>(look: () => T) => expect.poll(look)
  const button = (name: string | RegExp, at: Page = page) => at.getByRole('button', { name, exact: true })
  const mode = (name: string) => page.getByRole('radio', { name, exact: true }).check({ force: true })
  const field = (name: string, at: Page = page) => at.getByRole('form').getByRole('textbox', { name, exact: true })
  const choose = (name: string, at: Page = page) => at.getByRole('form').getByLabel(name, { exact: true }).check()
  const properties = () => page.getByRole('complementary', { name: 'Properties' })
  const parts = () => page.getByRole('list', { name: 'Parts of the form' }).locator('[data-part]')

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    page = app.page
    await createAccount(app)
  })
  beforeEach(async () => {
    data = ownData(app, await engine.openSample(app))
  })
  afterAll(() => app.close())
  afterAll(() => {
    expect(app.complaints.filter((one) => !one.includes('net::ERR') && !one.includes('400'))).toEqual([])
  })

  const asked = ['title', 'genre', 'price', 'album_id']
  const shortForm: Partial<FormOptions> = { parts: asked.map((column) => ({ kind: 'field', column })) }
  /** Two pages, with a question that depends on an answer. */
  const longForm: Partial<FormOptions> = {
    title: 'Send us a track',
    after: { kind: 'text', text: 'We **listen** to everything.' },
    parts: [
      ...['title', 'album_id', 'genre', 'price'].map((column) => ({ kind: 'field' as const, column })),
      {
        kind: 'field',
        column: 'tags',
        label: 'What is it',
        help: 'As many as you like',
        required: true,
        condition: { join: 'and', filters: [{ column: 'genre', operator: 'is', value: 'Rock' }] },
      },
      { kind: 'section', id: '1', title: 'And then', step: true },
      { kind: 'field', column: 'rating' },
    ],
  }
  /** Creates a form and opens it. */
  const open = async (options: Partial<FormOptions>, shown: 'Edit form' | 'Fill in'): Promise<void> => {
    await openView(page, app, data, 'Tracks', await data.createView('Tracks', 'form', 'Submit a demo', { options }))
    await mode(shown)
  }
  /** Returns the address of the open form alone. */
  const copyLink = async (): Promise<string> => {
    await button('Copy link for members').click()
    return page.evaluate(() => navigator.clipboard.readText())
  }

  it('takes fields by click, by keyboard and by dragging', async () => {
    await openTable(page, 'Tracks')
    await button('View: All Tracks').click()
    await button('New form').click()
    await page.getByLabel('Name of the view').fill('Submit a demo')
    await page.keyboard.press('Enter')
    await page.getByText('Choose fields on the left, or begin with all of them.').waitFor()
    await button('Add Title').click()
    await page.getByRole('searchbox', { name: 'Find a field' }).fill('pri')
    await button('Add Price').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('searchbox', { name: 'Find a field' }).fill('')
    await page.getByText('Every record needs Album, and the form does not ask for it.').waitFor()
    await button('Add').click()
    await button('Add Genre').hover()
    await page.mouse.down()
    const second = await boxOf(parts().nth(1))
    await page.mouse.move(second.x + 60, second.y + 20, { steps: 8 })
    await page.mouse.move(second.x + 60, second.y + 4, { steps: 2 })
    await page.mouse.up()
    await soon(columns).toEqual(['title', 'genre', 'price', 'album_id'])
  })

  it('has parts that change places and go by keyboard, and all of it is taken back', async () => {
    await open(shortForm, 'Edit form')
    await button('Move Album').focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await soon(columns).toEqual(['title', 'album_id', 'genre', 'price'])
    await soon(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Move Album')
    await button('Edit Price').focus()
    await page.keyboard.press('Delete')
    await soon(columns).toEqual(['title', 'album_id', 'genre'])
    await page.keyboard.press('Control+z')
    await soon(columns).toEqual(['title', 'album_id', 'genre', 'price'])
    await page.keyboard.press('Control+z')
    await soon(columns).toEqual(['title', 'genre', 'price', 'album_id'])
    await page.keyboard.press('Control+Shift+z')
    await soon(columns).toEqual(['title', 'album_id', 'genre', 'price'])
  })

  it('has fields with a question, help and a condition, and sections that begin a page', async () => {
    await open(shortForm, 'Edit form')
    await button('Add Tags').click()
    await properties().getByLabel('Question').fill('What is it')
    await properties().getByLabel('Help').fill('As many as you like')
    await properties().getByRole('switch', { name: 'Required' }).click({ force: true })
    await button('Add a condition').click()
    await properties().getByLabel('Field').click()
    await page.getByRole('option', { name: 'Genre' }).click()
    await properties().getByLabel('Value').click()
    await page.getByRole('option', { name: 'Rock' }).click()
    await button('Add a section').click()
    await properties().getByLabel('Heading').fill('And then')
    await properties().getByRole('switch', { name: 'Begins a page' }).click({ force: true })
    await button('Add Rating').click()
    await soon(async () => (await stored())?.parts?.slice(4)).toEqual([
      {
        kind: 'field',
        column: 'tags',
        label: 'What is it',
        help: 'As many as you like',
        required: true,
        condition: { join: 'and', filters: [{ column: 'genre', operator: 'is', value: 'Rock' }] },
      },
      { kind: 'section', id: '1', title: 'And then', step: true },
      { kind: 'field', column: 'rating' },
    ])
    await mode('After sending')
    await properties().getByLabel('Text').fill('We **listen** to everything.')
    await page.getByText('listen', { exact: true }).waitFor()
    await mode('Edit form')
    await button('Edit title and description').click()
    await properties().getByLabel('Title').fill('Send us a track')
    await soon(async () => (await stored())?.title).toBe('Send us a track')
  })

  it('is filled in by keyboard, and sent again when the answer was lost', { tags: ['smoke'] }, async () => {
    await open(longForm, 'Fill in')
    await page.getByRole('heading', { name: 'Send us a track' }).waitFor()
    await field('Title').focus()
    await page.keyboard.press('Enter')
    await soon(() => page.getByRole('form').getByText('Required', { exact: true }).count()).toBe(3)
    await soon(() => field('Title').evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.type('Fast as a shark')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Glass')
    await page.getByRole('option', { name: /Glass/ }).first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    // Hidden until Rock is chosen.
    expect(await page.getByText('What is it').count()).toBe(0)
    await choose('Rock')
    await page.getByText('As many as you like').waitFor()
    await field('Price').fill('dear')
    await page.keyboard.press('Tab')
    await page.getByText('Price must be a number', { exact: false }).waitFor()
    await field('Price').fill('1.29')
    await button('Next').click()
    await page.getByText('Required', { exact: true }).waitFor()
    await choose('live')
    await button('Next').click()
    await page.getByText('Step 2 of 2').waitFor()
    await page.getByRole('heading', { name: 'And then' }).waitFor()
    await button('Back').click()
    expect(await field('Title').inputValue()).toBe('Fast as a shark')
    await button('Next').click()
    await page.getByLabel('4 of 5').check()
    let fails = true
    // The first response gets lost: the record exists, but the page doesn't know.
    await page.route(/formSubmit/, async (route) => {
      if (!fails) return route.continue()
      fails = false
      await route.fetch()
      return route.abort()
    })
    await button('Submit').click()
    await page.getByText('Your answers are still here. Send them again.').waitFor()
    await button('Submit').click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    await page.getByText('listen', { exact: true }).waitFor()
    await page.unroute(/formSubmit/)
    const made = await tracks('Fast as a shark')
    expect(made).toHaveLength(1)
    expect(made[0]).toMatchObject({ Genre: 'Rock', Tags: 'live', Rating: 4 })
    expect(Number(made[0]?.['Price'])).toBe(1.29)
    await button('Fill in another one').click()
    expect(await field('Title').inputValue()).toBe('')
  })

  it('has an address of its own, which fills fields in and hides them', async () => {
    await open(longForm, 'Fill in')
    const address = await copyLink()
    const own = await app.context.newPage()
    await own.goto(
      `${address}?prefill_title=Restless&prefill_Album=1&prefill_genre=Folk&hide_genre=true&prefill_price=2`,
    )
    await own.getByRole('heading', { name: 'Send us a track' }).waitFor()
    expect(await own.getByRole('tree').count()).toBe(0)
    expect(await field('Title', own).inputValue()).toBe('Restless')
    expect(await own.getByRole('form').getByText('Genre').count()).toBe(0)
    await button('Next', own).click()
    await button('Submit', own).click()
    await own.getByRole('heading', { name: 'Thank you' }).waitFor()
    expect(await tracks('Restless')).toMatchObject([{ Genre: 'Folk', Tags: null }])
    await own.close()
  })

  it('tells a viewer why he cannot send it, and is not his to change', async () => {
    const email = 'viewer@example.com'
    const signedUp = await sendRequest(app.origin, '/auth/signup', {
      method: 'POST',
      body: { email, password: account.password },
    })
    expect(signedUp.status).toBe(200)
    giveRoles(app.profile, data.projectId, { [email]: 'viewer' })
    await open(longForm, 'Fill in')
    const address = await copyLink()
    const context = await app.newContext({ locale: 'en-US', timezoneId: 'UTC' })
    const other = await context.newPage()
    await other.goto(address)
    await other.getByLabel('E-mail').fill(email)
    await other.getByRole('textbox', { name: 'Password' }).fill(account.password)
    await other.getByRole('button', { name: 'Sign in' }).click()
    await other.getByText('You can look at this form. Adding records needs the editor role.').waitFor()
    expect(await button('Next', other).getAttribute('aria-disabled')).toBe('true')
    expect(await other.getByRole('radio', { name: 'Edit form' }).count()).toBe(0)
    await context.close()
  })

  it('goes on when its columns get other names', async () => {
    await open(longForm, 'Edit form')
    const renamed = {
      tn: 'tracks',
      columns: [{ cn: 'kind', _cn: 'Kind', cno: 'genre', uidt: 'SingleSelect', altered: 8 }],
    }
    await data.operate('tableUpdate', renamed)
    await soon(columns).toContain('kind')
    await page.reload()
    await mode('Fill in')
    await page.getByRole('form').getByText('Kind').waitFor()
  })

  it('is deleted like other views, and comes back', async () => {
    await open(shortForm, 'Edit form')
    await button('View: Submit a demo').click()
    await button('More for Submit a demo').click()
    await button(/^Delete/).click()
    await button('View: All Tracks').waitFor()
    await soon(stored).toBeUndefined()
    await page.keyboard.press('Control+z')
    await soon(columns).toContain('title')
  })
})
