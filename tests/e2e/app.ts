import { spawn, type ChildProcess } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { directionOfLanguage } from '@common/messages'
import { launchChromium } from '@tests/helpers/browser'
import { profileTemplateVariable } from '@tests/helpers/profile-template'
import { sendRequest } from '@tests/helpers/request'
import { boxOf } from './boxes'

/** The built application without users: a profile and a server of its own, a real browser without a past. */
export interface App {
  readonly origin: string
  /** Its profile folder: for changes without an interface, such as roles. */
  readonly profile: string
  readonly page: Page
  readonly context: BrowserContext
  /** A browser context of another user, closed with the application. */
  readonly newContext: (options?: BrowserContextOptions) => Promise<BrowserContext>
  /** Errors of the page; a test that expects none compares it with []. */
  readonly complaints: readonly string[]
  /** Returns the errors since the last call, so that each test can expect its own. */
  readonly takeComplaints: () => string[]
  /** True if the page stays loaded when a test opens another project. */
  readonly staysLoaded?: boolean
  /** Runs a callback after closing. */
  readonly whenClosed: (then: () => Promise<void>) => void
  readonly close: () => Promise<void>
}

export const account = { email: 'ada@example.com', password: 'correct horse battery' }

let browser: Promise<Browser> | undefined

/**
 * Returns the browser of this worker. Its contexts share nothing, so test files need no browser of their own.
 * Playwright closes it with the worker.
 */
export async function browserOfWorker(): Promise<Browser> {
  const running = await browser
  if (running?.isConnected() === true) return running
  browser = launchChromium()
  return browser
}

/**
 * The language of every page: `BASALT_E2E_LANGUAGE=en_Arab` runs a test with English texts from right to left. Default: that
 * of the browser, English.
 */
const shownLanguage = process.env['BASALT_E2E_LANGUAGE']

const isRightToLeft = shownLanguage !== undefined && directionOfLanguage(shownLanguage) === 'rtl'

/** Returns the x of a point inside an element, measured from where the language of the run, or the page, starts to read. */
export const fromStart = (
  { x, width }: { readonly x: number; readonly width: number },
  distance: number,
  isMirrored = isRightToLeft,
): number => (isMirrored ? x + width - distance : x + distance)

/** Returns the key of a page from right to left: arrows sideways change places. */
export const turned = (key: string): string =>
  key.replace(/(?<=Arrow)(Left|Right)$/, (side) => (side === 'Left' ? 'Right' : 'Left'))

/** Presses keys as on a page from left to right. */
export async function pressKeys({ keyboard }: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await keyboard.press(isRightToLeft ? turned(key) : key)
}

/** Runs in the page, before its own code. */
function chooseLanguage(language: string): void {
  // An empty frame has no storage.
  if (location.origin === 'null') return
  const stored = JSON.parse(localStorage.getItem('windows') ?? '{"state":{},"version":0}') as { state: object }
  if ('language' in stored.state && stored.state.language !== null) return
  localStorage.setItem('windows', JSON.stringify({ ...stored, state: { ...stored.state, language } }))
}

export interface AppOptions {
  /** For the context of its first page. Users prefer reduced motion unless it says otherwise. */
  readonly context?: BrowserContextOptions
  /** True to begin without a profile, as on a new computer. Otherwise the server has run before, without users. */
  readonly isFirstStart?: boolean
  /** Language of every page. Default: that of the run. */
  readonly language?: string
}

/** Starts the built server (dist/) on a free port, and opens a page in a fresh browser context. */
export async function openApp(
  viewport = { width: 1280, height: 800 },
  environment: Readonly<Record<string, string>> = {},
  { context: contextOptions, isFirstStart = false, language = shownLanguage }: AppOptions = {},
): Promise<App> {
  const profile = await mkdtemp(join(tmpdir(), 'basalt-e2e-'))
  const template = process.env[profileTemplateVariable]
  if (template !== undefined && !isFirstStart) await cp(template, profile, { recursive: true })
  const server = spawn(process.execPath, [resolve('dist/main/serve.js'), '--port', '0', '--profile', profile], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  })
  const [origin, chromium] = await Promise.all([readyUrl(server), browserOfWorker()])
  const contexts: BrowserContext[] = []
  const newContext: App['newContext'] = async (options) => {
    const made = await chromium.newContext({
      locale: 'en-US',
      timezoneId: 'UTC',
      // Frames of animations take a tenth of the processor time, and more the busier the machine is.
      reducedMotion: 'reduce',
      ...options,
    })
    contexts.push(made)
    if (language !== undefined) await made.addInitScript(chooseLanguage, language)
    return made
  }
  const context = await newContext({ viewport, ...contextOptions })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  const afterwards: (() => Promise<void>)[] = []
  return {
    origin,
    profile,
    page,
    context,
    newContext,
    complaints,
    takeComplaints: () => complaints.splice(0),
    whenClosed: (then) => void afterwards.push(then),
    close: async () => {
      await Promise.all(contexts.map((each) => each.close()))
      const ended = new Promise((settle) => server.once('exit', settle))
      server.kill('SIGTERM')
      await ended
      await rm(profile, { recursive: true, force: true })
      for (const then of afterwards) await then()
    },
  }
}

function readyUrl(server: ChildProcess): Promise<string> {
  return new Promise((settle, refuse) => {
    let said = ''
    server.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const url = /http:\/\/[^\s/]+/.exec(said)?.[0]
      if (url !== undefined) settle(url)
    })
    server.once('exit', (code) => refuse(new Error(`The server ended with ${String(code)}: ${said}`)))
  })
}

/** Signs up on the first page, and opens the list of projects. */
export async function signUp({ page, origin }: App): Promise<void> {
  await page.goto(`${origin}/`)
  await page.getByLabel('E-mail').fill(account.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Projects' }).waitFor()
}

/**
 * Signs up without the page: the first page that opens is already signed in.
 *
 * @returns token of the account
 */
export async function createAccount(app: App): Promise<string> {
  const { context, origin } = app
  const answer = await context.request.post(`${origin}/auth/signup`, { data: account })
  expect([answer.status(), answer.ok() ? '' : await answer.text()]).toEqual([200, ''])
  const { token } = (await answer.json()) as { token: string }
  await signInOn(context, app, token)
  return token
}

/** Signs in on all pages that a context opens from now on. */
export async function signInOn(context: BrowserContext, { origin }: App, token: string): Promise<void> {
  await context.addInitScript(
    ([at, users]) => {
      // Only before the page stores its user. A test that clears the storage signs up on the page.
      if (location.origin === at && localStorage.getItem('users') === null) localStorage.setItem('users', users)
    },
    [origin, JSON.stringify({ state: { token, user: null, previewAs: null, role: null }, version: 0 })] as const,
  )
}

/** Signs up without the page and opens the list of projects. */
export async function openProjects(app: App): Promise<string> {
  const token = await createAccount(app)
  await app.page.goto(`${app.origin}/dashboard/#/projects`)
  await app.page.getByRole('heading', { name: 'Projects' }).waitFor()
  return token
}

/** Signs up, creates the sample project and opens it, the first two without the page. */
export async function openSampleProject(app: App): Promise<{ readonly projectId: string; readonly token: string }> {
  const token = await createAccount(app)
  return { projectId: await openNewSample(app, token), token }
}

/** Creates another sample project without the page. @returns its id */
export async function createSample(app: App, token: string): Promise<string> {
  return ((await operate(app, { token }, 'projectCreateSample', {})) as { id: string }).id
}

/**
 * Creates another sample project without the page and opens it. Tests that change records or views call it before each
 * test, so that they pass alone and in any order.
 *
 * @returns id of the project
 */
export async function openNewSample(app: App, token: string): Promise<string> {
  const id = await createSample(app, token)
  await openProject(app, id)
  await app.page.getByRole('treeitem', { name: /^Tracks/ }).waitFor()
  return id
}

/**
 * Opens a project on a page that shows nothing else of before: no tables of the same names. The page loads again, unless
 * the application stays loaded.
 */
export async function openProject(app: App, projectId: string): Promise<void> {
  await leaveProject(app)
  await app.page.goto(`${app.origin}/dashboard/#/nc/${projectId}`)
}

/** Lets the page of an application stay loaded between tests. Loading it again takes a second of processor time. */
export const stayLoaded = (app: App): App => ({ ...app, staysLoaded: true })

/**
 * Leaves an open project. A page that stays loaded closes its toasts, which the next test could take for its own, and goes
 * to the list of projects, unless a dialog stayed open.
 */
export async function leaveProject({ page, origin, staysLoaded = false }: App): Promise<void> {
  if (!staysLoaded || !page.url().startsWith(`${origin}/dashboard/#/nc/`) || (await isCovered(page))) {
    await page.goto('about:blank')
    return
  }
  await page.goto(`${origin}/dashboard/#/projects`)
  await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor()
  await page.getByRole('tree').waitFor({ state: 'detached' })
}

/** True if something is open over the page. Closes toasts. */
async function isCovered(page: Page): Promise<boolean> {
  const toasts = page.locator('[data-toasts] > *')
  const close = toasts.getByRole('button', { name: 'Close', exact: true })
  while ((await close.count()) > 0) {
    // A toast may end by itself before the click.
    await close
      .first()
      .click({ timeout: 1_000 })
      .catch(() => undefined)
  }
  const over = page.getByRole('dialog').or(page.getByRole('menu')).or(page.getByRole('listbox')).or(toasts)
  return (await over.filter({ visible: true }).count()) > 0
}

/** Calls an operation without the page; it must succeed. */
export async function operate(
  { origin }: App,
  { token, projectId }: { readonly token: string; readonly projectId?: string | undefined },
  api: string,
  args: unknown,
): Promise<unknown> {
  const body = { api, project_id: projectId, env: '_noco', dbAlias: 'db', args }
  const answer = await sendRequest(origin, `/dashboard/?q=sqlOp_${api}`, { method: 'POST', token, body })
  expect([api, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([api, 200, ''])
  return answer.json
}

/** Returns the toasts that show a text. Toasts of earlier tests may be visible too. */
export const toastWith = (page: Page, text: string): Locator =>
  page.locator('[data-toasts] > *').filter({ hasText: text })

/** Opens a table from the tree; resolves once its records are counted. */
export async function openTable(page: Page, title: string): Promise<Grid> {
  await page.getByRole('treeitem', { name: new RegExp(`^${title}\\s*[\\d,]*$`) }).click()
  await page.getByRole('tab', { name: title, exact: true, selected: true }).waitFor()
  return gridOf(page, title)
}

/** The grid of one table as a user sees and operates it. */
export interface Grid {
  /** Returns the text of a cell. Row and column as in `expectCell`. */
  readonly cellText: (row: number, column: number) => Promise<string | null>
  /** Waits until the cell shows the text. Row and column from 1; the row numbers are no column. */
  readonly expectCell: (row: number, column: number, text: string | RegExp) => Promise<void>
  /** Clicks a cell of the first column. */
  readonly clickName: (row: number) => Promise<void>
  /** Returns the titles of the columns that are drawn, in order. Other open tables have headers too. */
  readonly titles: () => Promise<string[]>
  readonly scrollTo: (rowsDown: number) => Promise<void>
  /** Waits until the status bar shows the text. */
  readonly expectStatus: (text: string | RegExp) => Promise<void>
}

const rowHeightPx = 28
const headerHeightPx = 32
const rowNumberPx = 44

export async function gridOf(page: Page, title: string): Promise<Grid> {
  const region = page.getByRole('region', { name: `Records of ${title}`, exact: true })
  await region.waitFor()
  const status = page.getByLabel('Status', { exact: true })
  await status.filter({ hasText: /\d records?/ }).waitFor()
  const canvas = region.locator('canvas').first()
  const cellText: Grid['cellText'] = (row, column) =>
    region.locator(`[id="glide-cell-${column}-${row - 1}"]`).textContent({ timeout: 5_000 })
  return {
    cellText,
    expectCell: async (row, column, text) => {
      await expect.poll(() => cellText(row, column)).toMatch(text)
    },
    clickName: async (row) => {
      const box = await boxOf(canvas)
      await page.mouse.click(fromStart(box, rowNumberPx + 60), box.y + headerHeightPx + (row - 0.5) * rowHeightPx)
    },
    titles: () => region.locator('[role=columnheader]').allTextContents(),
    scrollTo: async (rowsDown) => {
      await region.hover()
      await page.mouse.wheel(0, rowsDown * rowHeightPx)
    },
    expectStatus: (text) => expect.poll(() => status.innerText()).toMatch(text),
  }
}
