import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { WireView } from '@main/http/legacy/views/schemas'
import { createAccount, openApp, pressKeys, stayLoaded, toastWith, type App } from './app'
import { describeGrid } from './engines'
import { openView, ownData, type OwnData, type Values } from './own-data'

/** Waits for a condition, with time for a slow machine. */
const soon = <Value>(read: () => Value | Promise<Value>) => expect.poll(read)

await describeGrid('A gallery', (engine) => {
  let app: App
  let page: Page
  let data: OwnData
  /** Base64 of a small picture. */
  let picture: string

  const stored = (): Promise<WireView | undefined> => data.view('Photos', 'Wall')
  const rows = (): Promise<Values[]> => data.rest('Photos?limit=200&sort=Id')
  const gallery = (): Locator => page.getByRole('listbox', { name: 'Cards of Photos' })
  const card = (name: string): Locator => gallery().getByRole('option', { name: new RegExp(`^${name}(,|$)`) })
  const isChosen = (name: string) => soon(() => card(name).getAttribute('aria-selected'))
  const chosen = (): Promise<string[]> =>
    gallery()
      .locator('[aria-selected="true"]')
      .evaluateAll((cards) =>
        cards.map((one) => (one.querySelector('[data-words]')?.textContent ?? '').split(',')[0] ?? ''),
      )
  const panel = (): Locator => page.locator('[data-record-panel]')
  /** The panel is open and has the keyboard focus. */
  const panelHasKeys = (): Promise<void> =>
    soon(() => panel().evaluate((one) => one.contains(document.activeElement))).toBe(true)
  const press = (...keys: string[]): Promise<void> => pressKeys(page, ...keys)

  const upload = async (): Promise<unknown> => {
    const { projectId, token } = data
    const form = new FormData()
    form.append('json', JSON.stringify({ api: 'xcAttachmentUpload', project_id: projectId, args: {} }))
    form.append('file', new Blob([Buffer.from(picture, 'base64')], { type: 'image/png' }), 'cover.png')
    const sent = await fetch(`${app.origin}/dashboard/?q=sqlOp_xcAttachmentUpload&project_id=${projectId}`, {
      method: 'POST',
      headers: { 'xc-auth': token },
      body: form,
    })
    return sent.json()
  }
  /** Opens a gallery whose covers are the photos. */
  const open = async (): Promise<void> => {
    const parts = { options: { coverColumn: 'Photo' }, settings: { hidden: ['Id'] } }
    await openView(page, app, data, 'Photos', await data.createView('Photos', 'gallery', 'Wall', parts))
    await card('Photo 1').waitFor()
  }

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    page = app.page
    await createAccount(app)
    picture = await page.evaluate(() => {
      const canvas = document.createElement('canvas')
      canvas.width = 90
      canvas.height = 60
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    })
  })
  beforeEach(async () => {
    data = ownData(app, await engine.createProject(app, 'Pictures'))
    await data.createTable('Photos', [
      { cn: 'Id', uidt: 'ID', pk: true, ai: true },
      { cn: 'Name', uidt: 'SingleLineText', pv: true },
      { cn: 'Photo', uidt: 'Attachment' },
      { cn: 'Poster', uidt: 'URL' },
      { cn: 'Genre', uidt: 'SingleLineText' },
    ])
    const file = JSON.stringify([await upload()])
    const photos = Array.from({ length: 60 }, (_, at) => ({
      Name: `Photo ${at + 1}`,
      Photo: at < 3 ? file : null,
      Poster: at === 0 ? `${app.origin}/no-such-picture.png` : null,
      Genre: at % 2 === 0 ? 'Landscape' : 'Portrait',
    }))
    await data.rest('Photos/bulk', 'POST', photos)
  })
  // The picture that is missing.
  afterEach(() => expect(app.complaints.filter((text) => !text.includes('404'))).toEqual([]))
  afterAll(() => app.close())

  it('is made in the drawer of views, with the first column of files as its cover', { tags: ['smoke'] }, async () => {
    await openView(page, app, data, 'Photos')
    await page.getByRole('button', { name: 'View: All Photos' }).click()
    await page.getByRole('button', { name: 'New gallery' }).click()
    await page.getByLabel('Name of the view').fill('Wall')
    await press('Enter')
    await page.getByRole('button', { name: 'View: Wall' }).waitFor()
    await card('Photo 1').waitFor()
    await soon(async () => (await stored())?.options).toEqual({ coverColumn: 'Photo' })
    await page.getByRole('button', { name: 'Cover: Photo' }).waitFor()
    await card('Photo 1').locator('[data-cover="own"] canvas').waitFor()
    await card('Photo 4').locator('[data-cover="none"]').waitFor()
    // Far fewer cards are drawn than there are.
    expect(await gallery().getByRole('option').count()).toBeLessThan(30)
    await soon(() => card('Photo 1').getAttribute('aria-setsize')).toBe('60')
  })

  it('has another cover, fit or cropped, none, and the first again by undoing', async () => {
    await open()
    await page.getByRole('button', { name: 'Cover: Photo' }).click()
    await page.getByRole('radio', { name: 'Fit' }).click()
    await soon(() => page.getByRole('radio', { name: 'Fit' }).isChecked()).toBe(true)
    await soon(async () => (await stored())?.options).toEqual({ coverColumn: 'Photo', coverFit: 'fit' })
    await soon(() => card('Photo 1').locator('[data-cover]').getAttribute('data-fit')).toBe('fit')
    await page.getByLabel('Pictures from').click()
    await page.getByRole('option', { name: 'Poster', exact: true }).click()
    await page.getByText('Everyone who opens this view loads the pictures').waitFor()
    await press('Escape')
    // The address has no picture: the card doesn't mention it.
    await card('Photo 1').locator('[data-cover="web"]').waitFor()
    await soon(() => card('Photo 1').locator('[data-cover] img').count()).toBe(0)
    await page.getByRole('button', { name: 'Cover: Poster' }).click()
    await page.getByLabel('Pictures from').click()
    await page.getByRole('option', { name: 'No cover', exact: true }).click()
    await press('Escape')
    await soon(() => gallery().locator('[data-cover]').count()).toBe(0)
    await gallery().focus()
    await press('Control+z', 'Control+z')
    await page.getByRole('button', { name: 'Cover: Photo' }).waitFor()
    await card('Photo 1').locator('[data-cover="own"]').waitFor()
  })

  it('shows the fields that are chosen, and the records that are searched and sorted', async () => {
    await open()
    await soon(() => card('Photo 2').textContent()).toContain('Portrait')
    // The record number isn't on its card by default, so it doesn't count as hidden.
    await page.getByRole('button', { name: 'Fields', exact: true }).click()
    expect(await page.getByRole('switch', { name: 'Show Id', exact: true }).isChecked()).toBe(false)
    await page.getByRole('switch', { name: 'Show Genre', exact: true }).click({ force: true })
    await press('Escape')
    await page.getByRole('button', { name: '1 hidden field', exact: true }).waitFor()
    await soon(() => card('Photo 2').textContent()).not.toContain('Portrait')
    await page.getByRole('searchbox', { name: 'Find in view' }).fill('Photo 2')
    await soon(() => card('Photo 2').getAttribute('aria-setsize')).toBe('11')
    await page.getByRole('searchbox', { name: 'Find in view' }).fill('no such photo')
    await page.getByRole('button', { name: 'Clear find' }).waitFor()
    await page.getByRole('searchbox', { name: 'Find in view' }).fill('')
    await card('Photo 1').waitFor()
  })

  it('is gone through by keys, to its very end and back', async () => {
    await open()
    await card('Photo 1').click()
    await press('ArrowRight')
    await isChosen('Photo 2').toBe('true')
    await press('ArrowDown')
    await soon(async () => (await chosen())[0]).not.toBe('Photo 2')
    await press('ArrowUp')
    await isChosen('Photo 2').toBe('true')
    await press('End')
    await isChosen('Photo 60').toBe('true')
    await press('PageUp')
    await soon(async () => (await chosen())[0]).not.toBe('Photo 60')
    await press('Home')
    await isChosen('Photo 1').toBe('true')
  })

  it('opens a record with space, Enter and two clicks', async () => {
    await open()
    await card('Photo 1').click()
    await press('Space')
    await panel().getByRole('heading', { name: 'Photo 1' }).waitFor()
    await panelHasKeys()
    await press('Escape')
    await panel().waitFor({ state: 'detached' })
    await card('Photo 3').dblclick({ position: { x: 20, y: 20 } })
    await panel().getByRole('heading', { name: 'Photo 3' }).waitFor()
    await panelHasKeys()
    await press('Escape')
    await panel().waitFor({ state: 'detached' })
    await soon(() => gallery().evaluate((one) => one === document.activeElement)).toBe(true)
    await press('ArrowLeft', 'Enter')
    await panel().getByRole('heading', { name: 'Photo 2' }).waitFor()
    await panelHasKeys()
    // In a wide window the record opens next to the cards, not over them.
    await page.setViewportSize({ width: 1600, height: 800 })
    await soon(async () => {
      const [cards, record] = await Promise.all([gallery().boundingBox(), panel().boundingBox()])
      if (!cards || !record) return Number.NaN
      return Math.max(record.x - cards.x - cards.width, cards.x - record.x - record.width)
    }).toBe(0)
    await page.setViewportSize({ width: 1280, height: 800 })
    await press('Escape')
    await panel().waitFor({ state: 'detached' })
  })

  it('shows within a moment what somebody else writes', async () => {
    await open()
    const [, second] = await rows()
    await data.rest(`Photos/${String(second?.['Id'])}`, 'PUT', { Name: 'Photo 2b' })
    await card('Photo 2b').waitFor()
  })

  it('gets a record by the button, which opens to be filled in', async () => {
    await open()
    await page.getByRole('button', { name: 'New record' }).click()
    await panel().waitFor()
    await panelHasKeys()
    await soon(async () => (await rows()).length).toBe(61)
    await press('Escape')
    await panel().waitFor({ state: 'detached' })
  })

  it('loses the selected records with Delete, and gets them back', async () => {
    await open()
    await gallery().focus()
    await press('Home', 'Shift+ArrowRight')
    await soon(chosen).toEqual(['Photo 1', 'Photo 2'])
    await page.getByText('2 records selected').waitFor()
    await press('Delete')
    await soon(async () => (await rows()).length).toBe(58)
    await card('Photo 3').waitFor()
    await press('Control+z')
    await soon(async () => (await rows()).length).toBe(60)
    await card('Photo 1').waitFor()
  })

  it('has the menu of a row for a card, and for all that are selected', async () => {
    await open()
    await card('Photo 1').click()
    await card('Photo 4').click({ modifiers: ['Control'] })
    await soon(chosen).toEqual(['Photo 1', 'Photo 4'])
    await card('Photo 4').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Duplicate 2 records' }).waitFor()
    await press('Escape')
    await card('Photo 3').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Open the record' }).click()
    await panel().getByRole('heading', { name: 'Photo 3' }).waitFor()
    await press('Escape')
  })

  it('is deleted in the drawer, and comes back by undoing', async () => {
    await open()
    await page.getByRole('button', { name: 'View: Wall' }).click()
    await page.getByRole('button', { name: 'More for Wall' }).click()
    await page.getByRole('button', { name: 'Delete view' }).click()
    await page.getByRole('button', { name: 'View: All Photos' }).waitFor()
    expect(await stored()).toBeUndefined()
    await toastWith(page, 'Wall').getByRole('button', { name: 'Undo', exact: true }).click()
    await soon(async () => (await stored())?.options).toMatchObject({ coverColumn: 'Photo' })
  })
})
