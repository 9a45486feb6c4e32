import type { CallName } from '@tests/helpers/calls'
import { tableFromWire, wireTableMeta } from '@tests/helpers/wire'
import { sendRequest } from '@tests/helpers/request'
import type { Locator } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createAccount,
  fromStart,
  gridOf,
  openApp,
  openProject,
  openTable,
  pressKeys,
  stayLoaded,
  type App,
  type Grid,
} from './app'
import { boxOf } from './boxes'
import { describeGrid } from './engines'

type Row = Record<string, unknown>

/** Machines that do much else at a time are slow. */

/** Views, links and creates linked records on the sample; REST verifies the stored values. */
await describeGrid('Links', (engine) => {
  let app: App
  let token: string
  let projectId: string

  const press = (...keys: string[]): Promise<void> => pressKeys(app.page, ...keys)
  const rows = async (path: string): Promise<Row[]> =>
    (await sendRequest(app.origin, encodeURI(`/nc/${projectId}/api/v1/${path}`), { token })).json as Row[]
  const titles = async (path: string, list: string): Promise<unknown[]> => {
    const [row] = await rows(path)
    return ((row?.[list] ?? []) as Row[]).map((linked) => linked['Title'] ?? linked['Name'])
  }
  const panel = (column: string): Locator => app.page.getByRole('dialog', { name: column, exact: true })
  const search = (table: string): Locator => app.page.getByRole('combobox', { name: `Find in ${table}`, exact: true })
  const option = (name: string | RegExp): Locator => app.page.getByRole('option', { name })
  /** The grid with the last column on the screen and a cell of it chosen. */
  const lastColumn = async (table: string, row: number): Promise<Grid> => {
    const grid = await openTable(app.page, table)
    await grid.expectCell(row, 1, /\S/)
    await grid.clickName(row)
    await press('End')
    return grid
  }

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    await createAccount(app)
  })
  afterAll(() => app.close())
  afterAll(() => expect(app.complaints.filter((text) => !text.includes('status of 400'))).toEqual([]))

  describe('in the grid', () => {
    beforeEach(async () => {
      ;({ projectId, token } = await engine.openSample(app))
    })

    it('show the records by name, not by key', { tags: ['smoke'] }, async () => {
      const albums = await openTable(app.page, 'Albums')
      await albums.expectCell(1, 3, /^Marlow Finch$/)
      const artists = await lastColumn('Artists', 1)
      await artists.expectCell(1, 9, /^Tidewater, /)
    })

    it('are chosen where a record belongs to one other', async () => {
      const { page } = app
      const albums = await openTable(page, 'Albums')
      await albums.expectCell(2, 3, /^Ines Okafor$/)
      await albums.clickName(2)
      await press('ArrowRight', 'ArrowRight', 'Enter')
      await page.getByRole('combobox', { name: 'Artist', exact: true }).waitFor()
      // The typed text counts even before the list arrives.
      await page.keyboard.type('velvet')
      await press('Enter')
      await albums.expectCell(2, 3, /^Velvet Axis$/)
      await expect.poll(() => rows('Albums/2')).toMatchObject({ Artist: 3 })
    })

    it('are written without waiting for the list, and stay in the cell when nothing is found', async () => {
      const { page } = app
      const albums = await openTable(page, 'Albums')
      await albums.clickName(4)
      await press('ArrowRight', 'ArrowRight')
      await page.keyboard.type('kestrel')
      await press('Tab', 'ArrowLeft', 'ArrowDown')
      await page.keyboard.type('nobody of this name')
      await press('Tab', 'ArrowLeft')
      await expect.poll(() => rows('Albums/4')).toMatchObject({ Artist: 4 })
      await page.getByText('No record matches. Escape restores').waitFor()
      await press('Escape')
      await page.getByText('Escape restores').waitFor({ state: 'detached' })
    })

    it('keep every letter that is typed before the linked table has loaded', async () => {
      const { page } = app
      const held: (() => void)[] = []
      await page.route(/operations\/tableRead/, async (route) => {
        if (/"table":"artists"/.test(route.request().postData() ?? '')) await new Promise<void>((go) => held.push(go))
        await route.continue()
      })
      await page.reload()
      const albums = await openTable(page, 'Albums')
      await albums.clickName(4)
      await press('ArrowRight', 'ArrowRight')
      await page.keyboard.type('kest')
      await expect.poll(() => held.length).toBeGreaterThan(0)
      await page.keyboard.type('rel')
      const field = page.getByRole('combobox', { name: 'Artist', exact: true })
      expect(await field.count()).toBe(0)
      for (const go of held) go()
      await expect.poll(() => field.inputValue()).toBe('kestrel')
      await press('Escape')
      await page.unroute(/operations\/tableRead/)
    })

    it('make the record that is missing, and belong to it', async () => {
      const { page } = app
      const albums = await openTable(page, 'Albums')
      await albums.clickName(3)
      await press('ArrowRight', 'ArrowRight', 'Enter')
      await page.getByRole('combobox', { name: 'Artist', exact: true }).fill('Brand New Act')
      await option('Create "Brand New Act"').click()
      await albums.expectCell(3, 3, /^Brand New Act$/)
      const [made] = await rows('Artists?where=(Name,eq,Brand New Act)&hm=&mm=')
      expect(made).toMatchObject({ Name: 'Brand New Act' })
      await expect.poll(() => rows('Albums/3')).toMatchObject({ Artist: made?.['Id'] })
    })

    it('take a child from the one it belonged to, and say whose it was', async () => {
      const { page } = app
      const artists = await lastColumn('Artists', 1)
      await press('Enter')
      await panel('Albums').waitFor()
      await search('Albums').fill('night bus')
      await option(/^Night Bus\s*Ines Okafor$/).click()
      await artists.expectCell(1, 9, /Night Bus/)
      await expect.poll(() => titles('Artists?where=(Id,eq,1)', 'AlbumsList')).toContain('Night Bus')
      expect(await rows('Albums/2')).toMatchObject({ Artist: 1 })
      // An album needs an artist: the link can't be removed.
      const linked = page.getByRole('list', { name: 'Linked records' })
      expect(await linked.getByRole('button').first().isDisabled()).toBe(true)
      await press('Escape')
      await panel('Albums').waitFor({ state: 'detached' })
    })

    it('are made and taken away between many and many', { tags: ['smoke'] }, async () => {
      const { page } = app
      const playlists = await lastColumn('Playlists', 1)
      const before = await titles('Playlists?limit=1&mlimit1=200', 'TracksMMList')
      expect(before).not.toContain('Low Water')
      await press('Enter')
      await search('Tracks').fill('low water')
      await press('Enter')
      await page.getByRole('button', { name: 'Unlink Low Water' }).waitFor()
      await playlists.expectCell(1, 6, /^Low Water/)
      expect(await titles('Playlists?limit=1&mlimit1=200', 'TracksMMList')).toContain('Low Water')
      await page.getByRole('button', { name: 'Unlink Low Water' }).click()
      await page.getByRole('button', { name: 'Unlink Low Water' }).waitFor({ state: 'detached' })
      // The focus moves to the next possible element.
      await expect.poll(() => search('Tracks').evaluate((field) => field === document.activeElement)).toBe(true)
      await press('Escape')
      await panel('Tracks').waitFor({ state: 'detached' })
      expect(await titles('Playlists?limit=1&mlimit1=200', 'TracksMMList')).toEqual(before)
    })

    it('keep a record that others link to: it is said which and how many, and they are shown', async () => {
      const { page } = app
      const artists = await openTable(page, 'Artists')
      await artists.expectCell(6, 1, /^Noor Halabi$/)
      const count = (await rows('Albums?where=(Artist,eq,6)')).length
      const box = await boxOf(page.getByRole('region', { name: 'Records of Artists', exact: true }))
      await page.mouse.click(fromStart(box, 22), box.y + 32 + 5.5 * 28)
      await press('Delete')
      const toasts = page.getByRole('alert')
      await toasts.filter({ hasText: `${count} records in Albums link to Noor Halabi.` }).waitFor()
      expect(await toasts.count()).toBe(1)
      // Nothing changed, so nothing is unsaved.
      expect(await page.getByLabel('Status', { exact: true }).innerText()).not.toContain('Not saved')
      await page.getByRole('button', { name: 'Show them' }).click()
      await page.getByText('Only records that link to Noor Halabi').waitFor()
      const albums = await gridOf(page, 'Albums')
      await albums.expectCell(count, 3, /^Noor Halabi$/)
      await albums.expectStatus(new RegExp(`^${count} `))
      await page.getByRole('button', { name: 'Show all records' }).click()
      await albums.expectCell(1, 3, /\S/)
      await page.getByText('Only records that link to Noor Halabi').waitFor({ state: 'detached' })
    })

    it('lead to the related table', async () => {
      await lastColumn('Playlists', 2)
      await press('Enter')
      await panel('Tracks').getByRole('button', { name: 'Open Tracks' }).click()
      await app.page.getByRole('tab', { name: 'Tracks', exact: true, selected: true }).waitFor()
    })
  })

  describe('as columns', () => {
    const call = async (api: CallName, args: unknown): Promise<unknown> => {
      const body = { api, project_id: projectId, args }
      return (await sendRequest(app.origin, '/dashboard/', { method: 'POST', token, body })).json
    }
    const links = async (tn: string) => {
      const { meta } = (await call('tableXcModelGet', { tn })) as { meta: string }
      return tableFromWire(wireTableMeta.parse(JSON.parse(meta))).virtualColumns
    }
    const add = async (table: string, related: string, kind: string, title: string): Promise<Locator> => {
      const { page } = app
      await openTable(page, table)
      await page.getByRole('button', { name: 'Add a column' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add column' })
      await dialog.getByLabel('Type', { exact: true }).click()
      await page.getByRole('combobox', { name: 'Find a type' }).fill('link to')
      await press('Enter')
      await dialog.getByLabel('Related table').click()
      await page.getByRole('option', { name: related, exact: true }).click()
      await dialog.getByRole('radio', { name: kind }).check()
      await dialog.getByLabel('Name', { exact: true }).fill(title)
      return dialog
    }
    const save = async (dialog: Locator): Promise<void> => {
      await dialog.getByRole('button', { name: 'Add column' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    /** Selects the first record's cell in the column with this number, and opens it. */
    const open = async (table: string, column: number, title: string): Promise<Locator> => {
      const grid = await openTable(app.page, table)
      await grid.expectCell(1, 1, /\S/)
      await expect.poll(grid.titles).toContain(title)
      await grid.clickName(1)
      await press(...Array.from({ length: column - 1 }, () => 'ArrowRight'), 'Enter')
      await panel(title).waitFor()
      return panel(title)
    }
    /** Runs a command from a column header's menu; the panel of its cell shows its position. */
    const command = async (table: string, column: number, title: string, name: string): Promise<void> => {
      const { page } = app
      const cell = await boxOf(await open(table, column, title))
      const grid = await boxOf(page.getByRole('region', { name: `Records of ${table}` }))
      await press('Escape')
      await panel(title).waitFor({ state: 'detached' })
      await page.mouse.click(fromStart(cell, 20), grid.y + 16, { button: 'right' })
      await page.getByRole('menuitem', { name }).click()
    }
    const remove = async (): Promise<void> => {
      const dialog = app.page.getByRole('dialog', { name: /^Delete the link/ })
      await dialog.getByRole('button', { name: 'Delete link' }).click()
      await dialog.waitFor({ state: 'detached' })
    }

    beforeEach(async () => {
      ;({ projectId, token } = await engine.createProject(app, 'Club'))
      for (const tn of ['Team', 'Player', 'Coach']) {
        await call('tableCreate', { tn, columns: [{ cn: 'Name', uidt: 'SingleLineText' }] })
        const body = ['One', 'Two', 'Three'].map((name) => ({ Name: `${tn} ${name}` }))
        await sendRequest(app.origin, `/nc/${projectId}/api/v1/${tn}/bulk`, { method: 'POST', token, body })
      }
      await openProject(app, projectId)
      await app.page.getByRole('treeitem', { name: /^Coach/ }).waitFor()
    })

    it('say what is missing', async () => {
      const { page } = app
      await openTable(page, 'Player')
      await page.getByRole('button', { name: 'Add a column' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add column' })
      await dialog.getByLabel('Type', { exact: true }).click()
      await page.getByRole('combobox', { name: 'Find a type' }).fill('link to')
      await press('Enter')
      await dialog.getByRole('button', { name: 'Add column' }).click()
      await dialog.getByText('Choose the table to link to.').waitFor()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await dialog.waitFor({ state: 'detached' })
    })

    it('belong to one: a foreign key that does what was chosen', async () => {
      const { page } = app
      const dialog = await add('Player', 'Team', 'Belongs to', 'Plays for')
      await dialog.getByLabel('If the linked record is deleted').click()
      await page.getByRole('option', { name: 'Clear the link' }).click()
      await save(dialog)
      await open('Player', 3, 'Plays for')
      await page.keyboard.type('three')
      await press('Enter')
      await expect.poll(() => rows('Player/1')).toMatchObject({ 'Plays for': 3 })
      await open('Player', 3, 'Plays for')
      await option('No record').click()
      await expect.poll(() => rows('Player/1')).toMatchObject({ 'Plays for': null })
      await open('Player', 3, 'Plays for')
      await page.keyboard.type('three')
      await press('Enter')
      await expect.poll(() => rows('Player/1')).toMatchObject({ 'Plays for': 3 })
      await sendRequest(app.origin, `/nc/${projectId}/api/v1/Team/3`, { method: 'DELETE', token })
      expect(await rows('Player/1')).toMatchObject({ 'Plays for': null })
    })

    it('are on both sides, get a name of their own on each, and go with their column', async () => {
      const { page } = app
      await save(await add('Player', 'Team', 'Belongs to', 'Plays for'))
      await command('Team', 3, 'Player', 'Edit column')
      const dialog = page.getByRole('dialog', { name: 'Edit column' })
      await dialog.getByText('A record of Team has many of Player.').waitFor()
      await dialog.getByLabel('Name', { exact: true }).fill('Players')
      await dialog.getByRole('button', { name: 'Save column' }).click()
      await dialog.waitFor({ state: 'detached' })
      await open('Team', 3, 'Players')
      await page.keyboard.type('two')
      await option('Player Two').click()
      await page.getByRole('button', { name: 'Unlink Player Two' }).waitFor()
      await press('Escape')
      expect(await rows('Player/2')).toMatchObject({ 'Plays for': 1 })
      await command('Player', 3, 'Plays for', 'Delete column')
      await remove()
      expect(await links('Player')).toEqual([])
      expect(await links('Team')).toEqual([])
      expect(await rows('Player/1')).not.toHaveProperty('Plays for')
    })

    it('have many: known to Basalt alone where no foreign key is wanted, whose column stays', async () => {
      const { page } = app
      const dialog = await add('Team', 'Coach', 'Has many', 'Coaches')
      await dialog.getByText('Options of the database').click()
      await dialog.getByRole('switch', { name: 'Foreign key in the database' }).uncheck()
      expect(await dialog.getByLabel('If the key of a record changes').count()).toBe(0)
      await save(dialog)
      const [made] = (await links('Team')).filter(({ title }) => title === 'Coaches')
      expect(made).toMatchObject({ kind: 'link', link: { kind: 'hasMany', real: false, relatedColumns: ['Team_id'] } })
      await open('Team', 3, 'Coaches')
      await page.keyboard.type('three')
      await option('Coach Three').click()
      await page.getByRole('button', { name: 'Unlink Coach Three' }).waitFor()
      expect(await rows('Coach/3')).toMatchObject({ Team_id: 1 })
      await page.getByRole('button', { name: 'Unlink Coach Three' }).click()
      await page.getByText('No linked Coach yet.').waitFor()
      await press('Escape')
      expect(await rows('Coach/3')).toMatchObject({ Team_id: null })
      await command('Team', 3, 'Coaches', 'Delete column')
      await remove()
      expect(await links('Team')).toEqual([])
      expect(await rows('Coach/1')).toHaveProperty('Team_id')
    })

    it('are many to many: the table of the pairs is hidden, and goes with them', async () => {
      const { page } = app
      const tables = await page.getByRole('treeitem').count()
      await save(await add('Player', 'Team', 'Many to many', 'Trains with'))
      await open('Player', 3, 'Trains with')
      await page.keyboard.type('two')
      await option('Team Two').click()
      await page.getByRole('button', { name: 'Unlink Team Two' }).waitFor()
      await press('Escape')
      expect(await titles('Player?limit=1', 'TeamMMList')).toEqual(['Team Two'])
      expect(await page.getByRole('treeitem').count()).toBe(tables)
      await command('Player', 3, 'Trains with', 'Edit column')
      await page.getByRole('button', { name: /which holds the pairs$/ }).click()
      await page
        .getByRole('tab', { selected: true })
        .filter({ hasText: /Player/ })
        .waitFor()
      await page.getByLabel('Status', { exact: true }).getByText('1 record').waitFor()
      await command('Player', 3, 'Trains with', 'Delete column')
      await remove()
      expect(await links('Player')).toEqual([])
      expect(await links('Team')).toEqual([])
    })
  })
})
