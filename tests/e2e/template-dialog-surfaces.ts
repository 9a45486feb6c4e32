import type { Stand, Surface } from './surface-stand'

/** Runs a command of the palette by its name. */
async function run({ page, press }: Stand, command: string): Promise<void> {
  await press('Control+k')
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('>')
  await page.getByRole('option', { name: command }).click()
}

/** Templates inside a project. Their screens with addresses are in `screens.ts`. */
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
]
