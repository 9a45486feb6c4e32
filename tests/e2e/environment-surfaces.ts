import type { Stand, Surface } from './surface'

async function openStaging({ page }: Stand): Promise<void> {
  await page.getByRole('button', { name: 'Environments', exact: true }).click()
  await page
    .getByRole('navigation', { name: 'Environments' })
    .getByRole('button', { name: /staging/ })
    .click()
  await page.getByRole('table', { name: 'Variables' }).waitFor()
}
/** Environments of a project with their variables. */
export const environmentSurfaces: readonly Surface[] = [
  { name: 'environments', table: 'Things', open: openStaging, main: true },
  {
    name: 'environment-variable',
    table: 'Things',
    open: async (at) => {
      await openStaging(at)
      await at.page.getByRole('button', { name: 'Edit the variable key' }).click()
      await at.page.getByRole('dialog', { name: 'Variable of staging' }).waitFor()
    },
  },
  {
    name: 'environment-change',
    table: 'Things',
    open: async ({ page }) => {
      await page.getByRole('button', { name: 'Environment _noco' }).click()
      await page.getByRole('dialog', { name: 'Change environment' }).getByText('staging').waitFor()
    },
    close: async ({ page }) => {
      await page.keyboard.press('Escape')
    },
  },
]
