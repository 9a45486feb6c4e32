import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import { createAccount, gridOf, openApp, operate, type App, type Grid } from './app'

/** From the gallery to the first edited row (S2 §2, §4). */
describe.skipIf(chromiumPath === undefined)('A template', () => {
  let app: App
  let token: string

  beforeAll(async () => {
    app = await openApp({ width: 1440, height: 900 })
    token = await createAccount(app)
  })
  beforeEach(async () => {
    const { page, origin } = app
    await page.goto(`${origin}/dashboard/#/project/templates`)
    await page.locator('[data-template="crm"]').waitFor()
  })
  afterAll(() => app.close())

  /** Waits for the new project, whose first table is open and has the focus. */
  async function arrives(page: Page): Promise<Grid> {
    await page.waitForURL(/#\/nc\/sales_crm_/)
    await page.getByRole('treeitem', { name: /^Tables\s*5$/ }).waitFor()
    await page.getByRole('tab', { name: 'Deals', exact: true, selected: true }).waitFor()
    const grid = await gridOf(page, 'Deals')
    await grid.expectStatus(/24 records/)
    return grid
  }

  it('becomes a project whose first row is edited, with the mouse', { tags: ['smoke'] }, async () => {
    const { page } = app
    await page.locator('[data-template="crm"]').click()
    await page.waitForURL(/#\/project\/templates\/crm$/)
    await page.getByRole('article', { name: 'Sales CRM' }).waitFor()
    await page.getByRole('button', { name: 'Use template' }).click()
    await page.getByRole('menuitem', { name: 'Create REST Project' }).click()
    const grid = await arrives(page)
    await grid.clickName(1)
    await page.keyboard.type('First deal')
    await page.keyboard.press('Enter')
    await grid.expectCell(1, 1, 'First deal')
    await grid.expectStatus(/Saved/)
  })

  it('becomes a project whose first row is edited, with the keyboard alone', async () => {
    const { page } = app
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const search = page.getByRole('searchbox', { name: 'Search templates' })
    for (let tabs = 0; tabs < 60 && !(await search.evaluate((field) => field === document.activeElement)); tabs += 1)
      await press('Tab')
    await page.keyboard.type('crm')
    await press('Tab')
    // The cross of the search comes first.
    const card = page.locator('[data-template="crm"]')
    if (!(await card.evaluate((element) => element === document.activeElement))) await press('Tab')
    expect(await card.evaluate((element) => element === document.activeElement)).toBe(true)
    await press('Enter')
    const title = page.getByRole('heading', { name: 'Sales CRM' })
    await title.waitFor()
    await expect.poll(() => title.evaluate((element) => element === document.activeElement)).toBe(true)
    const use = page.getByRole('button', { name: 'Use template' })
    for (let tabs = 0; tabs < 5 && !(await use.evaluate((button) => button === document.activeElement)); tabs += 1)
      await press('Tab')
    await press('Enter')
    await page.getByRole('menuitem', { name: 'Create REST Project' }).waitFor()
    await press('ArrowDown')
    for (let downs = 0; downs < 6; downs += 1) {
      const text = await page.evaluate(() => document.activeElement?.textContent ?? '')
      if (text.includes('Create REST Project')) break
      await press('ArrowDown')
    }
    await press('Enter')
    const grid = await arrives(page)
    // The focus is in the grid already.
    await page.keyboard.type('Typed at once')
    await press('Enter')
    await grid.expectCell(1, 1, 'Typed at once')
  })

  it('shows its detail from a link, and the focus returns to its card', async () => {
    const { page, origin } = app
    await page.goto(`${origin}/dashboard/#/project/templates/recipes`)
    await page.getByRole('article', { name: 'Recipes and meal plan' }).waitFor()
    await page.getByRole('region', { name: 'Sample rows of Recipes' }).getByRole('row').nth(1).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL(/#\/project\/templates$/)
    const card = page.locator('[data-template="recipes"]')
    await expect.poll(() => card.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('is imported into an empty project, and names that exist stop a second import', async () => {
    const { page, origin } = app
    const { id } = (await operate(app, { token }, 'projectCreate', { title: 'Import here' })) as { id: string }
    await page.goto(`${origin}/dashboard/#/nc/${id}`)
    await page.getByRole('button', { name: /Start from a template/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Import tables of a template into Import here' })
    await dialog.locator('[data-template="reading-list"]').click()
    await dialog.getByRole('article', { name: 'Reading list' }).waitFor()
    await dialog.getByRole('checkbox', { name: 'Include the sample rows' }).uncheck()
    await dialog.getByRole('button', { name: 'Use template' }).click()
    await page.getByText(/^Imported \d+ tables successfully$/).waitFor()
    await page.getByRole('treeitem', { name: /^Books\b/ }).waitFor()
    // The tab opens before the list of tables knows its title.
    await page.getByRole('tab', { name: 'Books', exact: true, selected: true }).waitFor()

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('>Import tables of')
    await page.getByRole('option', { name: 'Import tables of a template' }).click()
    await dialog.locator('[data-template="reading-list"]').click()
    await dialog.getByRole('article', { name: 'Reading list' }).waitFor()
    await dialog.getByRole('button', { name: 'Use template' }).click()
    await dialog
      .getByRole('alert')
      .getByText(/already exist/)
      .waitFor()
  })

  it('is made of a project, and is one of the saved ones', async () => {
    const { page, origin } = app
    await operate(app, { token }, 'projectCreateSample', {})
    await page.goto(`${origin}/dashboard/#/projects`)
    await page
      .getByRole('button', { name: /^More for Record Store/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Save as template' }).click()
    const dialog = page.getByRole('dialog', { name: /^Save Record Store as a template/ })
    await dialog.getByRole('button', { name: 'Save template' }).click()
    await dialog.getByText('Give the template a category.').waitFor()
    await dialog.getByLabel('Category').fill('Music')
    await dialog.getByRole('checkbox', { name: 'Include the rows' }).uncheck()
    await dialog.getByRole('button', { name: 'Save template' }).click()
    await page.getByText('Template generated and saved successfully!').waitFor()
    await page.goto(`${origin}/dashboard/#/project/templates?yours=saved`)
    await page.locator('[data-template]', { hasText: 'Record Store' }).waitFor()
    await expect.poll(() => page.locator('[data-template]').count()).toBe(1)
  })
})
