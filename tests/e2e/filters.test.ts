import { sendRequest } from '@tests/helpers/request'
import type { Locator } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount, fromStart, openApp, openTable, stayLoaded, type App, type Grid } from './app'
import { boxOf } from './boxes'
import { describeGrid } from './engines'

/** Machines that do much else at a time are slow. */

type Row = Readonly<Record<string, unknown>>

/** Users set filters, sorts and colour rules; REST with another query verifies the results. */
await describeGrid('Filters', (engine) => {
  let app: App
  let token: string
  let projectId: string

  const rest = async (path: string, query: Readonly<Record<string, string>>): Promise<unknown> =>
    (await sendRequest(app.origin, `/nc/${projectId}/api/v1/${path}?${new URLSearchParams(query)}`, { token })).json
  const countOf = async (table: string, query: Readonly<Record<string, string>>): Promise<number> =>
    Number(((await rest(`${encodeURIComponent(table)}/count`, query)) as { readonly count: number | string }).count)

  const button = (name: string | RegExp): Locator => app.page.getByRole('button', { name, exact: true })
  const field = (name: string): Locator => app.page.getByRole('combobox', { name, exact: true }).last()
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await app.page.keyboard.press(key)
  }
  const pick = async (name: string, ...options: string[]): Promise<void> => {
    await field(name).click()
    for (const option of options) await app.page.getByRole('option', { name: option, exact: true }).click()
    if (options.length > 1) await press('Escape')
  }
  const write = (name: string, text: string): Promise<void> =>
    app.page.getByRole('textbox', { name, exact: true }).last().fill(text)
  const number = (count: number): string => count.toLocaleString('en-US')

  /** A condition more, with its field and comparison chosen. */
  const condition = async (column: string, comparison: string): Promise<void> => {
    await button('Add condition').last().click()
    await pick('Field', column)
    await pick('Comparison', comparison)
  }
  const openFilter = async (): Promise<void> => {
    await press('Control+Shift+F')
    await app.page.getByText('Show records where').waitFor()
  }
  const close = async (): Promise<void> => {
    await press('Escape')
    await app.page.getByText('Show records where').waitFor({ state: 'hidden' })
  }
  const clear = async (): Promise<void> => {
    await openFilter()
    await button('Clear').click()
    await close()
    await button('Filter').waitFor()
  }
  /** Returns a point on the grid: on a header, or in the cell of a row (from 1) under it. */
  const at = async (table: string, header: string, row = 0): Promise<{ readonly x: number; readonly y: number }> => {
    const region = app.page.getByRole('region', { name: `Records of ${table}`, exact: true })
    const box = await boxOf(region.locator('canvas').first())
    return { x: fromStart(box, widthBefore(header) + 20), y: box.y + (row === 0 ? 16 : 32 + (row - 0.5) * 28) }
  }
  /** Widths of the first columns of Tracks: Title 220, Id 92, Album 160, Genre. */
  const widthBefore = (header: string): number =>
    ({ Title: 44, Id: 44 + 220, Album: 44 + 220 + 92, Genre: 44 + 220 + 92 + 160 })[header] ?? 0

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    await createAccount(app)
    ;({ projectId, token } = await engine.openSample(app))
  })
  afterAll(() => app.close())

  const open = async (table: string): Promise<Grid> => {
    const grid = await openTable(app.page, table)
    await grid.expectCell(1, 1, /\S/)
    return grid
  }
  const thisYear = new Date().getUTCFullYear()

  describe('of every kind of field', () => {
    it.each<{
      readonly table: string
      readonly column: string
      readonly comparison: string
      readonly give: () => Promise<void>
      readonly query: Readonly<Record<string, string>>
    }>([
      {
        table: 'Tracks',
        column: 'Title',
        comparison: 'contains',
        give: () => write('Value', 'LAN'),
        query: { where: '(Title,like,%lan%)' },
      },
      {
        table: 'Customers',
        column: 'E-mail',
        comparison: 'starts with',
        give: () => write('Value', 'm'),
        query: { where: '(E-mail,like,m%)' },
      },
      {
        table: 'Tracks',
        column: 'Price',
        comparison: 'is at least',
        give: () => write('Value', '1.29'),
        query: { where: '(Price,ge,1.29)' },
      },
      {
        table: 'Tracks',
        column: 'Length',
        comparison: 'is less than',
        give: () => write('Value', '3:00'),
        query: { where: '(Length,lt,180)' },
      },
      {
        table: 'Tracks',
        column: 'Rating',
        comparison: 'is more than',
        give: () => pick('Value', '3 stars'),
        query: { where: '(Rating,gt,3)' },
      },
      {
        table: 'Artists',
        column: 'Formed',
        comparison: 'is between',
        give: async () => {
          await write('Lowest value', '1990')
          await write('Highest value', '2000')
        },
        query: { where: '(Formed,btw,1990,2000)' },
      },
      {
        table: 'Tracks',
        column: 'Genre',
        comparison: 'is none of',
        give: () => pick('Value', 'Rock', 'Jazz'),
        query: { where: '(Genre,nin,Rock,Jazz)~or(Genre,is,null)' },
      },
      {
        table: 'Tracks',
        column: 'Tags',
        comparison: 'has all of',
        give: () => pick('Value', 'live', 'vinyl'),
        query: { where: '(Tags,has,live)~and(Tags,has,vinyl)' },
      },
      {
        table: 'Tracks',
        column: 'Live',
        comparison: 'is checked',
        give: () => Promise.resolve(),
        query: { where: '(Live,eq,true)' },
      },
      {
        table: 'Tracks',
        column: 'Released',
        comparison: 'is before',
        give: async () => {
          await pick('Value', 'exact day')
          await write('Day', '1 Jan 2015')
          // The calendar closes first.
          await press('Escape')
        },
        query: { where: '(Released,lt,2015-01-01)' },
      },
      {
        table: 'Invoices',
        column: 'Issued',
        comparison: 'is within',
        give: () => pick('Value', 'this year'),
        query: { where: `(Issued,ge,${thisYear}-01-01 00:00:00)~and(Issued,lt,${thisYear + 1}-01-01 00:00:00)` },
      },
      {
        table: 'Albums',
        column: 'Artist',
        comparison: 'is any of',
        give: async () => {
          await field('Value').fill('Marlow')
          await app.page.getByRole('option', { name: 'Marlow Finch', exact: true }).click()
          await press('Escape')
        },
        query: { conditionGraph: '{"Artists":{"relationType":"bt","Name":{"eq":"Marlow Finch"}}}' },
      },
      {
        table: 'Albums',
        column: 'Notes',
        comparison: 'is empty',
        give: () => Promise.resolve(),
        query: { where: '(Notes,is,null)~or(Notes,eq,)' },
      },
    ])('$table: $column $comparison', async ({ table, column, comparison, give, query }) => {
      const grid = await open(table)
      const [found, all] = [await countOf(table, query), await countOf(table, {})]
      await openFilter()
      await condition(column, comparison)
      await give()
      await grid.expectStatus(new RegExp(`^${number(found)} of ${number(all)} record`))
      await app.page
        .getByText(`${number(found)} of ${number(all)} records`)
        .first()
        .waitFor()
      await close()
      await button(`Filtered by ${column}`).waitFor()
      await clear()
      await grid.expectStatus(new RegExp(`^${number(all)} records`))
    })
  })

  it('joins conditions in groups, and keeps them with the view', { tags: ['smoke'] }, async () => {
    const { page } = app
    const grid = await open('Tracks')
    const where = '(Rating,ge,4)~and((Genre,eq,Rock)~or(Tags,has,live))~and(Price,gt,0.99)'
    const found = await countOf('Tracks', { where })
    await openFilter()
    await condition('Rating', 'is at least')
    await pick('Value', '4 stars')
    await condition('Price', 'is more than')
    await write('Value', '0.99')
    await button('Add group').click()
    await pick('Field', 'Genre')
    await pick('Comparison', 'is')
    await pick('Value', 'Rock')
    await page.getByText('Any of these is true').locator('..').getByRole('button', { name: 'Add condition' }).click()
    await pick('Field', 'Tags')
    await pick('Value', 'live')
    await press('Escape')
    await grid.expectStatus(new RegExp(`^${number(found)} of `))
    await close()
    await button('Filtered by 4 fields').waitFor()
    await page.reload()
    await page.getByRole('treeitem', { name: /^Tracks/ }).waitFor()
    await open('Tracks')
    await button('Filtered by 4 fields').waitFor()
    await grid.expectStatus(new RegExp(`^${number(found)} of `))
    await clear()
  })

  it('filters by the value of a cell, and by all others', async () => {
    const { page } = app
    const grid = await open('Tracks')
    const [first] = (await rest('Tracks', { limit: '1' })) as Row[]
    const genre = String(first?.['Genre'])
    const [same, all] = [await countOf('Tracks', { where: `(Genre,eq,${genre})` }), await countOf('Tracks', {})]
    const place = await at('Tracks', 'Genre', 1)
    await page.mouse.click(place.x, place.y, { button: 'right' })
    await page.getByRole('menuitem', { name: 'Filter by this value' }).click()
    await button('Filtered by Genre').waitFor()
    await grid.expectStatus(new RegExp(`^${number(same)} of ${number(all)}`))
    await page.mouse.click(place.x, place.y, { button: 'right' })
    await page.getByRole('menuitem', { name: 'Exclude this value' }).click()
    await page.getByText('No Tracks match these filters.').waitFor()
    await button('Clear filters').click()
    await grid.expectStatus(new RegExp(`^${number(all)} records`))
    await page.mouse.click(place.x, place.y, { button: 'right' })
    await page.getByRole('menuitem', { name: 'Exclude this value' }).click()
    await grid.expectStatus(new RegExp(`^${number(all - same)} of ${number(all)}`))
    await clear()
  })

  it('closes with Escape and gives the focus back', async () => {
    await open('Tracks')
    await button('Filter').click()
    await app.page.getByText('Show records where').waitFor()
    await close()
    await expect.poll(() => button('Filter').evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('sorts by two fields, by headers and by keys', async () => {
    const { page } = app
    const grid = await open('Tracks')
    const title = async (sort: string): Promise<RegExp> => {
      const [row] = (await rest('Tracks', { sort, limit: '1' })) as Row[]
      return new RegExp(`^${String(row?.['Title']).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`)
    }
    const genre = await at('Tracks', 'Genre')
    await page.mouse.click(genre.x, genre.y)
    await button('Sorted by Genre').waitFor()
    const name = await at('Tracks', 'Title')
    await page.keyboard.down('Shift')
    await page.mouse.click(name.x, name.y)
    await page.mouse.click(name.x, name.y)
    await page.keyboard.up('Shift')
    await button('Sorted by Genre, Title').click()
    await grid.expectCell(1, 1, await title('Genre,-Title'))
    await page.getByRole('button', { name: 'Move Title' }).focus()
    await press('ArrowUp')
    await expect.poll(() => page.getByRole('combobox', { name: 'Direction' }).first().inputValue()).toBe('Z → A')
    await grid.expectCell(1, 1, await title('-Title,Genre'))
    await button('Clear').click()
    await press('Escape')
    await button('Sort').waitFor()
    await grid.expectCell(1, 1, await title('Id'))
  })

  it('keeps a colour rule with the view', async () => {
    const { page } = app
    await open('Tracks')
    await button('Colour').click()
    await button('Add rule').click()
    await pick('Field', 'Genre')
    await pick('Comparison', 'is')
    await pick('Value', 'Rock')
    await button('Colour of the rule').click()
    await page.getByRole('menuitem', { name: 'Green' }).click()
    await pick('Apply the colour to', 'Title')
    await press('Escape')
    await page.getByText('The first rule that fits wins').waitFor({ state: 'hidden' })
    await button('1 colour rule').waitFor()
    const stored = async (): Promise<unknown> => {
      const sent = await sendRequest(app.origin, '/dashboard/?q=sqlOp_xcVirtualTableList', {
        method: 'POST',
        token,
        body: { api: 'xcVirtualTableList', project_id: projectId, args: { tn: 'tracks' } },
      })
      return JSON.stringify(sent.json)
    }
    await expect.poll(stored).toContain('"color":"green"')
    await page.reload()
    await page.getByRole('treeitem', { name: /^Tracks/ }).waitFor()
    await open('Tracks')
    await button('1 colour rule').waitFor()
    expect(app.complaints).toEqual([])
  })
})
