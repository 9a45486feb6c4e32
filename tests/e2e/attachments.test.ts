import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sendRequest } from '@tests/helpers/request'
import { createAccount, openApp, stayLoaded, openProject, openTable, type App, type Grid } from './app'
import { boxOf } from './boxes'
import { describeGrid } from './engines'

/** Waits for a condition, with time for a slow machine. */
const soon = <Value>(read: () => Value | Promise<Value>) => expect.poll(read)

interface File {
  readonly title: string
  readonly url: string
  readonly size: number
}

await describeGrid('Files in cells', (engine) => {
  let app: App
  let grid: Grid
  let token: string
  let projectId: string
  let folder: string

  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await app.page.keyboard.press(key)
  }
  /** Returns the stored files of a record. */
  const stored = async (row: number): Promise<File[]> => {
    const answer = await sendRequest(app.origin, `/nc/${projectId}/api/v1/Things/${row}`, { token })
    const { Files } = answer.json as { readonly Files: string | null }
    return Files === null ? [] : (JSON.parse(Files) as File[])
  }
  const titles = async (row: number): Promise<string> => (await stored(row)).map(({ title }) => title).join(', ')
  /** Moves to the attachment cell of a row, from anywhere. */
  const toFiles = async (row: number): Promise<void> => {
    await grid.clickName(row)
    await press('ArrowRight', 'ArrowRight')
  }
  const editor = (): Locator => app.page.locator('[data-files]')
  const viewer = (name: string): Locator => app.page.getByRole('dialog', { name: `File ${name}` })
  const file = (name: string): string => join(folder, name)
  /** Adds files to a cell, whose editor stays open. */
  const add = async (row: number, ...names: string[]): Promise<void> => {
    await toFiles(row)
    await press('Enter')
    await editor().waitFor()
    await app.page.locator('input[type="file"]').setInputFiles(names.map(file))
    await soon(() => titles(row)).toBe(names.join(', '))
    await soon(() => editor().getByRole('row').count()).toBe(names.length)
  }
  const closeEditor = async (): Promise<void> => {
    await press('Escape')
    await editor().waitFor({ state: 'detached' })
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'basalt-files-'))
    app = stayLoaded(await openApp())
    await createAccount(app)
    const picture = await app.page.evaluate(() => {
      const canvas = document.createElement('canvas')
      canvas.width = 60
      canvas.height = 40
      const context = canvas.getContext('2d')
      if (context) context.fillStyle = '#0989ff'
      context?.fillRect(0, 0, 60, 40)
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    })
    await writeFile(file('cover.png'), Buffer.from(picture, 'base64'))
    for (const name of ['notes.txt', 'minutes.txt']) await writeFile(file(name), 'First line\nSecond line\n')
    await writeFile(file('data.zip'), 'PK')
  })
  beforeEach(async () => {
    ;({ projectId, token } = await engine.createProject(app, 'Files'))
    const operate = (api: string, project: string, args: unknown) =>
      sendRequest(app.origin, '/dashboard/', { method: 'POST', token, body: { api, project_id: project, args } })
    const columns = [
      { cn: 'Title', uidt: 'SingleLineText' },
      { cn: 'id', uidt: 'ID' },
      { cn: 'Files', uidt: 'Attachment' },
    ]
    await operate('tableCreate', projectId, { tn: 'Things', columns })
    for (const Title of ['First', 'Second', 'Third', 'Fourth'])
      await sendRequest(app.origin, `/nc/${projectId}/api/v1/Things`, { method: 'POST', token, body: { Title } })
    await openProject(app, projectId)
    grid = await openTable(app.page, 'Things')
    await grid.expectCell(1, 1, /^First$/)
  })
  afterAll(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })
  // The browser itself reports the upload that fails on purpose.
  afterAll(() => expect(app.complaints.filter((text) => !text.includes('507'))).toEqual([]))

  it('are added with the button, several at once, in their order', async () => {
    await toFiles(1)
    await press('Enter')
    await editor().waitFor()
    expect(await editor().innerText()).toContain('No files.')
    await app.page.locator('input[type="file"]').setInputFiles([file('cover.png'), file('notes.txt'), file('data.zip')])
    await soon(() => titles(1)).toBe('cover.png, notes.txt, data.zip')
    await soon(() => editor().getByRole('row').count()).toBe(3)
    await grid.expectCell(1, 3, /^cover\.png, notes\.txt, data\.zip$/)
  })

  it('are renamed, put in order and removed by keys', async () => {
    await add(1, 'cover.png', 'notes.txt', 'data.zip')
    await press('ArrowDown', 'F2')
    await app.page.getByRole('textbox', { name: 'Name of the file' }).waitFor()
    await app.page.keyboard.type('minutes')
    await press('Enter')
    await soon(() => titles(1)).toBe('cover.png, minutes.txt, data.zip')
    await press('Alt+ArrowUp')
    await soon(() => titles(1)).toBe('minutes.txt, cover.png, data.zip')
    await press('End', 'Delete')
    await soon(() => titles(1)).toBe('minutes.txt, cover.png')
    await closeEditor()
  })

  it('are looked at one after another, and saved under the name that they have here', async () => {
    await add(1, 'minutes.txt', 'cover.png')
    await closeEditor()
    await toFiles(1)
    await press('Enter', 'Enter')
    const text = viewer('minutes.txt')
    await soon(() => text.innerText()).toContain('Second line')
    const [download] = await Promise.all([
      app.page.waitForEvent('download'),
      text.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('minutes.txt')
    expect(await readFile(await download.path(), 'utf8')).toBe('First line\nSecond line\n')
    await press('ArrowRight')
    const picture = viewer('cover.png').getByRole('img', { name: 'cover.png' })
    await soon(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(60)
    await press('+')
    await soon(() => viewer('cover.png').innerText()).toContain('100 %')
    await press('ArrowRight')
    await viewer('minutes.txt').waitFor()
    await press('Escape')
    await viewer('minutes.txt').waitFor({ state: 'detached' })
    // The keys are the grid's again.
    await press('ArrowDown', 'Enter')
    await editor().waitFor()
    await press('Escape')
  })

  it('are pasted into a cell: a picture from the clipboard', async () => {
    await toFiles(2)
    const bytes = (await readFile(file('cover.png'))).toString('base64')
    await app.page.evaluate(async (given) => {
      const picture = new Blob([Uint8Array.from(atob(given), (sign) => sign.charCodeAt(0))], { type: 'image/png' })
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })])
    }, bytes)
    await press('Control+v')
    await soon(() => titles(2)).toBe('image.png')
  })

  it('are dropped on a cell, which shows that it takes them', async () => {
    const region = app.page.getByRole('region', { name: 'Records of Things', exact: true })
    await expect.poll(() => region.locator('[id="glide-cell-3-2"]').count()).toBe(1)
    const data = await app.page.evaluateHandle(() => {
      const given = new DataTransfer()
      given.items.add(new File(['one'], 'one.txt'))
      given.items.add(new File(['two'], 'two.txt'))
      return given
    })
    const header = region.getByRole('columnheader', { name: 'Files', includeHidden: true })
    expect(await header.count()).toBe(1)
    const at = await placeOf(3)
    const target = region.locator('.dvn-scroller')
    await target.dispatchEvent('dragover', { dataTransfer: data, ...at })
    await soon(() => app.page.locator('[data-drop-target]').count()).toBe(1)
    await target.dispatchEvent('drop', { dataTransfer: data, ...at })
    await soon(() => titles(3)).toBe('one.txt, two.txt')
    await soon(() => app.page.locator('[data-drop-target]').count()).toBe(0)
  })

  it('are copied with their cell, and as names with addresses for others', async () => {
    await add(1, 'minutes.txt', 'cover.png')
    await closeEditor()
    await toFiles(1)
    await press('Control+c')
    const [first] = await stored(1)
    await soon(() => app.page.evaluate(() => navigator.clipboard.readText())).toContain(`minutes.txt(${first?.url})`)
    await toFiles(4)
    await press('Control+v')
    await soon(() => titles(4)).toBe('minutes.txt, cover.png')
    expect((await stored(4)).map(({ url }) => url)).toEqual((await stored(1)).map(({ url }) => url))
  })

  it('say how far they are and can be stopped while they are sent', async () => {
    let go = (): void => undefined
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    await app.page.route('**/operations/attachmentUpload?*', async (route) => {
      await held
      await route.continue()
    })
    await toFiles(3)
    await press('Enter')
    await editor().waitFor()
    await app.page.locator('input[type="file"]').setInputFiles([file('cover.png'), file('data.zip')])
    const uploads = app.page.getByRole('list', { name: 'Uploads' })
    await soon(() => uploads.getByRole('progressbar').count()).toBe(2)
    await uploads.getByRole('button', { name: 'Cancel the upload of data.zip' }).click()
    await soon(() => uploads.getByRole('progressbar').count()).toBe(1)
    // Without interaction it continues and stays visible.
    await press('Escape')
    const tray = app.page.getByRole('region', { name: 'Uploads' })
    await soon(() => tray.innerText()).toContain('Uploading a file')
    go()
    await soon(() => titles(3)).toBe('cover.png')
    await tray.waitFor({ state: 'detached' })
    await app.page.unroute('**/operations/attachmentUpload?*')
  })

  it('that could not be sent say why, and are tried again', async () => {
    await app.page.route('**/operations/attachmentUpload?*', (route) =>
      route.fulfill({
        status: 507,
        contentType: 'application/json',
        body: JSON.stringify({ code: 'DISK_FULL', msg: 'The disk is full. Nothing was saved.' }),
      }),
    )
    await toFiles(4)
    await press('Enter')
    await editor().waitFor()
    await app.page.locator('input[type="file"]').setInputFiles([file('data.zip')])
    const uploads = app.page.getByRole('list', { name: 'Uploads' })
    await soon(() => uploads.getByRole('alert').innerText()).toContain('The disk is full.')
    await app.page.unroute('**/operations/attachmentUpload?*')
    await uploads.getByRole('button', { name: 'Try again' }).click()
    await soon(() => titles(4)).toBe('data.zip')
    await press('Escape')
  })

  /** Returns the middle of a row's attachment cell, in window coordinates. */
  async function placeOf(row: number): Promise<{ clientX: number; clientY: number }> {
    await toFiles(row)
    await press('Enter')
    await editor().waitFor()
    const box = await boxOf(editor())
    await press('Escape')
    await editor().waitFor({ state: 'detached' })
    return { clientX: box.x + 20, clientY: box.y + 10 }
  }
})
