import { closeRecord, openRecord } from './surface-stand'
import type { Surface } from './surface'

/** The panel of a record, and the editors that open over a cell. */
export const recordSurfaces: readonly Surface[] = [
  { name: 'record', view: 'Plain', open: openRecord(3), close: closeRecord, main: true },
  { name: 'record-every-type', table: 'Things', open: openRecord(1), close: closeRecord },
  {
    name: 'record-comments',
    view: 'Plain',
    open: async (at) => {
      await openRecord(4, 'Comments')(at)
      const write = at.page.getByRole('textbox', { name: 'Write a comment' })
      await write.waitFor()
      if ((await at.page.getByRole('list', { name: 'Comments' }).getByRole('listitem').count()) > 0) return
      await write.fill('Raised for the vinyl week, **look** at [this](https://example.com)')
      await write.press('Enter')
      await at.page.getByRole('list', { name: 'Comments' }).getByRole('listitem').first().waitFor()
    },
    close: closeRecord,
    main: true,
  },
  {
    name: 'record-mention',
    view: 'Plain',
    open: async (at) => {
      await openRecord(7, 'Comments')(at)
      const { page } = at
      const write = page.getByRole('textbox', { name: 'Write a comment' })
      await write.fill('@ada')
      await page.getByRole('option').first().waitFor()
    },
    close: async (at) => {
      await at.page.getByRole('textbox', { name: 'Write a comment' }).fill('')
      await closeRecord(at)
    },
  },
  { name: 'record-comments-none', view: 'Plain', open: openRecord(5, 'Comments'), close: closeRecord },
  { name: 'record-history', view: 'Plain', open: openRecord(2, 'History'), close: closeRecord },
  {
    name: 'linked-record',
    table: 'Albums',
    open: async ({ cell, press, page }) => {
      await cell(1, 3)
      await press('Enter')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'linked-records',
    table: 'Albums',
    open: async ({ cell, press, page }) => {
      await cell(1)
      await press('End', 'Enter')
      await page.getByRole('list', { name: 'Linked records' }).waitFor()
      await page.getByRole('option').first().waitFor()
    },
  },
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
]
