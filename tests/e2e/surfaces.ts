import { sendRequest } from '@tests/helpers/server'
import type { Locator, Page } from 'playwright'
import { cardSurfaces } from './card-surfaces'
import { formSurfaces } from './form-surfaces'
import { rowsOf, type Store } from './surface-store'

/*
 * Everything that the grid shows, by name: how a person comes to it from the table that it belongs to. The pictures of
 * `npm run screenshots` and the test of accessibility both go through this one list, so that neither forgets any.
 */

export interface Surface {
  readonly name: string
  /** The table and its view that are opened first. */
  readonly table?: string
  readonly view?: string
  /** Absent: the table itself is what is shown. */
  readonly open?: (at: Stand) => Promise<unknown>
  /** Takes away what Escape does not. */
  readonly close?: (at: Stand) => Promise<unknown>
  /** One of those that are looked at in a narrow window and from right to left too. */
  readonly main?: boolean
  /** What has the focus again after Escape, where a button opened it. */
  readonly opener?: (at: Stand) => Locator
}

/** Where one stands: the page and what is reached from the open table. */
export interface Stand {
  readonly page: Page
  readonly store: Store
  readonly region: Locator
  readonly press: (...keys: string[]) => Promise<void>
  readonly button: (name: string | RegExp) => Locator
  readonly toolbar: (name: string | RegExp) => Locator
  /** Makes the cell active; both from 1. */
  readonly cell: (row: number, column?: number) => Promise<void>
  readonly clickNumber: (row: number, options?: ClickOptions) => Promise<void>
}
interface ClickOptions {
  readonly button?: 'left' | 'right'
  readonly shift?: boolean
}

const numberPx = 44
const headPx = 32

/** Puts files into the first record of Things, as a person does. */
export async function addFiles(stand: Stand): Promise<void> {
  const { page, press } = stand
  const picture = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 400
    const context = canvas.getContext('2d')
    if (context) {
      const gradient = context.createLinearGradient(0, 0, 640, 400)
      gradient.addColorStop(0, '#0989ff')
      gradient.addColorStop(1, '#e8710a')
      context.fillStyle = gradient
      context.fillRect(0, 0, 640, 400)
    }
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  await stand.cell(1, 3)
  await press('Enter')
  await page.locator('[data-files]').waitFor()
  await page.locator('input[type="file"]').setInputFiles([
    { name: 'cover.png', mimeType: 'image/png', buffer: Buffer.from(picture, 'base64') },
    { name: 'liner notes of the second edition.txt', mimeType: 'text/plain', buffer: Buffer.from('One\nTwo\n') },
    { name: 'data.zip', mimeType: 'application/zip', buffer: Buffer.from('PK') },
  ])
  await page.locator('[data-files]').getByRole('row').nth(2).waitFor()
  await press('Escape')
}

/** Opens the table of a surface in its view; nothing is left open over it. */
export async function standAt(
  page: Page,
  store: Store,
  { table = 'Tracks', view = rowsOf(table) }: Partial<Surface>,
): Promise<Stand> {
  const query = new URLSearchParams({ name: table === 'Tracks' ? 'tracks' : table, type: 'table', dbalias: 'db' })
  query.set('view', store.views[view] ?? '')
  const address = `${store.origin}/dashboard/#/nc/${store.projectId}?${query.toString()}`
  if (page.url() !== address) await page.goto(address)
  await page.getByRole('tab', { name: table, exact: true, selected: true }).waitFor()
  await page.getByRole('button', { name: `View: ${view}`, exact: true }).waitFor()
  const grid = page.getByRole('region', { name: `Records of ${table}`, exact: true })
  const region = grid
    .or(page.locator('[data-kanban], [data-gallery], [data-calendar], [data-form-view]'))
    .filter({ visible: true })
    .first()
  await region.waitFor()
  // A form tells of no records.
  if ((await page.locator('[data-form-view]').filter({ visible: true }).count()) === 0)
    await page
      .getByLabel('Status', { exact: true })
      .filter({ hasText: /record/ })
      .waitFor()
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const frame = async () => {
    const box = await region.locator('canvas').first().boundingBox()
    if (box === null) throw new Error('The grid is not there')
    return box
  }
  return {
    page,
    store,
    region,
    press,
    button: (name) => page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }).first(),
    toolbar: (name) => page.getByRole('toolbar', { name: 'View' }).getByRole('button', { name }),
    cell: async (row, column = 1) => {
      const { x, y } = await frame()
      await page.mouse.click(x + numberPx + 60, y + headPx + (row - 0.5) * 28)
      await press('Home', ...Array.from({ length: column - 1 }, () => 'ArrowRight'))
    },
    clickNumber: async (row, { button = 'left', shift = false } = {}) => {
      const { x, y } = await frame()
      if (shift) await page.keyboard.down('Shift')
      await page.mouse.click(x + 22, y + headPx + (row - 0.5) * 28, { button })
      if (shift) await page.keyboard.up('Shift')
    },
  }
}

/** A file of rows over the window, with a value that does not fit and a line that is too short. */
async function holdFile(page: Page, event: 'dragover' | 'drop'): Promise<void> {
  const dataTransfer = await page.evaluateHandle(() => {
    const lines = Array.from(
      { length: 60 },
      (_, at) => `${at + 1};Track ${at + 1};${at === 9 ? 'n/a' : `${at},5`};1.2.2026`,
    )
    const transfer = new DataTransfer()
    transfer.items.add(new File([['No;Title;Price;Released', ...lines, '61;Short'].join('\n')], 'new tracks.csv'))
    return transfer
  })
  await page.dispatchEvent('body', event, { dataTransfer })
}

const panel = (page: Page): Locator => page.getByRole('complementary', { name: /^Record / })
const closeRecord = ({ page }: Stand): Promise<void> => page.getByRole('button', { name: 'Close the record' }).click()
const openRecord =
  (row: number, tab?: string) =>
  async ({ cell, press, page }: Stand): Promise<void> => {
    await cell(row)
    await press('Space')
    await panel(page).waitFor()
    if (tab !== undefined) await page.getByRole('tab', { name: tab }).click()
  }
/** A popover of the toolbar, in the view that has something in it or in the plain one. */
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
const menu = ({ page }: Stand): Promise<void> => page.getByRole('menu').first().waitFor()

const board = (name: string, open?: Surface['open'], more: Partial<Surface> = {}): Surface => ({
  name,
  view: 'Board',
  open: async (at) => {
    await at.page.locator('[data-kanban]:visible [role=option]').first().waitFor()
    await open?.(at)
  },
  ...more,
})
const boards: readonly Surface[] = [
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
const calendars: readonly Surface[] = [
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

export const surfaces: readonly Surface[] = [
  ...calendars,
  ...boards,
  ...cardSurfaces,
  { name: 'grid', view: 'Plain', main: true },
  {
    name: 'grid-range',
    view: 'Plain',
    open: async ({ cell, press }) => {
      await cell(3, 6)
      await press('Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowDown')
    },
    main: true,
  },
  { name: 'grid-chosen', view: 'Chosen', main: true },
  { name: 'grid-coloured', view: 'Coloured' },
  { name: 'grid-grouped', view: 'Grouped', main: true },
  { name: 'grid-medium', view: 'Medium' },
  { name: 'grid-tall', view: 'Tall' },
  { name: 'grid-nothing-found', view: 'Nothing', main: true },
  { name: 'grid-every-type', table: 'Things', main: true },
  ...formSurfaces,
  { name: 'grid-wide', table: 'Wide' },
  { name: 'grid-empty', table: 'Empty' },
  { ...popover('filter', /^Filter/, 'Chosen'), main: true },
  popover('filter-none', /^Filter/, 'Plain'),
  { ...popover('sort', /^Sort/, 'Chosen'), main: true },
  popover('sort-none', /^Sort/, 'Plain'),
  popover('group', /^Group/, 'Grouped'),
  popover('group-none', /^Group/, 'Plain'),
  popover('colour', /colour rules?$/, 'Coloured'),
  popover('colour-none', /^Colour/, 'Plain'),
  popover('fields', /^(Fields|\d+ hidden fields?)$/, 'Chosen'),
  popover('row-height', /^Row height/, 'Plain'),
  { ...popover('views', /^View: /, 'Plain'), main: true },
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
    main: true,
  },
  {
    name: 'find-none',
    view: 'Plain',
    open: async ({ cell, press, page }) => {
      await cell(1)
      await press('Control+f')
      await page.getByRole('textbox', { name: 'Find', exact: true }).fill('no such words')
      await page.waitForTimeout(300)
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
      await page.getByRole('alert').filter({ hasText: 'changed this cell while you typed' }).waitFor()
    },
    close: ({ page }) => page.getByRole('button', { name: 'Take theirs' }).click(),
  },
  {
    name: 'refused',
    view: 'Plain',
    open: async ({ cell, press, page }) => {
      await cell(2, 9)
      await page.keyboard.type('abc')
      await press('Enter')
      await page.waitForTimeout(200)
    },
    close: ({ press }) => press('Escape', 'Escape'),
  },
  { name: 'record', view: 'Plain', open: openRecord(3), close: closeRecord, main: true },
  { name: 'record-every-type', table: 'Things', open: openRecord(1), close: closeRecord },
  {
    name: 'record-comments',
    view: 'Plain',
    open: async (at) => {
      await openRecord(4, 'Comments')(at)
      const write = at.page.getByRole('combobox', { name: 'Write a comment' })
      await write.waitFor()
      if ((await at.page.getByRole('list', { name: 'Comments' }).getByRole('listitem').count()) > 0) return
      await write.fill('Raised for the vinyl week, **look** at [this](https://example.com)')
      await write.press('Enter')
      await at.page.getByRole('list', { name: 'Comments' }).getByRole('listitem').first().waitFor()
    },
    close: closeRecord,
    main: true,
  },
  { name: 'record-comments-none', view: 'Plain', open: openRecord(5, 'Comments'), close: closeRecord },
  { name: 'record-history', view: 'Plain', open: openRecord(2, 'History'), close: closeRecord },
  {
    name: 'cell-select',
    view: 'Plain',
    open: async ({ cell, press, page }) => {
      await cell(3, 4)
      await press('Enter')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'cell-date',
    table: 'Things',
    open: async ({ cell, press }) => {
      await cell(3, 8)
      await press('F2')
    },
  },
  {
    name: 'cell-long-text',
    table: 'Things',
    open: async ({ cell, press }) => {
      await cell(3, 5)
      await press('Enter')
    },
  },
  {
    name: 'files',
    table: 'Things',
    open: async ({ cell, press, page }) => {
      await cell(1, 3)
      await press('Enter')
      await page.locator('[data-files]').getByRole('row').nth(2).waitFor()
    },
  },
  {
    name: 'files-none',
    table: 'Things',
    open: async ({ cell, press, page }) => {
      await cell(2, 3)
      await press('Enter')
      await page.locator('[data-files]').waitFor()
    },
  },
  {
    name: 'viewer',
    table: 'Things',
    open: async ({ cell, press, page }) => {
      await cell(1, 3)
      await press('Enter')
      await page.locator('[data-files]').getByRole('row').nth(2).waitFor()
      await press('Enter')
      await page.getByRole('dialog', { name: 'File cover.png' }).waitFor()
    },
    main: true,
  },
  {
    name: 'viewer-no-preview',
    table: 'Things',
    open: async ({ cell, press, page }) => {
      await cell(1, 3)
      await press('Enter')
      await page.locator('[data-files]').getByRole('row').nth(2).waitFor()
      await press('End', 'Enter')
      await page.getByRole('dialog', { name: 'File data.zip' }).waitFor()
    },
  },
  {
    name: 'json-tree',
    table: 'Things',
    open: async ({ cell, press, page }) => {
      await cell(1, 4)
      await press('Enter')
      await page.getByRole('tree', { name: 'Facts' }).waitFor()
      await press('ArrowDown')
    },
  },
  {
    name: 'session-history',
    view: 'Plain',
    open: async ({ cell, press, page, button }) => {
      await cell(6)
      await page.keyboard.type(`Name ${String(Date.now() % 1_000)}`)
      await press('Enter')
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
      await page
        .locator('label, button')
        .filter({ hasText: /^Columns$/ })
        .click()
      await page.getByText('No columns in the trash').waitFor()
    },
  },
  {
    name: 'export',
    table: 'Things',
    open: async ({ toolbar, page }) => {
      await toolbar('Export').click()
      await page.getByRole('dialog', { name: /^Export / }).waitFor()
    },
    main: true,
    opener: ({ toolbar }) => toolbar('Export'),
  },
  {
    name: 'drop-ring',
    table: 'Things',
    open: async ({ page }) => {
      await holdFile(page, 'dragover')
      await page.locator('[data-drop-ring]').waitFor()
    },
    close: async ({ page }) => {
      await page.dispatchEvent('body', 'dragleave')
      await page.locator('[data-drop-ring]').waitFor({ state: 'hidden' })
    },
    main: true,
  },
  {
    name: 'import',
    table: 'Things',
    open: async ({ page }) => {
      await holdFile(page, 'drop')
      await page.getByRole('dialog').getByRole('table').waitFor()
    },
    main: true,
  },
  {
    name: 'import-into-table',
    table: 'Things',
    open: async ({ page }) => {
      await holdFile(page, 'drop')
      await page.getByRole('dialog').getByRole('table').waitFor()
      await page.getByRole('radio', { name: 'Existing table' }).check({ force: true })
      await page.getByPlaceholder('Choose a table').click()
      await page.getByRole('option', { name: 'Tracks', exact: true }).click()
      await page.getByRole('combobox', { name: 'Records are known by' }).waitFor()
    },
    main: true,
  },
  {
    name: 'tree-menu',
    table: 'Things',
    open: async ({ page }) => {
      await page.getByRole('treeitem', { name: /^Things/ }).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Change the icon' }).waitFor()
    },
    main: true,
  },
  {
    name: 'tree-search',
    table: 'Things',
    open: async ({ page }) => {
      await page.getByRole('treeitem', { name: /^Things/ }).focus()
      await page.keyboard.type('in')
      await page.getByRole('tree').locator('mark').first().waitFor()
    },
    close: async ({ press }) => press('Escape'),
  },
  {
    name: 'table-icon',
    table: 'Things',
    open: async ({ page }) => {
      await page.getByRole('treeitem', { name: /^Things/ }).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Change the icon' }).click()
      await page.getByRole('dialog', { name: 'Icon of Things' }).waitFor()
    },
  },
  {
    name: 'table-duplicate',
    table: 'Things',
    open: async ({ page }) => {
      await page.getByRole('treeitem', { name: /^Things/ }).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Duplicate', exact: true }).click()
      await page.getByRole('dialog', { name: 'Duplicate Things' }).waitFor()
    },
  },
  {
    name: 'palette-records',
    table: 'Things',
    open: async ({ page, press }) => {
      await press('Control+k')
      await page.getByRole('combobox', { name: 'Search or run a command' }).fill('low')
      await page.getByRole('group', { name: 'Records' }).getByRole('option').first().waitFor()
    },
    main: true,
  },
  {
    name: 'keys-change',
    table: 'Things',
    open: async ({ page, press }) => {
      await page.getByRole('tab', { selected: true }).focus()
      await press('?')
      await page.getByRole('button', { name: /Show or hide the sidebar/ }).click()
      await press('Control+k')
      await page.getByRole('button', { name: 'Use it here instead' }).waitFor()
    },
    main: true,
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

/** Shows a surface, lets it be looked at, and leaves nothing of it open. */
export async function showSurface(
  page: Page,
  store: Store,
  surface: Surface,
  look: (at: Stand) => Promise<unknown>,
): Promise<void> {
  const at = await standAt(page, store, surface)
  try {
    await surface.open?.(at)
    await look(at)
  } finally {
    await leave(at, surface)
  }
}

async function leave(at: Stand, surface: Surface): Promise<void> {
  const { page, press } = at
  await surface.close?.(at).catch(() => undefined)
  const open = page.locator(
    '.mantine-Popover-dropdown:visible, [role=dialog]:visible, [role=menu]:visible, [role=search]:visible',
  )
  for (let left = 4; left > 0 && (await open.count()) > 0; left -= 1) {
    await press('Escape')
    await page.waitForTimeout(200)
  }
  // What cannot be left by keys must not spoil what is shown next.
  if ((await open.count()) > 0) await page.reload()
}
