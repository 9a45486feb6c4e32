import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sendRequest } from '@tests/helpers/request'
import type { BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account, gridOf, openApp, openTable, signUp, type App } from './app'
import { stockStore } from './surface-store'
import { chosenLanguages, languageScreens } from './language-screens'
import { addFiles, showSurface, standAt } from './surface-stand'
import { surfaces } from './surfaces'
import type { Store } from './surface'

/*
 * `npm run screenshots`: captures every screen, light and dark, at two sizes, into docs/screenshots. It compares
 * nothing: the pictures are for manual review, next to the visual reference.
 */

const folder = 'docs/screenshots'

/** `npm run screenshots -- --languages all` takes the main screens in each language instead. */
const languages = process.env['BASALT_SCREENSHOT_LANGUAGES']
if (languages !== undefined)
  languageScreens(join(folder, 'languages'), chosenLanguages(languages), process.env['BASALT_SCREENSHOT_SCREENS'])

const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [
    { width: 1280, height: 800 },
    { width: 1920, height: 1080 },
  ].map((viewport) => ({ colorScheme, viewport })),
)

/** A screen, and how to open it from anywhere. */
interface Shot {
  readonly name: string
  readonly go: (page: Page) => Promise<unknown>
}

let app: App

const at = (route: string) => (page: Page) => page.goto(`${app.origin}/dashboard/#${route}`)
/** Resolves when requests, fonts and animations with an end have finished. */
async function untilStill(page: Page): Promise<void> {
  // The live updates of an open project are a request without an end.
  await page.waitForLoadState('networkidle', { timeout: 1_000 }).catch(() => undefined)
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => {
      const ends = animation.effect?.getComputedTiming().endTime !== Infinity
      return !ends || animation.playState === 'finished' || animation.playState === 'idle'
    }),
  )
}
const shows = async (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor()

async function take(shots: readonly Shot[], prepare: (page: Page) => Promise<unknown>): Promise<string[]> {
  const failed: string[] = []
  for (const look of looks) {
    const context: BrowserContext = await app.newContext({ ...look, locale: 'en-US', timezoneId: 'UTC' })
    const page = await context.newPage()
    await prepare(page)
    for (const { name, go } of shots) {
      const file = `${name}-${look.colorScheme}-${look.viewport.width}.png`
      try {
        await go(page)
        await untilStill(page)
        await page.screenshot({ path: join(folder, file) })
      } catch (error) {
        failed.push(`${file}: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`)
      }
    }
    await context.close()
  }
  return failed
}

/** Signs in with the form, as a user would. */
async function signIn(page: Page, origin = app.origin): Promise<void> {
  await page.goto(`${origin}/dashboard/#/user/authentication/signin`)
  await page.getByLabel('E-mail').fill(account.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Projects').first().waitFor()
}

const projectIds: Record<string, string> = {}
const project = (title: string): string => `/nc/${projectIds[title] ?? ''}`

describe.skipIf(languages !== undefined)('screenshots', () => {
  beforeAll(async () => {
    await mkdir(folder, { recursive: true })
    app = await openApp()
  })
  afterAll(() => app.close())

  it('of a fresh installation', async () => {
    const failed = await take(
      [
        { name: 'sign-up-first', go: at('/user/authentication/signup') },
        {
          name: 'sign-up-refused',
          go: async (page) => {
            await page.getByLabel('E-mail').fill('not an address')
            await page.getByRole('button', { name: 'Create account' }).click()
          },
        },
      ],
      async () => undefined,
    )
    expect(failed).toEqual([])
    await signUp(app)
  })

  it('of an empty project list', async () => {
    expect(await take([{ name: 'projects-empty', go: at('/projects') }], (page) => signIn(page))).toEqual([])
    const { json } = await sendRequest(app.origin, '/auth/signin', { method: 'POST', body: account })
    const { token } = json as { token: string }
    const create = async (api: string, args: object): Promise<string> => {
      const answer = await sendRequest(app.origin, `/dashboard/?q=sqlOp_${api}`, {
        method: 'POST',
        token,
        body: { api, args },
      })
      return (answer.json as { id: string }).id
    }
    projectIds['Garden'] = await create('projectCreateByWebWithXCDB', { title: 'Garden' })
    projectIds['Sample'] = await create('projectCreateSample', {})
  })

  it('of everything else', async () => {
    const failed = await take(
      [
        { name: 'projects', go: at('/projects') },
        { name: 'project-menu', go: (page) => page.getByRole('button', { name: 'New project' }).first().click() },
        { name: 'project-new', go: at('/project/name') },
        { name: 'project-connect', go: at('/project/xcdb') },
        { name: 'dashboard-without-tables', go: (page) => at(project('Garden'))(page) },
        {
          name: 'dashboard-grid',
          go: async (page) => {
            await at(project('Sample'))(page)
            await openTable(page, 'Tracks')
          },
        },
        {
          name: 'dashboard-grid-cell',
          go: async (page) => {
            await (await gridOf(page, 'Tracks')).clickName(4)
            await page.keyboard.press('F2')
          },
        },
        {
          name: 'notifications',
          go: async (page) => {
            await page.keyboard.press('Escape')
            await page
              .getByRole('button', { name: /notifications/i })
              .first()
              .click()
          },
        },
        {
          name: 'account-menu',
          go: async (page) => {
            await page.keyboard.press('Escape')
            await page
              .getByRole('button', { name: /account/i })
              .first()
              .click()
          },
        },
        { name: 'later', go: at('/user/settings') },
        { name: 'error-404', go: at('/no/such/page') },
        { name: 'error-403', go: at('/error/403') },
        {
          name: 'sign-in',
          go: async (page) => {
            await page.evaluate(() => localStorage.clear())
            await page.context().clearCookies()
            await page.goto('about:blank')
            await at('/user/authentication/signin')(page)
            await shows(page, /sign in/i)
          },
        },
      ],
      (page) => signIn(page),
    )
    expect(failed).toEqual([])
  })
})

/** Variants of the grid: every size and theme; its main surfaces also in a narrow window and from right to left. */
const gridLooks = [
  ...looks.map((look) => ({ ...look, mainOnly: false, direction: 'ltr' })),
  ...(['light', 'dark'] as const).map((colorScheme) => ({
    colorScheme,
    viewport: { width: 1024, height: 700 },
    mainOnly: true,
    direction: 'ltr',
  })),
  { colorScheme: 'light' as const, viewport: { width: 1280, height: 800 }, mainOnly: true, direction: 'rtl' },
]

describe.skipIf(languages !== undefined)('screenshots of the grid', () => {
  let own: App
  let store: Store

  beforeAll(async () => {
    own = await openApp()
    await signUp(own)
    store = await stockStore(own.origin)
    await addFiles(await standAt(own.page, store, { table: 'Things' }))
  })
  afterAll(() => own.close())

  for (const { mainOnly, direction, ...look } of gridLooks) {
    const mark = `${look.colorScheme}-${look.viewport.width}${direction === 'rtl' ? '-rtl' : ''}`
    it(`${mark}`, async () => {
      const failed: string[] = []
      const context = await own.newContext({ ...look, locale: 'en-US', timezoneId: 'UTC' })
      const page = await context.newPage()
      page.setDefaultTimeout(15_000)
      // The catalogue has no right-to-left language yet, so the test sets the direction of the page.
      if (direction === 'rtl')
        await page.addInitScript(() => {
          const turn = (): void => {
            if (document.documentElement.dir !== 'rtl') document.documentElement.dir = 'rtl'
          }
          new MutationObserver(turn).observe(document, { subtree: true, attributeFilter: ['dir'], childList: true })
        })
      await signIn(page, own.origin)
      for (const surface of surfaces) {
        if (mainOnly && surface.main !== true) continue
        const file = `grid-${surface.name}-${mark}.png`
        await showSurface(page, store, surface, async () => {
          await untilStill(page)
          await page.screenshot({ path: join(folder, file) })
        }).catch(async (error: unknown) => {
          failed.push(
            `${file}: ${error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error)}`,
          )
          await page.screenshot({ path: join(folder, `failed-${file}`) })
        })
      }
      await context.close()
      expect(failed).toEqual([])
    })
  }
})
