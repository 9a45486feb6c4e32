import type { Locator, Page } from 'playwright'
import { sendRequest } from '@tests/helpers/request'
import { accessSurfaces } from './access-surfaces'
import { cardSurfaces } from './card-surfaces'
import { formSurfaces } from './form-surfaces'
import { templateDialogSurfaces } from './template-dialog-surfaces'
import { templateEditorSurfaces } from './template-editor-surfaces'
import { boards, calendars } from './kind-surfaces'
import { jobSurfaces } from './job-surfaces'
import { objectSurfaces } from './object-surfaces'
import { recordSurfaces } from './record-surfaces'
import { settingsSurfaces } from './settings-surfaces'
import { shareSurfaces } from './share-surfaces'
import { shellSurfaces } from './shell-surfaces'
import { headPx, numberPx } from './surface-stand'
import { appStoreSurfaces } from './app-store-surfaces'
import { environmentSurfaces } from './environment-surfaces'
import { teamSurfaces } from './team-surfaces'
import type { Stand, Surface } from './surface'

/*
 * All surfaces by name, and how a user opens each from its table. `npm run screenshots` takes a picture of each. The
 * files `surfaces-*.test.ts` check each, one file for each list here.
 */

/** Returns a popover of the toolbar, in a view with content for it or in the plain one. */
const popover = (name: string, button: RegExp, view: string, more?: (at: Stand) => Promise<unknown>): Surface => ({
  name,
  view,
  open: async (at) => {
    await at.toolbar(button).click()
    await at.page.locator('.mantine-Popover-dropdown:visible, [role=menu]:visible').first().waitFor()
    await more?.(at)
  },
  opener: (at) => at.toolbar(button),
})
const kindOfTrash = (page: Page, name: string): Locator =>
  page.locator('label, button').filter({ hasText: new RegExp(`^${name}$`), visible: true })
const menu = ({ page }: Stand): Promise<void> => page.getByRole('menu').first().waitFor()

/** Surfaces of calendars, boards, galleries and forms. */
export const surfacesOfViews: readonly Surface[] = [...calendars, ...boards, ...cardSurfaces, ...formSurfaces]

/** Surfaces of the grid. */
export const surfacesOfGrid: readonly Surface[] = [
  { name: 'grid', view: 'Plain', main: true },
  {
    name: 'grid-range',
    view: 'Plain',
    open: async ({ cell, press }) => {
      await cell(3, 6)
      await press('Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowDown')
    },
  },
  { name: 'grid-chosen', view: 'Chosen' },
  { name: 'grid-coloured', view: 'Coloured' },
  { name: 'grid-grouped', view: 'Grouped' },
  { name: 'grid-medium', view: 'Medium' },
  { name: 'grid-tall', view: 'Tall' },
  { name: 'grid-nothing-found', view: 'Nothing' },
  { name: 'grid-every-type', table: 'Things', main: true },
  { name: 'grid-wide', table: 'Wide' },
  { name: 'grid-empty', table: 'Empty' },
  { ...popover('filter', /^Filter/, 'Chosen'), main: true },
  popover('filter-none', /^Filter/, 'Plain'),
  popover('sort', /^Sort/, 'Chosen'),
  popover('sort-none', /^Sort/, 'Plain'),
  popover('group', /^Group/, 'Grouped'),
  popover('group-none', /^Group/, 'Plain'),
  popover('colour', /colour rules?$/, 'Coloured'),
  popover('colour-none', /^Colour/, 'Plain'),
  popover('fields', /^(Fields|\d+ hidden fields?)$/, 'Chosen'),
  popover('row-height', /^Row height/, 'Plain'),
  popover('views', /^View: /, 'Plain'),
  popover('view-menu', /^View: /, 'Plain', ({ button }) => button('More for Chosen').click()),
  popover('aggregate', /^View: /, 'Coloured', async ({ page, press }) => {
    await press('Escape')
    await page.getByRole('group', { name: 'Figures of all records' }).getByRole('button', { name: /Price/ }).click()
    await page.getByRole('menu').or(page.getByRole('listbox')).first().waitFor()
  }),
  {
    name: 'header-menu',
    view: 'Plain',
    open: async (at) => {
      await at.region.click({ position: { x: numberPx + 400, y: 16 }, button: 'right' })
      await menu(at)
    },
  },
  {
    name: 'cell-menu',
    view: 'Plain',
    open: async (at) => {
      await at.region.click({ position: { x: numberPx + 400, y: headPx + 70 }, button: 'right' })
      await menu(at)
    },
  },
  {
    name: 'row-menu',
    view: 'Plain',
    open: async (at) => {
      await at.clickNumber(3, { button: 'right' })
      await menu(at)
    },
  },
  {
    name: 'find-and-replace',
    view: 'Plain',
    open: async ({ cell, press, page }) => {
      await cell(1)
      await press('Control+h')
      await page.keyboard.type('low')
      await page.getByRole('search', { name: 'Find and replace' }).getByRole('status').getByText(/of/).waitFor()
    },
  },
  {
    name: 'find-none',
    view: 'Plain',
    open: async ({ cell, press, page }) => {
      await cell(1)
      await press('Control+f')
      await page.getByRole('textbox', { name: 'Find', exact: true }).fill('no such words')
      await page.getByRole('search', { name: 'Find and replace' }).getByText('No match').waitFor()
    },
  },
  {
    name: 'bulk-edit',
    view: 'Plain',
    open: async ({ clickNumber, button, page }) => {
      await clickNumber(3)
      await clickNumber(6, { shift: true })
      await button('Edit 4 records').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Add field' }).click()
      await page.getByRole('menuitem', { name: 'Genre' }).click()
    },
    close: async ({ page, press, cell }) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await cell(1)
      await press('Escape')
    },
  },
  {
    name: 'conflict',
    view: 'Plain',
    open: async ({ cell, page, store }) => {
      await cell(2)
      await page.keyboard.type('Mine')
      const path = `/nc/${store.projectId}/api/v1/Tracks/2`
      const body = { Title: `Theirs at ${String(Date.now() % 1_000)}` }
      await sendRequest(store.origin, path, { method: 'PUT', token: store.token, body })
      await page
        .getByRole('alert')
        .filter({ hasText: /changed this cell .*while you typed/ })
        .waitFor()
    },
    close: ({ page }) => page.getByRole('button', { name: 'Take theirs' }).click(),
  },
  {
    name: 'refused',
    view: 'Plain',
    open: async ({ cell, press, page }) => {
      await cell(2, 8)
      await page.keyboard.type('abc')
      await press('Enter')
      await page.getByText('Price must be a number.').waitFor()
    },
    close: ({ press }) => press('Escape', 'Escape'),
  },
  {
    name: 'session-history',
    view: 'Plain',
    prepare: async ({ cell, press, page }) => {
      await cell(6)
      await page.keyboard.type(`Name ${String(Date.now() % 1_000)}`)
      await press('Enter')
    },
    open: async ({ page, button }) => {
      await button(/changes? to undo/).click()
      await page.getByRole('list', { name: 'History of this session' }).waitFor()
    },
    opener: ({ button }) => button(/changes? to (undo|redo)/),
  },
  {
    name: 'column-dialog',
    view: 'Plain',
    open: async ({ button, page }) => {
      await button('Add a column').click()
      await page.getByRole('dialog', { name: 'Add column' }).getByLabel('Name', { exact: true }).waitFor()
    },
    close: ({ page }) => page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click(),
    main: true,
  },
  {
    name: 'column-link',
    view: 'Plain',
    open: async ({ button, page }) => {
      await button('Add a column').click()
      const dialog = page.getByRole('dialog', { name: 'Add column' })
      await dialog.getByLabel('Type', { exact: true }).click()
      await page
        .getByRole('option', { name: /^Link to/ })
        .first()
        .click()
      await dialog.getByLabel('Related table').waitFor()
    },
    close: ({ page }) => page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click(),
  },
  {
    name: 'export',
    table: 'Things',
    open: async ({ toolbar, page }) => {
      await toolbar('Export').click()
      await page.getByRole('dialog', { name: /^Export / }).waitFor()
    },
    opener: ({ toolbar }) => toolbar('Export'),
  },
  {
    name: 'grid-failed',
    table: 'Empty',
    open: async ({ page, button }) => {
      await page.route('**/api/v1/Empty*', (route) =>
        route.fulfill({ status: 500, contentType: 'application/json', body: '{"msg":"The disk does not answer."}' }),
      )
      await button('Refresh').click()
      await page.getByRole('button', { name: 'Retry' }).waitFor()
    },
    close: async ({ page }) => {
      await page.unroute('**/api/v1/Empty*')
      await page.getByRole('button', { name: 'Retry' }).click()
    },
  },
]

const trashSurfaces: readonly Surface[] = [
  {
    name: 'trash',
    view: 'Plain',
    open: async ({ button, page }) => {
      await button('Trash').click()
      await page.getByRole('row').filter({ hasText: 'Gone' }).waitFor()
    },
    main: true,
  },
  {
    name: 'trash-empty-kind',
    view: 'Plain',
    open: async ({ button, page }) => {
      await button('Trash').click()
      await kindOfTrash(page, 'Columns').click()
      await page.getByText('No columns in the trash').waitFor()
    },
    // The tab stays open with its filter.
    close: ({ page }) => kindOfTrash(page, 'All').click(),
  },
]

export const surfacesOfRecords: readonly Surface[] = [...recordSurfaces, ...shareSurfaces, ...trashSurfaces]
export const surfacesOfShell: readonly Surface[] = [...shellSurfaces, ...settingsSurfaces]
/** Members, rights, environments, plugins and jobs of a project. */
export const surfacesOfProject: readonly Surface[] = [
  ...teamSurfaces,
  ...environmentSurfaces,
  ...appStoreSurfaces,
  ...accessSurfaces,
  ...jobSurfaces,
]
/** Objects of the database, the clients of its APIs, and templates. */
export const surfacesOfObjects: readonly Surface[] = [
  ...objectSurfaces,
  ...templateDialogSurfaces,
  ...templateEditorSurfaces,
]

export const surfaces: readonly Surface[] = [
  ...surfacesOfViews,
  ...surfacesOfGrid,
  ...surfacesOfRecords,
  ...surfacesOfShell,
  ...surfacesOfProject,
  ...surfacesOfObjects,
]
