import type { Stand, Surface } from './surface'

/** The galleries to show, by table. */
export const galleries: Readonly<Record<string, { readonly table: string; readonly options: object }>> = {
  Gallery: { table: 'tracks', options: {} },
  'Gallery of things': { table: 'Things', options: { coverColumn: 'Files' } },
  'Gallery of nothing': { table: 'Empty', options: {} },
}

const cards = (name: string, open?: Surface['open'], more: Partial<Surface> = {}): Surface => ({
  name,
  view: 'Gallery',
  open: async (at) => {
    await at.page.locator('[data-gallery]:visible [role=option]').first().waitFor()
    await open?.(at)
  },
  ...more,
})

const diagram = (name: string, open?: (at: Stand) => Promise<unknown>, more: Partial<Surface> = {}): Surface => ({
  name,
  open: async (at) => {
    await at.button('Diagram').click()
    await at.page.locator('[data-diagram]:visible [data-table=tracks]').waitFor()
    await open?.(at)
  },
  ...more,
})

/** Galleries, and the diagram of the project. */
export const cardSurfaces: readonly Surface[] = [
  cards('gallery', undefined, { main: true }),
  cards('gallery-chosen', async ({ page, press }) => {
    await page.locator('[data-gallery]:visible [role=option]').nth(1).click()
    await press('Shift+ArrowRight')
  }),
  cards('gallery-menu', async ({ page }) => {
    await page.locator('[data-gallery]:visible [role=option]').nth(1).click({ button: 'right' })
    await page.getByRole('menu').first().waitFor()
  }),
  cards(
    'gallery-record',
    async ({ page, press }) => {
      await page.locator('[data-gallery]:visible [role=option]').nth(1).click()
      await press('Enter')
      await page.getByRole('complementary', { name: /^Record / }).waitFor()
    },
    { close: ({ page }) => page.getByRole('button', { name: 'Close the record' }).click() },
  ),
  cards('gallery-things', undefined, { table: 'Things', view: 'Gallery of things', main: true }),
  cards(
    'gallery-cover',
    async ({ toolbar, page }) => {
      await toolbar(/^Cover/).click()
      await page.locator('.mantine-Popover-dropdown:visible').first().waitFor()
    },
    { table: 'Things', view: 'Gallery of things', main: true, opener: ({ toolbar }) => toolbar(/^Cover/) },
  ),
  {
    name: 'gallery-nothing',
    table: 'Empty',
    view: 'Gallery of nothing',
    open: ({ page }) => page.getByText('No records yet').waitFor(),
  },
  diagram('diagram', undefined, { main: true }),
  diagram('diagram-chosen', async ({ page }) => {
    await page.locator('[data-diagram]:visible [data-table=tracks]').click()
    await page.locator('[data-diagram]:visible [data-chosen]').waitFor()
  }),
  diagram(
    'diagram-list',
    async ({ page }) => {
      await page.getByRole('radio', { name: 'List' }).check({ force: true })
      await page.getByRole('list', { name: 'Diagram of the tables' }).waitFor()
    },
    { close: ({ page }) => page.getByRole('radio', { name: 'Drawing' }).check({ force: true }) },
  ),
]
