import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright'
import { expect } from 'vitest'
import { launchChromium } from '@tests/helpers/browser'

/** The built application as a newcomer meets it: a fresh profile, its own server, a real browser. */
export interface App {
  readonly origin: string
  /** Folder of its profile: for what people cannot do yet, such as giving roles. */
  readonly profile: string
  readonly browser: Browser
  readonly page: Page
  readonly context: BrowserContext
  /** What the page complained about; a test that expects nothing compares it with []. */
  readonly complaints: readonly string[]
  /** What is to be done when it has been closed. */
  readonly whenClosed: (then: () => Promise<void>) => void
  readonly close: () => Promise<void>
}

export const account = { email: 'ada@example.com', password: 'correct horse battery' }

/** Starts the built server (dist/) on a free port and opens a page of its own browser. */
export async function openApp(viewport = { width: 1280, height: 800 }): Promise<App> {
  const profile = await mkdtemp(join(tmpdir(), 'basalt-e2e-'))
  const server = spawn(process.execPath, [resolve('dist/main/serve.js'), '--port', '0', '--profile', profile], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const origin = await readyUrl(server)
  const browser = await launchChromium()
  const context = await browser.newContext({ viewport, locale: 'en-US', timezoneId: 'UTC' })
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
    browser,
    page,
    context,
    complaints,
    whenClosed: (then) => void afterwards.push(then),
    close: async () => {
      await browser.close()
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

export async function signUp({ page, origin }: App): Promise<void> {
  await page.goto(`${origin}/`)
  await page.getByLabel('E-mail').fill(account.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Projects' }).waitFor()
}

/** Opens a table from the tree; it is there when its records are counted. */
export async function openTable(page: Page, title: string): Promise<Grid> {
  await page.getByRole('treeitem', { name: new RegExp(`^${title}\\s*[\\d,]*$`) }).click()
  await page.getByRole('tab', { name: title, exact: true, selected: true }).waitFor()
  return gridOf(page, title)
}

/** What a person sees and does in the grid of one table. */
export interface Grid {
  /** Waits until the cell shows the text. Row and column from 1; the row numbers are no column. */
  readonly expectCell: (row: number, column: number, text: string | RegExp) => Promise<void>
  /** Clicks into a cell of the first column. */
  readonly clickName: (row: number) => Promise<void>
  readonly scrollTo: (rowsDown: number) => Promise<void>
  /** Waits until the status bar says so. */
  readonly expectStatus: (text: string | RegExp) => Promise<void>
}

const rowHeightPx = 28
const headerHeightPx = 32
const rowNumberPx = 44

export async function gridOf(page: Page, title: string): Promise<Grid> {
  const region = page.getByRole('region', { name: `Records of ${title}`, exact: true })
  await region.waitFor()
  const status = page.getByLabel('Status', { exact: true })
  await expect.poll(() => status.innerText()).toMatch(/records?\b/)
  const canvas = region.locator('canvas').first()
  return {
    expectCell: async (row, column, text) => {
      const place = region.locator(`[id="glide-cell-${column}-${row - 1}"]`)
      await expect.poll(() => place.textContent({ timeout: 5_000 }), { timeout: 15_000 }).toMatch(text)
    },
    clickName: async (row) => {
      const box = await canvas.boundingBox()
      if (box === null) throw new Error('The grid is not there')
      await page.mouse.click(box.x + rowNumberPx + 60, box.y + headerHeightPx + (row - 0.5) * rowHeightPx)
    },
    scrollTo: async (rowsDown) => {
      await region.hover()
      await page.mouse.wheel(0, rowsDown * rowHeightPx)
    },
    expectStatus: (text) => expect.poll(() => status.innerText(), { timeout: 15_000 }).toMatch(text),
  }
}
