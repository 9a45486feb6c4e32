import { operationByName } from '@common/operations'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright'
import { credentials, prepare, projectFile, startBasalt } from '../basalt'
import { fill } from '../data'
import type { Finding } from '../report'
import { atMost, median } from './figures'
import { calendar, fillCards, gallery, kanban, makeCards, type KindViews } from './kinds'
import { importing as importRows } from './import'
import { jumpMs, scrollFrames, watchKeys } from './page-tools'
import { templates } from './templates'

const tables = { large: 'rows_large', small: 'rows_small' } as const
const sizes = { large: 1_000_000, small: 10_000 } as const
const viewport = { width: 1280, height: 800 }
const rowHeightPx = 28
const screensScrolled = 200
const perFramePx = 10 * rowHeightPx
const jumps = 30
const cellsTyped = 25
const pasted = { rows: 1_000, columns: 10 }
const kib = 1_024

interface Stage {
  readonly origin: string
  readonly projectId: string
  readonly token: string
  readonly browser: Browser
  /** Signed in, on the large table. */
  readonly context: BrowserContext
  readonly page: Page
  readonly session: CDPSession
  readonly views: KindViews
  /** For files that the run removes. */
  readonly folder: string
}

/**
 * Runs all measures on its own server and profile, which is always removed.
 *
 * @param only  names of measures; default: all
 */
export async function runUi(say: (line: string) => void, only?: readonly string[]): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'basalt-bench-ui-'))
  const profile = join(folder, 'profile')
  const browser = await chromium.launch({
    ...(process.env['BASALT_CHROMIUM'] && { executablePath: process.env['BASALT_CHROMIUM'] }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--enable-precise-memory-info'],
  })
  try {
    const first = await startBasalt(profile, undefined)
    const { projectId, token } = await prepare(first.port, Object.values(tables))
    const views = await makeCards(first.port, token, projectId)
    await first.stop()
    fillCards(projectFile(profile))
    for (const size of ['large', 'small'] as const) {
      say(`Filling ${sizes[size].toLocaleString('en')} rows`)
      fill(projectFile(profile), tables[size], sizes[size])
    }
    const basalt = await startBasalt(profile, undefined)
    try {
      const stage = { ...(await enter(browser, `http://127.0.0.1:${basalt.port}`, projectId)), views, folder }
      const findings: Finding[] = []
      for (const [name, measure] of Object.entries(measures))
        for (const finding of only === undefined || only.includes(name) ? await measure(stage) : []) {
          findings.push(finding)
          say(`${finding.name}: ${String(finding.ours?.toFixed(1))} ${finding.unit} (${finding.target ?? ''})`)
        }
      return findings
    } finally {
      await browser.close()
      await basalt.stop()
    }
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function enter(browser: Browser, origin: string, projectId: string): Promise<Omit<Stage, 'views' | 'folder'>> {
  const context = await browser.newContext({ viewport, locale: 'en-US' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
  const page = await context.newPage()
  await page.goto(`${origin}/`)
  await page.getByLabel('E-mail').fill(credentials.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(credentials.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Projects' }).waitFor()
  const answer = await fetch(`${origin}/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  })
  const { token } = (await answer.json()) as { readonly token: string }
  const session = await context.newCDPSession(page)
  await page.goto(addressOf(origin, projectId, tables.large))
  await rowsShown(page)
  return { origin, projectId, token, browser, context, page, session }
}

function addressOf(origin: string, projectId: string, table: string): string {
  return `${origin}/dashboard/#/nc/${projectId}?type=table&name=${table}&dbalias=db`
}

async function rowsShown(page: Page): Promise<void> {
  await page.locator('[id="glide-cell-1-0"]').waitFor({ state: 'attached', timeout: 60_000 })
}

/** Measures a cold browser, which caches only the sign-in. Counts the requests until the first rows are visible. */
async function coldStart({ browser, context, origin, projectId }: Stage): Promise<Finding[]> {
  const cold = await browser.newContext({ viewport, locale: 'en-US', storageState: await context.storageState() })
  try {
    const page = await cold.newPage()
    const session = await cold.newCDPSession(page)
    await session.send('Network.enable')
    const sent = new Map<string, { readonly atMs: number; bytes: number }>()
    session.on('Network.requestWillBeSent', ({ requestId, wallTime }) => {
      sent.set(requestId, { atMs: wallTime * 1_000, bytes: 0 })
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const request = sent.get(requestId)
      if (request) request.bytes = encodedDataLength
    })
    const startedMs = performance.now()
    await page.goto(addressOf(origin, projectId, tables.large))
    await page.waitForFunction(() => performance.getEntriesByName('basalt-first-rows').length > 0)
    const elapsed = performance.now() - startedMs
    const shownAtMs = await page.evaluate(() => {
      const [mark] = performance.getEntriesByName('basalt-first-rows')
      return performance.timeOrigin + (mark?.startTime ?? 0)
    })
    await page.waitForTimeout(500)
    // Requests that the rows caused come after them.
    const needed = [...sent.values()].filter(({ atMs }) => atMs < shownAtMs)
    const bytes = needed.reduce((sum, request) => sum + request.bytes, 0)
    return [
      atMost('cold browser to the first rows: requests', 'requests', needed.length, 20),
      atMost('cold browser to the first rows: transferred', 'KiB', bytes / kib, 600),
      { name: 'cold browser to the first rows', unit: 'ms', ours: elapsed },
    ]
  } finally {
    await cold.close()
  }
}

/** Measures from the click on a table to its first rows on the screen, next to the bare request for these rows. */
async function openTable({ page, origin, projectId, token }: Stage): Promise<Finding[]> {
  const raw = await page.evaluate(
    async ([url, auth]) => {
      const times: number[] = []
      for (let at = 0; at < 15; at += 1) {
        const startedMs = performance.now()
        // Each request differs, like opening a table: a cached response would be no request.
        await (await fetch(`${url}&offset=${at * 7}`, { headers: { 'xc-auth': auth } })).json()
        times.push(performance.now() - startedMs)
      }
      return times
    },
    [`${origin}/nc/${projectId}/api/v1/${tables.small}?limit=100`, token] as const,
  )
  const opened: number[] = []
  for (let at = 0; at < 5; at += 1) {
    await page.goto('about:blank')
    await page.goto(addressOf(origin, projectId, tables.large))
    await rowsShown(page)
    await page.waitForTimeout(500)
    opened.push(
      await page.evaluate(async (name) => {
        const line = [...document.querySelectorAll<HTMLElement>('[role="treeitem"]')].find((each) =>
          each.textContent?.startsWith(name),
        )
        if (!line) throw new Error(`There is no ${name} in the tree`)
        performance.clearMarks('basalt-first-rows')
        const startedMs = performance.now()
        line.click()
        // The page marks the frame that shows them. To notice the mark takes another frame.
        for (;;) {
          const [mark] = performance.getEntriesByName('basalt-first-rows')
          if (mark) return mark.startTime - startedMs
          await new Promise((resolve) => requestAnimationFrame(resolve))
        }
      }, tables.small),
    )
  }
  const [ours, limit] = [median(opened), median(raw)]
  await page.goto('about:blank')
  await page.goto(addressOf(origin, projectId, tables.large))
  await rowsShown(page)
  return [
    {
      name: 'opening a table to its first rows ÷ the bare request for them',
      unit: 'ms',
      ours,
      limit,
      ratio: ours / limit,
      target: '≤ 3 ×',
      met: ours <= 3 * limit,
    },
  ]
}

async function scroll({ page, session }: Stage): Promise<Finding[]> {
  const screenPx = 640
  const heap = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    return usedSize / kib / kib
  }
  await scrollFrames(page, screenPx * 10, perFramePx)
  const before = await heap()
  const { medianPerSecond, p99Ms, frames } = await scrollFrames(page, screenPx * screensScrolled, perFramePx)
  const grown = (await heap()) - before
  return [
    {
      name: `scrolling ${screensScrolled} screens of 1,000,000 rows, ${frames} frames: median`,
      unit: 'frames/s',
      ours: medianPerSecond,
      target: '≥ 58',
      met: medianPerSecond >= 58,
    },
    atMost('the same: slowest of a hundred frames', 'ms', p99Ms, 34),
    atMost('the same: growth of the heap', 'MiB', grown, 60),
  ]
}

async function jump({ page }: Stage): Promise<Finding[]> {
  const times: number[] = []
  for (let at = 0; at < jumps; at += 1) {
    times.push(await jumpMs(page, ((at * 37 + 11) % 100) / 100))
    await page.waitForTimeout(200)
  }
  const sorted = times.toSorted((left, right) => left - right)
  return [
    { ...atMost('jump to any of 1,000,000 rows: its rows are shown', 'ms', median(times), 60), p50Ms: median(times) },
    { name: 'the same: slowest of ten', unit: 'ms', ours: sorted[Math.floor(sorted.length * 0.9)] ?? 0 },
  ]
}

async function typing({ page }: Stage): Promise<Finding[]> {
  await page.evaluate(() => document.querySelector('.dvn-scroller')?.scrollTo(0, 0))
  await page.waitForTimeout(300)
  const box = await page.locator('canvas[data-testid="data-grid-canvas"]').boundingBox()
  if (box === null) throw new Error('There is no grid')
  await page.mouse.click(box.x + 120, box.y + 46)
  const times = await watchKeys(page)
  for (let at = 0; at < cellsTyped; at += 1) {
    await page.keyboard.type('quick', { delay: 15 })
    await page.keyboard.press('Enter')
    await page.waitForTimeout(60)
  }
  await page.waitForTimeout(300)
  const entries = await times()
  // The browser doesn't report keys painted faster than its step: they count as one step.
  const pressed = cellsTyped * 6
  const all = [...entries, ...Array.from({ length: Math.max(0, pressed - entries.length) }, () => 8)]
  return [atMost('typing in cells and committing: key to paint, median', 'ms', median(all), 50)]
}

/** True for changes of rows through the data API, and for operations that change something. */
function isWrite(method: string, path: string): boolean {
  const operation = operationByName(/\/operations\/(\w+)$/.exec(path)?.[1] ?? '')
  return operation === undefined ? method !== 'GET' && path.startsWith('/nc/') : operation.changes !== undefined
}

async function paste({ page }: Stage): Promise<Finding[]> {
  const writes: string[] = []
  page.on('request', (request) => {
    if (isWrite(request.method(), new URL(request.url()).pathname)) writes.push(request.url())
  })
  const text = Array.from({ length: pasted.rows }, (_, row) =>
    [`Pasted ${row}`, ...Array.from({ length: pasted.columns - 1 }, () => 'x')].join('\t'),
  ).join('\n')
  await page.evaluate((content) => navigator.clipboard.writeText(content), text)
  await page.keyboard.press('Control+Home')
  const startedMs = performance.now()
  await page.keyboard.press('Control+V')
  await page.waitForFunction(
    () => document.querySelector('[id="glide-cell-1-0"]')?.textContent?.startsWith('Pasted') === true,
    undefined,
    { timeout: 60_000 },
  )
  const elapsed = performance.now() - startedMs
  return [
    atMost(
      `paste of ${(pasted.rows * pasted.columns).toLocaleString('en')} cells: writing requests`,
      'requests',
      writes.length,
      1,
    ),
    { name: 'the same: from the key to the values on the screen', unit: 'ms', ours: elapsed },
  ]
}

/** In the large table, as a user who continues working. */
async function importing(stage: Stage): Promise<Finding[]> {
  const { page, origin, projectId } = stage
  await page.goto('about:blank')
  await page.goto(addressOf(origin, projectId, tables.large))
  await rowsShown(page)
  await page.mouse.move(viewport.width / 2, viewport.height / 2)
  return importRows(stage)
}

const measures = { coldStart, openTable, scroll, jump, typing, paste, gallery, kanban, calendar, importing, templates }
