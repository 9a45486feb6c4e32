import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import { gridOf, openApp, openSampleProject, type App } from './app'
import { seriousFindings } from './usable'

/** Colours of the cell at the start of the row numbers, and of the toolbar, as the window shows them. */
const shown = (page: Page) =>
  page.evaluate(() => {
    const style = getComputedStyle(document.documentElement)
    const canvas = document.querySelector<HTMLCanvasElement>('canvas[data-testid="data-grid-canvas"]')
    const context = canvas?.getContext('2d')
    const [red = 0, green = 0, blue = 0] = context?.getImageData(4, 60, 1, 1).data ?? []
    return { fill: style.getPropertyValue('--pf'), cell: [red, green, blue].map((part) => part > 127).includes(true) }
  })

describe.skipIf(chromiumPath === undefined)('the settings', () => {
  let app: App
  let address: string
  beforeAll(async () => {
    app = await openApp()
    // Colours change at once.
    await app.page.emulateMedia({ reducedMotion: 'reduce' })
    const { projectId } = await openSampleProject(app)
    address = `${app.origin}/dashboard/#/nc/${projectId}?type=table&name=albums&dbalias=db`
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    await app.page.evaluate(() => localStorage.removeItem('windows'))
    await openTable(app.page)
  })

  async function openTable(page: Page): Promise<void> {
    await page.goto('about:blank')
    await page.goto(address)
    await gridOf(page, 'Albums')
  }

  async function openSettings(page: Page, section = 'Appearance'): Promise<void> {
    await page.keyboard.press('Control+,')
    await page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: section, exact: true }).click()
    await page.getByRole('heading', { name: section, exact: true }).waitFor()
  }
  const choose = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).check({ force: true })

  it('repaint every open window at once, and survive a reload', async () => {
    const { page, context } = app
    const other = await context.newPage()
    await other.goto(address)
    await gridOf(other, 'Albums')
    await expect.poll(() => shown(other)).toEqual({ fill: '#006fd9', cell: true })

    await openSettings(page)
    await choose(page, 'Grapes')
    await choose(page, 'Dark')
    await choose(page, 'Comfortable')
    await expect.poll(() => shown(other)).toEqual({ fill: '#7c4ddb', cell: false })
    await expect.poll(() => shown(page)).toEqual({ fill: '#7c4ddb', cell: false })

    // The first frame has the theme: it is applied before anything is drawn.
    await other.addInitScript(() => {
      requestAnimationFrame(() => {
        const { documentElement: root } = document
        Object.assign(globalThis, {
          firstLook: [root.dataset['mantineColorScheme'], root.dataset['look']?.split(' ')[1]],
        })
      })
    })
    await other.reload()
    await gridOf(other, 'Albums')
    expect(await other.evaluate(() => (globalThis as { firstLook?: unknown }).firstLook)).toEqual([
      'dark',
      'comfortable',
    ])
    await expect.poll(() => shown(other)).toEqual({ fill: '#7c4ddb', cell: false })
    await other.close()
  })

  it('are found by their words, and a custom colour warns below AA while text stays readable', async () => {
    const { page } = app
    await openSettings(page, 'Privacy')
    await page.getByRole('searchbox', { name: 'Search settings' }).fill('colours')
    await expect.poll(() => page.locator('[data-setting]').count()).toBe(1)
    await page.getByRole('textbox', { name: 'Primary, hex code' }).fill('#ffd500')
    await page.getByText('1.4 on white is below 4.5. Text and buttons use a darker shade.').waitFor()
    expect(await seriousFindings(page, { rules: ['color-contrast'] })).toEqual([])
    await page.getByRole('textbox', { name: 'Primary, hex code' }).fill('#ffd')
    await page.getByText('Write a code such as #6F5DCC.').waitFor()
    expect((await shown(page)).fill).not.toBe('#006fd9')
    await page.getByRole('button', { name: 'Reset colours' }).click()
    await expect.poll(async () => (await shown(page)).fill).toBe('#6f5dcc')
  })

  it('return from an exported file, and a file with a problem changes nothing', async () => {
    const { page } = app
    await openSettings(page)
    await choose(page, 'Strawberry')
    await openAdvanced(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click(),
    ])
    const text = await readFile(await download.path(), 'utf8')

    await page.getByRole('button', { name: 'Reset all settings' }).click()
    const question = page.getByRole('dialog', { name: 'Reset all settings' })
    await question.getByRole('button', { name: 'Reset all settings' }).click()
    await expect.poll(async () => (await shown(page)).fill).toBe('#006fd9')

    const choosing = page.getByLabel('Choose a file')
    const file = (content: string) => ({
      name: 'settings.json',
      mimeType: 'application/json',
      buffer: Buffer.from(content),
    })
    await choosing.setInputFiles(file(text.replace('"density"', '"crowding"')))
    await page.getByText('There is no setting called crowding. Remove it from the file.').waitFor()
    expect((await shown(page)).fill).toBe('#006fd9')
    await choosing.setInputFiles(file(text))
    await expect.poll(async () => (await shown(page)).fill).toBe('#de2a54')
  })

  async function openAdvanced(page: Page): Promise<void> {
    await page.getByRole('dialog').getByRole('button', { name: 'Advanced', exact: true }).click()
  }

  it('keep every palette readable, in light and in dark', async () => {
    const { page } = app
    const found: string[] = []
    await openSettings(page)
    for (const theme of ['Default', 'Orange', 'Strawberry', 'Grapes'])
      for (const mode of ['Light', 'Dark']) {
        await choose(page, theme)
        await choose(page, mode)
        await page.waitForFunction(
          (scheme) => document.documentElement.dataset['look']?.startsWith(scheme),
          mode.toLowerCase(),
        )
        const lines = await seriousFindings(page, { rules: ['color-contrast'] })
        found.push(...lines.map((line) => `${theme} ${mode}: ${line}`))
      }
    expect(found).toEqual([])
    expect(app.takeComplaints()).toEqual([])
  })
})
