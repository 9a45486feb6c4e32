import { closeRecord, panel } from './surface-stand'
import type { Surface } from './surface'

const board = (name: string, open?: Surface['open'], more: Partial<Surface> = {}): Surface => ({
  name,
  view: 'Board',
  open: async (at) => {
    await at.page.locator('[data-kanban]:visible [role=option]').first().waitFor()
    await open?.(at)
  },
  ...more,
})
/** Boards of stacks. */
export const boards: readonly Surface[] = [
  board('kanban', undefined, { main: true }),
  board(
    'kanban-carried',
    async ({ page, press }) => {
      await page.locator('[data-kanban]:visible [role=option]').nth(1).click()
      await press('Space', 'ArrowRight')
    },
    { close: ({ press }) => press('Escape') },
  ),
  board('kanban-stacks', async ({ toolbar, page }) => {
    await toolbar(/^Stacked by/).click()
    await page.locator('.mantine-Popover-dropdown:visible').first().waitFor()
  }),
  board('kanban-stack', async ({ button, page }) => {
    await button('Stack Folk').click()
    await page.getByRole('menuitem', { name: 'Edit stack' }).click()
    await page.getByLabel('Limit').waitFor()
  }),
  board(
    'kanban-record',
    async ({ page, press }) => {
      await page.locator('[data-kanban]:visible [role=option]').nth(1).click()
      await press('Enter')
      await panel(page).waitFor()
    },
    { close: closeRecord },
  ),
  board('kanban-things', undefined, { table: 'Things', view: 'Board of things', main: true }),
  {
    name: 'kanban-nothing',
    table: 'Wide',
    view: 'Board of nothing',
    open: ({ page }) => page.getByText('There is nothing to make stacks by').waitFor(),
  },
]

const calendar = (name: string, period: string, open?: Surface['open'], more: Partial<Surface> = {}): Surface => ({
  name,
  table: 'Gigs',
  view: 'Calendar',
  open: async (at) => {
    await at.page.getByRole('radio', { name: period, exact: true }).check({ force: true })
    await at.page.locator('[data-calendar]:visible [data-event]').first().waitFor()
    await open?.(at)
  },
  ...more,
})
export const calendars: readonly Surface[] = [
  calendar('calendar', 'Month', undefined, { main: true }),
  calendar('calendar-week', 'Week'),
  calendar('calendar-agenda', 'Agenda', undefined, { main: true }),
  calendar('calendar-hours', 'Week', undefined, { view: 'Calendar of hours', main: true }),
  calendar('calendar-day', 'Day', undefined, { view: 'Calendar of hours' }),
  calendar('calendar-more', 'Month', async ({ page }) => {
    await page
      .getByRole('button', { name: /more records? on/ })
      .first()
      .click()
    await page.locator('.mantine-Popover-dropdown:visible').first().waitFor()
  }),
  calendar('calendar-fields', 'Month', async ({ toolbar, page }) => {
    await toolbar('Day – Until').click()
    await page.locator('.mantine-Popover-dropdown:visible').first().waitFor()
  }),
  calendar(
    'calendar-record',
    'Month',
    async ({ page }) => {
      await page.locator('[data-calendar]:visible [data-event]').first().click()
      await panel(page).waitFor()
    },
    { close: closeRecord },
  ),
  {
    name: 'calendar-no-dates',
    table: 'Wide',
    view: 'Calendar of nothing',
    open: ({ page }) => page.getByText('Wide has no dates').waitFor(),
  },
]
