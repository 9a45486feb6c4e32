import { chromiumPath } from '@tests/helpers/browser'
import { sendRequest } from '@tests/helpers/request'
import type { StoredTemplate } from '@common/templates'
import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccount, openApp, type App } from './app'

/** S2 §2–§9: an author builds a template of two tables, with a relation, a lookup and a rollup. */
describe.skipIf(chromiumPath === undefined)('The template editor', () => {
  let app: App
  let page: Page
  let token: string

  const operate = async (name: string, body: object): Promise<unknown> => {
    const path = `/api/v1/operations/${name}`
    return (await sendRequest(app.origin, path, { method: 'POST', token, body })).json
  }
  const toast = (text: string) => page.getByRole('status').or(page.getByRole('alert')).getByText(text).first().waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
  const type = (text: string) => page.keyboard.type(text)
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const saved = async (title: string): Promise<StoredTemplate> => {
    const { list } = (await operate('templateList', {})) as { list: { id: string; title: string }[] }
    const id = list.find((each) => each.title === title)?.id
    return ((await operate('templateRead', { id })) as { template: StoredTemplate }).template
  }
  const expected = (title: string) => ({
    title,
    category: 'Music',
    tables: [
      {
        tn: 'artists',
        columns: [{ cn: 'name', uidt: 'SingleLineText' }],
        hasMany: [{ tn: 'albums', _cn: 'title2' }],
        v: [{ _cn: 'title3', rl: { rltn: 'albums', type: 'hm', rlcn: 'price', fn: 'sum' } }],
      },
      {
        tn: 'albums',
        columns: [
          { cn: 'title', uidt: 'SingleLineText' },
          { cn: 'price', uidt: 'SingleLineText' },
        ],
        belongsTo: [{ tn: 'artists', _cn: 'artists' }],
        v: [{ _cn: 'title4', lk: { ltn: 'artists', type: 'bt', lcn: 'name' } }],
      },
    ],
  })

  beforeAll(async () => {
    app = await openApp({ width: 1440, height: 900 })
    token = await createAccount(app)
    page = app.page
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto(`${app.origin}/dashboard/#/projects`)
    await page.getByRole('heading', { name: 'Projects' }).first().waitFor()
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    // A page of its own for each test, without the draft of the one before.
    await page.goto('about:blank')
    await page.goto(`${app.origin}/dashboard/#/project/templates/new`)
    await page.getByText('This template has no tables yet').waitFor()
  })

  it('is used with the mouse', { tags: ['smoke'], timeout: 120_000 }, async () => {
    await page.getByRole('button', { name: 'New table' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Enter table name' })
    await dialog.getByLabel('Table names').fill('artists(name), albums(title, price)')
    await dialog.getByRole('button', { name: 'Add tables' }).click()
    const option = (name: string | RegExp) => page.getByRole('option', { name }).first()
    const pick = async (field: string, name: string | RegExp): Promise<void> => {
      await page.getByRole('combobox', { name: field, exact: true }).click()
      await option(name).click()
    }
    const add = async (typed: RegExp): Promise<void> => {
      await page.getByRole('button', { name: 'Column', exact: true }).last().click()
      const rows = page.locator('[data-column-row]')
      await rows
        .last()
        .getByRole('button', { name: /^Type of/ })
        .click()
      await page.getByRole('option').filter({ hasText: typed }).first().click()
    }
    await add(/^Link to another record/)
    await pick('Kind of relation of title2', 'Has many')
    await pick('Related table of title2', 'albums')
    await add(/^Rollup/)
    await pick('Link of title3', 'title2 → albums')
    await pick('Related column of title3', 'price')

    // Nothing is sent before everything is filled in.
    await page.getByRole('button', { name: 'Submit to service' }).click()
    await toast('Please fill all the required column!')
    await page.getByText('Rollup aggregate function name required').waitFor()
    await page.getByText('Project name required').waitFor()
    await pick('Function of title3', 'Sum')
    await page.getByRole('button', { name: /^artists 3 columns/ }).click()

    await page
      .getByRole('navigation', { name: 'Tables' })
      .getByRole('button', { name: /^albums/ })
      .click()
    await add(/^Lookup/)
    await pick('Link of title4', 'artists → artists')
    await pick('Related column of title4', 'name')
    await page.getByLabel('Project name').fill('By mouse')
    await page.getByRole('combobox', { name: 'Category' }).fill('Music')
    await page.getByRole('combobox', { name: 'Category' }).press('Enter')
    await page.getByRole('button', { name: 'Submit to service' }).click()
    await toast('Template generated and saved successfully!')
    await page.getByRole('button', { name: 'Update in service' }).waitFor()
    expect(await saved('By mouse')).toMatchObject(expected('By mouse'))
    expect(page.url()).toContain('/edit')
  })

  it('is used with the keyboard alone', async () => {
    await press('Alt+Shift+T')
    await page.getByRole('dialog', { name: 'Enter table name' }).waitFor()
    await type('artists(name), albums(title, price)')
    await press('Enter')
    await page
      .getByRole('button', { name: /^albums/ })
      .first()
      .waitFor()
    await press('Alt+Shift+4')
    await expect.poll(focused).toBe('Name of column 2')
    const choose = async (text: string): Promise<void> => {
      await press('ArrowDown')
      await page.getByRole('option', { name: text }).first().waitFor()
      for (let tries = 0; tries < 12; tries += 1) {
        const chosen = await page.evaluate(
          () => document.querySelector('[role="option"][data-combobox-selected]')?.textContent ?? '',
        )
        if (chosen === text) break
        await press('ArrowDown')
      }
      await press('Enter')
    }
    // The picker of types loads with the first column.
    await page.getByRole('button', { name: /^Type of title2/ }).waitFor()
    await press('Tab', 'Tab')
    expect(await focused()).toBe('Kind of relation of title2')
    await choose('Has many')
    await press('Tab')
    expect(await focused()).toBe('Related table of title2')
    await choose('albums')
    await press('Alt+Shift+6')
    await expect.poll(focused).toBe('Name of column 3')
    await press('Tab', 'Tab')
    await choose('title2 → albums')
    await press('Tab')
    await choose('price')
    await press('Tab')
    await choose('Sum')
    await press('Alt+Shift+ArrowDown')
    await press('Alt+Shift+5')
    await expect.poll(focused).toBe('Name of column 4')
    await press('Tab', 'Tab')
    await choose('artists → artists')
    await press('Tab')
    await choose('name')

    await press('Alt+Shift+S')
    await toast('Please fill all the required column!')
    await expect
      .poll(() =>
        page.evaluate(() =>
          document.activeElement?.closest('[data-template-field]')?.getAttribute('data-template-field'),
        ),
      )
      .toBe('project title')
    await type('By keyboard')
    await press('Tab')
    await type('Music')
    await press('Enter', 'Alt+Shift+S')
    await toast('Template generated and saved successfully!')
    expect(await saved('By keyboard')).toMatchObject(expected('By keyboard'))
  }, 120_000)

  it('is at least 500 px high in a low window', async () => {
    const before = page.viewportSize()
    await page.setViewportSize({ width: 1440, height: 420 })
    const area = page.getByRole('main', { name: 'Tables of the template' })
    await expect.poll(async () => (await area.boundingBox())?.height).toBe(500)
    // The page scrolls to its end.
    await page.getByRole('complementary', { name: 'Properties of the template' }).hover()
    await area.getByRole('button', { name: 'New table' }).last().click()
    await page.getByRole('dialog', { name: 'Enter table name' }).waitFor()
    await press('Escape')
    if (before) await page.setViewportSize(before)
  })

  it('asks before unsaved changes are left', async () => {
    await press('Alt+Shift+T')
    await page.getByRole('dialog', { name: 'Enter table name' }).waitFor()
    await type('artists')
    await press('Enter')
    await page.getByText('Unsaved changes', { exact: true }).waitFor()
    const templates = page.getByRole('link', { name: 'Templates', exact: true })
    await templates.click()
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Unsaved changes', { exact: true }).waitFor()
    await templates.click()
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('toolbar', { name: 'Template' }).waitFor({ state: 'detached' })
  })

  it('makes tables of a spreadsheet file', async () => {
    await page.getByRole('button', { name: 'Import from Excel' }).click()
    await toast('Happy hacking!')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file' }).click()
    await (
      await chooser
    ).setFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Name,Born,Role\nAnna,1990-12-24,admin\nBen,2001-01-03,guest\n'),
    })
    await page.getByRole('button', { name: /^people 3 columns/ }).waitFor()
    await page.getByRole('button', { name: 'Type of Born: Date' }).waitFor()
    await press('Control+z')
    await page.getByText('This template has no tables yet').waitFor()
  })
})
