import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { electronRuntime, hasDisplay } from '@tests/helpers/electron-runtime'
import { _electron, type ElectronApplication, type Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const runtime = electronRuntime()
const isHere = runtime !== undefined && hasDisplay()
if (!isHere)
  process.stderr.write(
    `The desktop window is NOT tested here: there is no ${runtime === undefined ? 'Electron runtime' : 'display'}.\n`,
  )

describe.skipIf(!isHere)('the desktop window', () => {
  let profile: string
  let application: ElectronApplication
  let page: Page

  beforeAll(async () => {
    profile = mkdtempSync(join(tmpdir(), 'basalt-electron-'))
    application = await _electron.launch({
      executablePath: runtime ?? '',
      // Chromium's own sandbox cannot start as root, as in containers.
      args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '.', '--port', '0', '--profile', profile],
    })
    page = await application.firstWindow()
    await page.waitForLoadState('domcontentloaded')
  })

  afterAll(async () => {
    await application.close()
    rmSync(profile, { recursive: true, force: true })
  })

  it('shows the page of our own server', async () => {
    expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/dashboard\//)
    await page
      .getByRole('button', { name: /sign up|create/i })
      .first()
      .waitFor()
  })

  it('has the bridge and nothing of Node', async () => {
    const seen = await page.evaluate(() => ({
      bridge: typeof Reflect.get(window, 'basalt'),
      frozen: Object.isFrozen(Reflect.get(window, 'basalt')),
      require: typeof Reflect.get(window, 'require'),
      process: typeof Reflect.get(window, 'process'),
    }))
    expect(seen).toEqual({ bridge: 'object', frozen: true, require: 'undefined', process: 'undefined' })
  })

  it('answers over the bridge', async () => {
    const answer: unknown = await page.evaluate(() =>
      (Reflect.get(window, 'basalt') as { shellInfo: () => unknown }).shellInfo(),
    )
    expect(answer).toMatchObject({ ok: true, value: { serverUrl: expect.stringContaining('http://127.0.0.1:') } })
  })

  it('does not leave our server', async () => {
    const before = page.url()
    await page.evaluate(() => void window.open('file:///etc/passwd'))
    await page.evaluate(() => {
      window.location.href = 'file:///etc/passwd'
    })
    // The main process answers after both attempts.
    await page.evaluate(() => (Reflect.get(window, 'basalt') as { shellInfo: () => unknown }).shellInfo())
    expect(page.url()).toBe(before)
    expect(application.windows()).toHaveLength(1)
  })
})
