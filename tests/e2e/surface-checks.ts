import type { BrowserContextOptions, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import { createAccount, openApp, type App } from './app'
import { findInBoth, speakPseudo } from './pseudo'
import { collectData, englishLeft, forgetPainting, recordPage, type UserData } from './pseudo-leaks'
import { addFiles, showSurface, standAt } from './surface-stand'
import { rowsOf, stockStore } from './surface-store'
import { usableFindings } from './usable'
import type { Surface, Store } from './surface'

/** A page in the pseudo-language, checked for English and for accessibility. */
export interface CheckedPage {
  readonly page: Page
  readonly data: UserData
}

/** The application in the pseudo-language. */
export interface PseudoApp extends CheckedPage {
  readonly app: App
  /** Opens a page for another user, in the pseudo-language too. */
  readonly newPage: (options?: BrowserContextOptions) => Promise<CheckedPage>
  readonly close: () => Promise<void>
}

/**
 * Opens the application in the pseudo-language, for a user who prefers reduced motion. Locators in English find their
 * elements until it is closed.
 */
export async function openPseudo(): Promise<PseudoApp> {
  const app = await openApp()
  const forgetPseudo = findInBoth(app.page)
  await speakPseudo(app.context)
  const prepare = async (page: Page): Promise<CheckedPage> => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await recordPage(page)
    return { page, data: collectData(page) }
  }
  return {
    app,
    ...(await prepare(app.page)),
    newPage: async (options) => {
      const context = await app.newContext(options)
      await speakPseudo(context)
      return prepare(await context.newPage())
    },
    close: async () => {
      forgetPseudo()
      await app.close()
    },
  }
}

/**
 * Expects that the current state is translated and accessible: no English that bypasses the catalogue, and nothing
 * serious for axe, in light and in dark.
 *
 * @param what  name of the state, for the message of a failure
 */
export async function expectSound({ page, data }: CheckedPage, what: string): Promise<void> {
  const english = (await englishLeft(page, data)).map((text) => `English: ${text}`)
  const unusable = await usableFindings(page, await coveringParts(page))
  await forgetPainting(page)
  expect([...english, ...unusable], what).toEqual([])
}

/** Selectors of parts that open over a page. */
const covers = [
  '[role=dialog]',
  '[role=menu]',
  // Not the lists of cards in a gallery and a kanban, which are the page itself.
  ':is([data-portal], #portal) [role=listbox]',
  '.mantine-Popover-dropdown',
]

/**
 * Returns selectors of what is open over the page; undefined if nothing is. axe needs half a second for a page, and the
 * surface without anything over it is checked too.
 */
async function coveringParts(page: Page): Promise<string[] | undefined> {
  const counts = await Promise.all(covers.map((cover) => page.locator(cover).filter({ visible: true }).count()))
  const open = covers.filter((_, at) => counts[at] !== 0)
  return open.length === 0 ? undefined : open
}

/**
 * Shows each surface once, and runs all checks on it. `npm test` checks the main ones.
 *
 * @param name  what the surfaces are part of
 * @param tags  `nightly` where other tests of each change show these parts
 */
export function describeSurfaces(name: string, surfaces: readonly Surface[], tags: 'nightly'[] = []): void {
  describe.skipIf(chromiumPath === undefined)(`${name}: every surface is translated and accessible`, { tags }, () => {
    let opened: PseudoApp
    let store: Store

    beforeAll(async () => {
      opened = await openPseudo()
      await createAccount(opened.app)
      store = await stockStore(opened.app.origin)
      await addFiles(await standAt(opened.page, store, { table: 'Things' }))
    })
    afterAll(() => opened.close())

    // Surfaces of one view follow each other: opening another one takes half a second of processor time.
    const ofViews = Map.groupBy(surfaces, ({ table = 'Tracks', view = rowsOf(table) }) => `${view} of ${table}`)
    describe.each([...ofViews])('%s', (_, ofView) => {
      const check = (surface: Surface): Promise<void> =>
        showSurface(opened.page, store, surface, () => expectSound(opened, surface.name))
      const isMain = ({ main = false }: Surface): boolean => main
      it.each(ofView.filter(isMain))('$name', { tags: ['smoke'] }, check)
      it.each(ofView.filter((surface) => !isMain(surface)))('$name', check)
    })
  })
}
