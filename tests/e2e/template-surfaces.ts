import type { Stand, Surface } from './surface-stand'

/** Opens the editor with two tables, of which one is shown. */
async function openEditor({ page, press }: Stand): Promise<void> {
  await page.evaluate(() => (location.hash = '#/project/templates/new'))
  await page.getByText('This template has no tables yet').waitFor()
  await press('Alt+Shift+T')
  await page.getByLabel('Table names').fill('T1(c1, c2), T2')
  await press('Enter')
  await press('Alt+Shift+4', 'Alt+Shift+6', 'Alt+Shift+A')
}

async function leave({ page }: Stand): Promise<void> {
  await page.evaluate(() => (location.hash = '#/projects'))
  await page.getByRole('dialog').getByRole('button').last().click()
}

/** The template editor with its problems, and its dialogs. */
export const templateSurfaces: readonly Surface[] = [
  {
    name: 'template-editor',
    table: 'Things',
    open: async (at) => {
      await openEditor(at)
      await at.press('Alt+Shift+S')
    },
    close: leave,
    main: true,
  },
]
