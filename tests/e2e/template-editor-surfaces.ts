import type { Stand, Surface } from './surface'

/** Opens the template editor at a route below the templates. */
async function openEditor({ page, store }: Stand, route: string): Promise<void> {
  await page.goto(`${store.origin}/dashboard/#/project/templates/${route}`)
  await page.locator('[data-column-row]').first().waitFor()
}

/** Opens a copy of a built-in template, whose names and texts the server sends. */
const openCopy = (at: Stand): Promise<void> => openEditor(at, 'new?from=crm')

/** A surface over a copy of a built-in template, which it doesn't change. */
const overCopy = (name: string, open?: Surface['open']): Surface => ({
  name: `template-editor-${name}`,
  table: 'Things',
  open: async (at) => {
    await openCopy(at)
    await open?.(at)
  },
})

/** A surface with unsaved changes. Another document passes the question about them. */
const overChanges = (name: string, open: Surface['open']): Surface => ({
  ...overCopy(name, open),
  close: ({ page }) => page.goto('about:blank'),
})

/** Opens an entry of the menu of the first table. */
async function openTableMenu({ page }: Stand, entry: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

/** The template editor (S2 §2) with its dialogs. An empty one is in `screens.ts`. */
export const templateEditorSurfaces: readonly Surface[] = [
  { ...overCopy('copy'), main: true },
  {
    ...overChanges('errors', async ({ page, press }) => {
      await page.getByLabel('Project name').fill('')
      // A rollup, a lookup, a link and a column without a type, and nothing chosen in any of them.
      await press('Alt+Shift+6', 'Alt+Shift+5', 'Alt+Shift+4', 'Alt+Shift+A', 'Alt+Shift+S')
      await page.getByText('Rollup aggregate function name required').waitFor()
    }),
    main: true,
  },
  {
    name: 'template-editor-read-only',
    table: 'Things',
    open: (at) => openEditor(at, 'crm/edit'),
    main: true,
  },
  overCopy('tables', async ({ page, press }) => {
    await press('Alt+Shift+T')
    await page.getByRole('dialog', { name: 'Enter table name' }).getByRole('button', { name: 'Add tables' }).click()
    await page
      .getByRole('dialog')
      .getByText(/^Use letters/)
      .waitFor()
  }),
  overCopy('columns', async ({ page, press }) => {
    await press('Alt+Shift+C')
    await page.getByRole('dialog', { name: 'Enter column name' }).getByLabel('Column names').waitFor()
  }),
  overCopy('rename', (at) => openTableMenu(at, 'Rename table')),
  overCopy('delete', (at) => openTableMenu(at, 'Delete table')),
  overCopy('options', async ({ page }) => {
    await page
      .getByRole('button', { name: /^Options of / })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('textbox').first().waitFor()
  }),
  overChanges('reset', async ({ page, press }) => {
    await press('Alt+Shift+A')
    await page.getByRole('button', { name: 'Reset', exact: true }).click()
    await page.getByRole('dialog').waitFor()
  }),
  overChanges('leave', async ({ page, press }) => {
    await press('Alt+Shift+A')
    await page.getByRole('navigation', { name: 'Place of the template' }).getByRole('link').click()
    await page.getByRole('dialog').waitFor()
  }),
  overCopy('keys', async ({ page, button }) => {
    await button('Keyboard shortcuts of the editor').click()
    await page.getByRole('dialog').waitFor()
  }),
  overCopy('menu', async ({ page, button }) => {
    await button('More actions').click()
    await page.getByRole('menuitem').first().waitFor()
  }),
  overCopy('code-host', async ({ page, button }) => {
    await button('More actions').click()
    await page.getByRole('menuitem', { name: 'Code host settings' }).click()
    await page.getByRole('dialog').getByRole('textbox').first().waitFor()
  }),
]
