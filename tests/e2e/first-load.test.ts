import type { CDPSession } from 'playwright'
import { describe, expect, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import { createAccount, openApp, operate, signInOn } from './app'

interface Transfer {
  readonly path: string
  readonly atMs: number
  bytes: number
}

/** Records the transfers of a page, with their compressed bytes. */
async function recordTransfers(session: CDPSession): Promise<() => readonly Transfer[]> {
  await session.send('Network.enable')
  const transfers = new Map<string, Transfer>()
  session.on('Network.requestWillBeSent', ({ requestId, wallTime, request }) => {
    transfers.set(requestId, { path: new URL(request.url).pathname, atMs: wallTime * 1_000, bytes: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const transfer = transfers.get(requestId)
    if (transfer) transfer.bytes = encodedDataLength
  })
  return () => [...transfers.values()]
}

/** Opens a table of the sample in a cold browser. @returns the requests before its first rows */
async function firstLoad(locale: string): Promise<{ readonly paths: readonly string[]; readonly kibibytes: number }> {
  const app = await openApp()
  try {
    const token = await createAccount(app)
    const { id } = (await operate(app, { token }, 'projectCreateSample', {})) as { id: string }
    const cold = await app.newContext({ locale })
    await signInOn(cold, app, token)
    const page = await cold.newPage()
    const transfers = await recordTransfers(await cold.newCDPSession(page))
    await page.goto(`${app.origin}/dashboard/#/nc/${id}?type=table&name=artists&dbalias=db`)
    await page.waitForFunction(() => performance.getEntriesByName('basalt-first-rows').length > 0)
    const shownAtMs = await page.evaluate(() => {
      const [mark] = performance.getEntriesByName('basalt-first-rows')
      return performance.timeOrigin + (mark?.startTime ?? 0)
    })
    const needed = transfers().filter(({ atMs }) => atMs < shownAtMs)
    // The stream of live changes stays open.
    const received = needed.filter(({ path }) => !path.endsWith('/live'))
    await expect.poll(() => received.every(({ bytes }) => bytes > 0)).toBe(true)
    const paths = needed.map(({ path }) => path)
    // React may drop and repeat a first render: its requests are not repeated.
    expect(paths.filter((path, at) => paths.indexOf(path) < at)).toEqual([])
    return { paths, kibibytes: needed.reduce((sum, transfer) => sum + transfer.bytes, 0) / 1_024 }
  } finally {
    await app.close()
  }
}

describe.skipIf(chromiumPath === undefined)('A cold browser', () => {
  it('shows its first rows after 20 requests and 590 KiB, in another language 10 KiB more', async () => {
    const english = await firstLoad('en-US')
    expect(english.paths.length, english.paths.join('\n')).toBeLessThanOrEqual(20)
    expect(english.kibibytes, english.paths.join('\n')).toBeLessThanOrEqual(590)
    // Its letters take more bytes than most.
    const thai = await firstLoad('th-TH')
    const textsOf = (paths: readonly string[]): string[] => paths.filter((path) => /\/(?:texts|more)-/.test(path))
    expect(textsOf(thai.paths)).toEqual([expect.stringContaining('/texts-th-')])
    expect(thai.paths.length, thai.paths.join('\n')).toBeLessThanOrEqual(english.paths.length)
    expect(thai.kibibytes - english.kibibytes).toBeLessThanOrEqual(10)
  })
})
