import type { Locator, Page } from 'playwright'
import { formatMessage, languageOf, type MessageParams } from '@common/messages'
import { textsOf } from '@tests/helpers/catalogue'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAccount, openApp, openNewSample, openTable, type App } from './app'
import { boxOf } from './boxes'

/** A switch of the language while something is open: nothing is mounted again, and everything speaks the new language. */
let app: App
let token: string
/** Another window of the same user, in which the language is chosen. */
let other: Page

type Words = (key: string, params?: MessageParams) => string
const wordsOf = (code: string): Words => {
  const texts = textsOf(code)
  return (key, params = {}) => formatMessage(texts.get(key) ?? key, params, code)
}

/** Chooses a language in the other window. Resolves when the page shows it. */
async function choose(code: string): Promise<Words> {
  await other.evaluate((language) => {
    const stored = JSON.parse(localStorage.getItem('windows') ?? '{"state":{},"version":0}') as { state: object }
    localStorage.setItem('windows', JSON.stringify({ ...stored, state: { ...stored.state, language } }))
  }, code)
  const { tag, direction } = languageOf(code)
  await expect
    .poll(() => app.page.evaluate(() => [document.documentElement.lang, document.documentElement.dir].join(' ')))
    .toBe(`${tag} ${direction}`)
  return wordsOf(code)
}

interface Painted {
  painted: Set<string>
}

/** Records the texts that the page draws on canvases. */
function recordPainting(): void {
  const page = window as unknown as Painted
  page.painted = new Set()
  const { prototype } = CanvasRenderingContext2D
  const draw = Reflect.get(prototype, 'fillText') as (...given: unknown[]) => void
  Reflect.set(prototype, 'fillText', function fillText(this: CanvasRenderingContext2D, ...given: unknown[]) {
    page.painted.add(String(given[0]))
    draw.apply(this, given)
  })
}
const forgetPainting = (): Promise<void> => app.page.evaluate(() => (window as unknown as Painted).painted.clear())
/** Waits until a text with these letters is drawn. */
const expectPainted = (letters: string): Promise<void> =>
  expect.poll(() => app.page.evaluate(() => [...(window as unknown as Painted).painted].join('\n'))).toContain(letters)

beforeAll(async () => {
  app = await openApp(undefined, undefined, { language: 'en' })
  token = await createAccount(app)
  await app.context.addInitScript(recordPainting)
  other = await app.context.newPage()
  await other.goto(`${app.origin}/dashboard/`)
})
beforeEach(async () => {
  // A stored language outlasts the page.
  await other.evaluate(() => localStorage.removeItem('windows'))
  await openNewSample(app, token)
})
afterAll(() => app.close())
afterAll(() => expect(app.complaints).toEqual([]))

it('keeps a half-typed cell, its focus and the place of the grid', async () => {
  const { page } = app
  const english = wordsOf('en')
  const grid = await openTable(page, 'Tracks')
  await grid.expectCell(1, 1, 'Low Water')
  const region = (words: Words) =>
    page.getByRole('region', { name: words('grid.label', { table: 'Tracks' }), exact: true })
  const under = (title: string) => page.locator(`[data-grid-foot] [data-column="${title}"]`)
  await region(english).hover()
  await page.mouse.wheel(400, 0)
  const scrolled = (): Promise<number> =>
    page.evaluate(() => document.querySelector('.dvn-scroller')?.scrollLeft ?? Number.NaN)
  await expect.poll(scrolled).toBeGreaterThan(200)
  const before = await scrolled()
  /** Returns the day of the first record, which each language writes its own way. */
  const day = (): Promise<string | undefined> =>
    page
      .locator('[id^="glide-cell-"][id$="-0"]')
      .evaluateAll((cells) => cells.map(({ textContent }) => textContent).find((text) => text.includes('2026')))
  await expect.poll(day).toBe('18 Sep 2026')
  await grid.clickName(2)
  await page.keyboard.type('Half ty')
  const editor = page.getByRole('textbox', { name: 'Title', exact: true })
  await expect.poll(() => editor.inputValue()).toBe('Half ty')

  // Left to right, the letters of dates are drawn one by one: one of them is `März`.
  for (const [code, shown, drawn] of [
    ['iw', 'בספט', 'בספט'],
    ['de', 'Sept.', 'ä'],
  ] as const) {
    await forgetPainting()
    const words = await choose(code)
    await region(words).waitFor()
    await expectPainted(drawn)
    await expect.poll(day).toContain(shown)
    expect(await scrolled()).toBe(before)
    expect(await editor.inputValue()).toBe('Half ty')
    expect(await editor.evaluate((field) => field === document.activeElement)).toBe(true)
    const [field, column] = [await boxOf(editor), await boxOf(under('Title'))]
    expect(Math.abs(field.x - column.x)).toBeLessThan(6)
  }
  await page.keyboard.type('ped')
  await page.keyboard.press('Enter')
  await expect.poll(() => region(wordsOf('de')).locator('[id="glide-cell-1-1"]').textContent()).toBe('Half typed')
})

it('writes an untouched date anew', async () => {
  const { page } = app
  const grid = await openTable(page, 'Tracks')
  await grid.expectCell(1, 1, 'Low Water')
  await grid.clickName(1)
  await page.keyboard.press('Home')
  const chosen = page.locator('[id^="glide-cell-"][aria-selected="true"]')
  const isDay = async (): Promise<boolean> => (await chosen.first().textContent())?.includes('2026') === true
  for (let column = 1; !(await isDay()); column += 1) {
    await page.keyboard.press('ArrowRight')
    await page.locator(`[id="glide-cell-${column + 1}-0"][aria-selected="true"]`).waitFor({ state: 'attached' })
  }
  await page.keyboard.press('Enter')
  const field = page.locator('input:focus')
  await expect.poll(() => field.inputValue()).toBe('18 Sep 2026')
  await choose('iw')
  await expect.poll(() => field.inputValue()).toContain('בספט')
  await choose('de')
  await expect.poll(() => field.inputValue()).toBe('18. Sept. 2026')
  // Each language reads its own dates: the written one changes nothing.
  await page.keyboard.press('Enter')
  await expect.poll(() => field.count()).toBe(0)
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => chosen.first().textContent()).toBe('18. Sept. 2026')
})

it('mirrors what is open at a place of the grid', async () => {
  const { page } = app
  const grid = await openTable(page, 'Tracks')
  await grid.expectCell(1, 1, 'Low Water')
  const width = page.viewportSize()?.width ?? Number.NaN
  /** Waits until something stands at a distance from the side where the page starts to read. */
  const expectStart = async (opened: Locator, code: string, distance: number): Promise<void> => {
    await choose(code)
    const isMirrored = languageOf(code).direction === 'rtl'
    await expect
      .poll(async () => {
        const box = await boxOf(opened)
        return Math.abs((isMirrored ? width - box.x - box.width : box.x) - distance)
      })
      .toBeLessThan(2)
  }
  const genre = await boxOf(page.locator('[data-grid-foot] [data-column="Genre"]'))
  const { y } = await boxOf(page.getByRole('region', { name: 'Records of Tracks', exact: true }))
  await page.mouse.click(genre.x + genre.width / 2, y + 16, { button: 'right' })
  const menu = page.getByRole('menu')
  const { x } = await boxOf(menu)
  await expectStart(menu, 'iw', x)
  await expectStart(menu, 'en', x)
  await menu.getByRole('menuitem', { name: wordsOf('en')('grid.menu.statistics') }).click()
  const panel = page.getByRole('dialog')
  const { x: start } = await boxOf(panel)
  await expectStart(panel, 'iw', start)
  await expectStart(panel, 'de', start)
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
})

it('leaves the words of a filter their room', async () => {
  const { page } = app
  await openTable(page, 'Tracks')
  const pick = async (name: string, option: string): Promise<void> => {
    await page.getByRole('combobox', { name, exact: true }).last().click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await page.keyboard.press('Control+Shift+F')
  for (const [field, comparison] of [
    ['Title', 'does not contain'],
    ['Tags', 'has none of'],
  ] as const) {
    await page.getByRole('button', { name: 'Add condition', exact: true }).click()
    await pick('Field', field)
    await pick('Comparison', comparison)
  }
  await pick('How conditions are joined', 'or')
  const words = page.getByRole('dialog').locator('[data-line] [data-texts] input:not([type="hidden"])')
  for (const code of ['en', 'ja', 'fr', 'pt_BR', 'id', 'ko', 'th', 'iw']) {
    await choose(code)
    const cut = words.evaluateAll((fields) =>
      fields.flatMap((field) =>
        field instanceof HTMLInputElement && field.scrollWidth > field.clientWidth ? [field.value] : [],
      ),
    )
    expect(await words.count()).toBe(3)
    expect([code, ...(await cut)]).toEqual([code])
  }
})

/** Returns sentences of the page in English that another language writes differently. */
async function englishLeft(code: string): Promise<readonly string[]> {
  const [english, own] = [textsOf('en'), textsOf(code)]
  // Single words may be names of tables and columns.
  const sentences = new Set(
    [...english].flatMap(([key, text]) =>
      / /.test(text) && !/[{<]/.test(text) && own.get(key) !== text ? [text] : [],
    ),
  )
  const shown = await app.page.evaluate(() => {
    const texts: string[] = []
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walk.nextNode()) texts.push(walk.currentNode.textContent?.trim() ?? '')
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder']) texts.push(element.getAttribute(name) ?? '')
    return texts
  })
  return [...new Set(shown)].filter((text) => sentences.has(text))
}

it('keeps an open record and a half-filled dialog, and leaves no sentence in the language before', async () => {
  const { page } = app
  const grid = await openTable(page, 'Tracks')
  await grid.clickName(1)
  await page.keyboard.press('Space')
  const record = page.getByRole('complementary').filter({ hasText: 'Low Water' })
  await record.waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('New table')
  await page.getByRole('option', { name: /^New table/ }).click()
  const name = page.getByRole('dialog').getByRole('textbox').first()
  await page.getByRole('dialog', { name: 'New table' }).waitFor()
  await page.keyboard.type('Half a na')
  for (const code of ['iw', 'de']) {
    const words = await choose(code)
    await expect.poll(() => page.getByRole('dialog', { name: words('tables.create.title') }).count()).toBe(1)
    expect(await name.inputValue()).toBe('Half a na')
    expect(await record.count()).toBe(1)
    expect(await englishLeft(code)).toEqual([])
  }
  await page.keyboard.type('me')
  expect(await name.inputValue()).toBe('Half a name')
})

it('shows the reason of a failure in the new language', async () => {
  const { page } = app
  await openTable(page, 'Tracks')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('New table')
  await page.getByRole('option', { name: /^New table/ }).click()
  const dialog = page.getByRole('dialog')
  await page.getByRole('dialog', { name: 'New table' }).waitFor()
  await page.keyboard.type('Artists')
  await page.keyboard.press('Enter')
  const reason = (words: Words) => dialog.getByText(words('errors.TABLE_EXISTS', { table: 'Artists' }), { exact: true })
  await reason(wordsOf('en')).waitFor()
  // The browser reports the rejected request.
  expect(app.takeComplaints()).toHaveLength(1)
  for (const code of ['iw', 'de', 'en']) {
    const words = await choose(code)
    await reason(words).waitFor()
    expect(await englishLeft(code)).toEqual([])
  }
})
