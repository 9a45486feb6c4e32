import type { Page } from 'playwright'
import type { Surface } from './surface'

/** Opens the settings over a table, at a section. */
async function openSection(page: Page, section: string): Promise<void> {
  await page.keyboard.press('Control+,')
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('button', { name: section, exact: true }).click()
  await dialog.getByRole('heading', { name: section, exact: true }).waitFor()
}

const section = (name: string, title: string, main?: true): Surface => ({
  name: `settings-${name}`,
  table: 'Things',
  open: ({ page }) => openSection(page, title),
  ...(main && { main }),
})

/** Every section of the settings, and what opens in them. */
export const settingsSurfaces: readonly Surface[] = [
  section('appearance', 'Appearance', true),
  section('privacy', 'Privacy'),
  section('keys', 'Keys'),
  {
    ...section('data', 'Data'),
    open: async ({ page }) => {
      await openSection(page, 'Data')
      await page.getByRole('button', { name: 'Clear cache' }).waitFor()
    },
  },
  {
    ...section('advanced', 'Advanced'),
    open: async ({ page }) => {
      await openSection(page, 'Advanced')
      await page.getByLabel('Choose a file').setInputFiles({
        name: 'settings.json',
        mimeType: 'application/json',
        buffer: Buffer.from('{"basalt":"settings","version":1,"settings":{"§":1}}'),
      })
      await page.getByText('Nothing was changed.').waitFor()
    },
  },
  {
    name: 'settings-reset',
    table: 'Things',
    open: async ({ page }) => {
      await openSection(page, 'Advanced')
      await page.getByRole('button', { name: 'Reset all settings' }).click()
      await page.getByRole('dialog', { name: 'Reset all settings' }).waitFor()
    },
    close: async ({ page, press }) => {
      await press('Escape')
      await page.getByRole('dialog').first().waitFor({ state: 'detached' })
    },
  },
  {
    name: 'settings-search',
    table: 'Things',
    open: async ({ page }) => {
      await openSection(page, 'Privacy')
      await page.getByRole('searchbox', { name: 'Search settings' }).fill('§§')
      await page.getByRole('button', { name: 'Clear search' }).waitFor()
    },
    close: async ({ page, press }) => {
      await press('Escape', 'Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    },
  },
  {
    name: 'settings-tab',
    table: 'Things',
    open: async ({ page, button }) => {
      await button('Themes').click()
      await page.getByRole('radio', { name: 'Grapes' }).waitFor()
    },
    main: true,
  },
]
