import { readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { languageOf } from '@common/messages'
import type { BrowserContext, Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account, createAccount, openApp, type App } from './app'
import { layoutFaults, type LayoutFault } from './layout-faults'
import { stockStore } from './surface-store'
import { addFiles, showSurface, standAt } from './surface-stand'
import { surfaces } from './surfaces'
import type { Surface, Store } from './surface'

/*
 * `npm run screenshots -- --languages all`: the main screens in each language, as contact sheets for a person to look
 * at, and a list of what the longer texts of a language break: text that is cut off, buttons of two lines, overlapping
 * texts and dialogs that scroll sideways. English is the measure: what is so in English too isn't listed. With
 * `--screens all` every surface of tests/e2e/surfaces.ts is taken instead, for languages such as Hebrew. A new language
 * closes menus: `--languages en_Arab` shows them in English, from right to left.
 */

/** Surfaces of an open table, by the name of the sheet. */
const mainSurfaces = {
  grid: 'grid',
  record: 'record',
  filter: 'filter',
  form: 'form-fill',
  board: 'kanban',
  calendar: 'calendar',
  settings: 'settings-appearance',
  access: 'access-rules',
  sql: 'sql-query',
} as const

const perSheet = 12
/** All languages on a busy machine. */
const timeout = 1_800_000
const viewport = { width: 1280, height: 800 }

/**
 * @param screens  `all` takes every surface; names with commas between take these. Default: the main screens
 */
export function languageScreens(folder: string, languages: readonly string[], screens?: string): void {
  const names = screens === 'all' ? undefined : screens?.split(',')
  const shown =
    screens === undefined
      ? Object.entries(mainSurfaces)
      : surfaces.filter(({ name }) => names?.includes(name) !== false).map(({ name }) => [name, name] as const)

  /** English from right to left: surfaces open in it at once, because the tests find their buttons. */
  const [only = ''] = languages
  const isTurned = languages.length === 1 && languageOf(only).isDerived

  describe('screens in each language', () => {
    let app: App
    let store: Store
    let other: Page
    const faults: Record<string, Record<string, readonly LayoutFault[]>> = {}
    /** Pictures of each sheet, with their captions. */
    const sheets: Record<string, [string, Buffer][]> = {}

    beforeAll(async () => {
      await mkdir(folder, { recursive: true })
      app = await openApp(viewport, {}, isTurned ? { language: only } : {})
      await createAccount(app)
      store = await stockStore(app.origin)
      await addFiles(await standAt(app.page, store, { table: 'Things' }))
      other = await otherPage(app.context, app.origin)
    })
    afterAll(async () => {
      const context = await app.newContext({ viewport: { width: 1960, height: 1000 } })
      for (const [name, pictures] of Object.entries(sheets))
        for (let at = 0; at < pictures.length; at += perSheet) {
          const path = join(folder, `sheet-${name}-${at / perSheet + 1}.png`)
          await writeSheet(context, pictures.slice(at, at + perSheet), path)
        }
      await writeFile(join(folder, 'faults.json'), `${JSON.stringify(faults, null, 2)}\n`)
      await app.close()
    })

    /** Shows the open screen in one language after another. It stays open: another window changes the setting. */
    async function inEach(page: Page, from: Page, name: string, opener?: Locator): Promise<void> {
      if (isTurned) return take(page, name, only)
      const reopen = await reopenerOf(page, opener)
      const usual = new Set<string>()
      if (screens === undefined) {
        await speak(page, from, 'en')
        await reopen()
        for (const { place, kind } of await page.evaluate(layoutFaults)) usual.add(`${kind} ${place}`)
      }
      for (const code of languages) {
        await speak(page, from, code)
        await reopen()
        await take(page, name, code)
        // All screens take an hour in all languages, so they are only pictures.
        if (screens !== undefined) continue
        const found = await page.evaluate(layoutFaults)
        const own = found.filter(({ place, kind }) => !usual.has(`${kind} ${place}`))
        if (own.length > 0) (faults[name] ??= {})[code] = own
      }
      await speak(page, from, 'en')
    }

    async function take(page: Page, name: string, code: string): Promise<void> {
      const picture = await page.screenshot({ path: join(folder, `${name}-${code}.png`) })
      // Few screens in all languages, or all screens in few languages.
      const [sheet, caption] = screens === undefined ? [name, code] : [code, name]
      ;(sheets[sheet] ??= []).push([caption, picture])
    }

    it.each(shown)('%s', { timeout }, async (name, surfaceName) => {
      const surface: Surface | undefined = surfaces.find((each) => each.name === surfaceName)
      if (surface === undefined) throw new Error(`There is no surface ${surfaceName}`)
      await showSurface(app.page, store, surface, (at) => inEach(at.page, other, name, surface.opener?.(at)))
    })

    it.skipIf(screens !== undefined).each([
      ['projects', '/projects'],
      ['error', '/no/such/page'],
    ])('%s', { timeout }, async (name, route) => {
      await app.page.goto(`${app.origin}/dashboard/#${route}`)
      await app.page.locator('h1, h2').first().waitFor()
      await inEach(app.page, other, name)
    })

    it.skipIf(screens !== undefined)('sign-in', { timeout }, async () => {
      const context = await app.newContext({ viewport })
      const page = await context.newPage()
      await page.goto(`${app.origin}/dashboard/#/user/authentication/signin`)
      await page.getByLabel('E-mail').fill(account.email)
      await inEach(page, await otherPage(context, app.origin), 'sign-in')
      expect(await page.getByLabel('E-mail').inputValue()).toBe(account.email)
    })
  })
}

/** Returns a page that shares the storage of the application, and shows none of it. */
async function otherPage(context: BrowserContext, origin: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${origin}/health`)
  return page
}

const covers = '.mantine-Popover-dropdown:visible, [role=dialog]:visible, [role=menu]:visible'

/** A new language closes popovers. Returns a function that opens the one of a button again, whatever its name is now. */
async function reopenerOf(page: Page, opener: Locator | undefined): Promise<() => Promise<void>> {
  const isOpen = async (): Promise<boolean> => (await page.locator(covers).count()) > 0
  if (opener === undefined || !(await isOpen())) return async () => undefined
  const place = await opener.evaluate((element) =>
    Array.from(document.querySelectorAll('button')).indexOf(element as HTMLButtonElement),
  )
  return async () => {
    if (await isOpen()) return
    await page.locator('button').nth(place).click()
    await page.locator(covers).first().waitFor()
  }
}

/** Chooses a language in another window, and waits until the page shows it and is still. */
async function speak(page: Page, from: Page, code: string): Promise<void> {
  await from.evaluate((language) => {
    const stored = JSON.parse(localStorage.getItem('windows') ?? '{"state":{},"version":0}') as { state: object }
    localStorage.setItem('windows', JSON.stringify({ ...stored, state: { ...stored.state, language } }))
  }, code)
  await page.waitForFunction((tag) => document.documentElement.lang === tag, languageOf(code).tag)
  await page.evaluate(async () => {
    await document.fonts.ready
    for (let frame = 0; frame < 3; frame += 1) await new Promise((then) => requestAnimationFrame(then))
  })
  // The texts are there; a busy machine may never be idle.
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined)
}

async function writeSheet(
  context: BrowserContext,
  pictures: readonly (readonly [string, Buffer])[],
  path: string,
): Promise<void> {
  const page = await context.newPage()
  const cells = pictures.map(
    ([code, picture]) =>
      `<figure><img src="data:image/png;base64,${picture.toString('base64')}"><figcaption>${code}</figcaption></figure>`,
  )
  await page.setContent(
    `<style>body{margin:8px;display:grid;grid-template-columns:repeat(3,1fr);gap:8px;font:14px sans-serif}figure{margin:0}img{width:100%}</style>${cells.join('')}`,
  )
  await page.waitForFunction(() => Array.from(document.images).every((image) => image.complete))
  await page.screenshot({ path, fullPage: true })
  await page.close()
}

/** Returns the languages of the sheets: `all`, or codes with commas between. */
export const chosenLanguages = (text: string): readonly string[] =>
  text === 'all'
    ? readdirSync('locales', { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .toSorted()
    : text.split(',')
