import type { Stand, Surface } from './surface'

/** Runs a command of the palette by its name. */
async function run({ page, press }: Stand, command: string): Promise<void> {
  await press('Control+k')
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('>')
  await page.getByRole('option', { name: command }).click()
}

/** Opens the detail of a built-in template. */
async function openDetail({ page, store }: Stand): Promise<void> {
  await page.goto(`${store.origin}/dashboard/#/project/templates/crm`)
  await page.getByRole('article').getByRole('row').nth(1).waitFor()
}

/** Templates in the gallery and inside a project. Screens with addresses are in `screens.ts`. */
export const templateDialogSurfaces: readonly Surface[] = [
  {
    name: 'templates-import',
    table: 'Things',
    open: async (at) => {
      await run(at, 'Import tables of a template')
      await at.page.getByRole('dialog').locator('[data-template]').first().waitFor()
    },
    main: true,
  },
  {
    name: 'templates-import-detail',
    table: 'Things',
    open: async (at) => {
      await run(at, 'Import tables of a template')
      await at.page.getByRole('dialog').locator('[data-template="crm"]').click()
      await at.page.getByRole('dialog').getByRole('article').getByRole('row').nth(1).waitFor()
    },
  },
  {
    name: 'templates-importing',
    table: 'Things',
    open: async (at) => {
      // The call waits, so that its overlay stays.
      await at.page.route('**/operations/templateTablesCreate*', () => undefined)
      await run(at, 'Import tables of a template')
      await at.page.getByRole('dialog').locator('[data-template="crm"]').click()
      await at.page.getByRole('dialog').getByRole('article').getByRole('row').nth(1).waitFor()
      await at.page.getByRole('dialog').getByRole('button', { name: 'Use template' }).click()
      await at.page.locator('[data-creation]').getByRole('progressbar').waitFor()
    },
    close: async ({ page }) => {
      await page.unroute('**/operations/templateTablesCreate*')
      await page.reload()
    },
  },
  {
    name: 'templates-save',
    table: 'Things',
    open: async (at) => {
      await run(at, 'Save the project as a template')
      await at.page.getByRole('dialog').getByRole('button', { name: 'Save template' }).waitFor()
    },
    main: true,
  },
  {
    name: 'templates-use',
    table: 'Things',
    open: async (at) => {
      await openDetail(at)
      await at.button('Use template').click()
      await at.page.getByRole('menuitem', { name: 'Create GQL Project' }).waitFor()
    },
  },
  {
    name: 'templates-add',
    table: 'Things',
    open: async (at) => {
      await openDetail(at)
      await at.button('Use template').click()
      await at.page.getByRole('menuitem', { name: 'Add to a project' }).click()
      await at.page.getByRole('dialog').getByRole('combobox').waitFor()
    },
  },
  {
    name: 'templates-diagram',
    table: 'Things',
    open: async (at) => {
      await openDetail(at)
      await at.button('Full diagram').click()
      await at.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'templates-token',
    table: 'Things',
    open: async ({ page, store }) => {
      await page.goto(`${store.origin}/dashboard/#/project/templates`)
      const heading = page.getByRole('heading', { name: 'Categories' })
      for (let times = 0; times < 4; times += 1) await heading.dblclick()
      await page.getByLabel('Edit token', { exact: true }).waitFor()
    },
    // The editing mode lasts as long as the page.
    close: ({ page }) => page.reload(),
  },
  {
    name: 'installation-templates',
    table: 'Things',
    open: async ({ page, store, button }) => {
      await page.goto(`${store.origin}/dashboard/#/user/admin/installation`)
      await button('Replace token').click()
      await page.getByRole('dialog').waitFor()
    },
    main: true,
  },
]
