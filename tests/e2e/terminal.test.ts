import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import { chromiumPath, launchChromium } from '@tests/helpers/browser'
import { sendRequest } from '@tests/helpers/request'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { account, toastWith } from './app'
import { boxOf } from './boxes'
import { openDesktop, type Desktop } from './desktop-window'
import { findInBoth, speakPseudo } from './pseudo'
import { collectData, recordPage, type UserData } from './pseudo-leaks'
import { expectSound } from './surface-checks'

/* Real shells, the real socket and the built page, through the contract of the preload script. */

const hasPty = await import('node-pty').then(
  () => true,
  (error: unknown) => {
    process.stderr.write(`Terminals are NOT tested here: node-pty does not load (${String(error)}).\n`)
    return false
  },
)

const hasSqlite = (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'sqlite3')))

let desktop: Desktop
let context: BrowserContext
let page: Page
let token: string
let projectId: string
let browser: Awaited<ReturnType<typeof launchChromium>>
const { SHELL } = process.env

/** The text of the screen. */
const screen = (): Promise<string> => page.locator('.xterm-rows').innerText()
const seen = (text: string | RegExp) => expect.poll(screen).toMatch(text)
const typed = async (command: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Terminal input' }).focus()
  await page.keyboard.type(command)
  await page.keyboard.press('Enter')
}
const terminalTabs = () => page.getByRole('tablist', { name: 'Terminals' }).getByRole('tab')
const call = async (api: string, args: unknown): Promise<unknown> => {
  const body = { api, env: '_noco', dbAlias: 'db', args }
  const answer = await sendRequest(desktop.origin, `/dashboard/?q=sqlOp_${api}`, { method: 'POST', token, body })
  expect([api, answer.status]).toEqual([api, 200])
  return answer.json
}

/**
 * Opens a page in the project. Without a graphics card, the terminal draws with elements, which tests can read.
 *
 * @param prepare  called before the page loads
 */
async function openPage(isDesktop: boolean, prepare?: () => Promise<void>): Promise<void> {
  context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 800 } })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: desktop.origin })
  page = await context.newPage()
  if (isDesktop) await desktop.adopt(page)
  await page.addInitScript(
    (users) => {
      if (localStorage.getItem('users') === null) localStorage.setItem('users', users)
      const { prototype } = HTMLCanvasElement
      const original = Object.getOwnPropertyDescriptor(prototype, 'getContext')?.value as (
        ...given: unknown[]
      ) => unknown
      Object.defineProperty(prototype, 'getContext', {
        value(this: HTMLCanvasElement, kind: string, ...more: unknown[]) {
          return kind === 'webgl2' ? null : Reflect.apply(original, this, [kind, ...more])
        },
      })
    },
    JSON.stringify({ state: { token, user: null, previewAs: null, role: null }, version: 0 }),
  )
  await prepare?.()
  await page.goto(`${desktop.origin}/dashboard/#/nc/${projectId}`)
  await page.getByRole('treeitem', { name: /^Tracks/ }).waitFor()
}
async function openTerminals(prepare?: () => Promise<void>): Promise<void> {
  await openPage(true, prepare)
  await page.keyboard.press('Control+`')
  await page.getByRole('textbox', { name: 'Terminal input' }).waitFor()
  await seen(/\$/)
}

describe.skipIf(!hasPty || chromiumPath === undefined)('terminals', () => {
  beforeAll(async () => {
    process.env['SHELL'] = '/bin/sh'
    process.env['PS1'] = '$ '
    browser = await launchChromium()
    desktop = await openDesktop()
    const answer = await sendRequest(desktop.origin, '/auth/signup', { method: 'POST', body: account })
    expect(answer.status).toBe(200)
    token = (answer.json as { token: string }).token
  })
  beforeEach(async () => {
    projectId = ((await call('projectCreateSample', {})) as { id: string }).id
  })
  afterEach(async () => {
    await context.close()
    // The shells would wait for their window.
    await desktop.restart()
  })
  afterAll(async () => {
    await browser.close()
    await desktop.close()
    process.env['SHELL'] = SHELL
  })

  it('run what the user types, and follow the size of the panel', { tags: ['smoke'] }, async () => {
    await openTerminals()
    await typed('echo basalt-$((40 + 2))')
    await seen('basalt-42')

    // The shell knows its project, and the command basalt acts with the rights of the user.
    await typed('pwd; basalt ls --csv')
    await seen(`workspaces/${projectId}`)
    await seen('Playlist tracks,playlist_tracks,table')
    await typed('clear; stty size')
    await seen(/^\d+ \d+\s*\n/m)
    const [, rows = ''] = /^(\d+) \d+\s*\n/m.exec(await screen()) ?? []
    await page.getByRole('separator', { name: 'Resize the terminals' }).focus()
    for (let step = 0; step < 8; step += 1) await page.keyboard.press('ArrowUp')
    await typed('clear; stty size')
    await expect.poll(async () => Number(/(\d+) \d+\s*\n/.exec(await screen())?.[1] ?? 0)).toBeGreaterThan(Number(rows))
    expect(await page.evaluate(() => localStorage.getItem('panelSize'))).toMatch(/"terminalPx":356/)

    // Ctrl+C interrupts a program, and closing asks while one runs.
    await typed('sleep 1000')
    await expect.poll(() => terminalTabs().innerText()).toBe('sleep')
    await page.getByRole('button', { name: 'Close this terminal' }).click()
    const question = page.getByRole('dialog', { name: 'sleep is still running. Close the terminal?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'hidden' })
    await page.getByRole('textbox', { name: 'Terminal input' }).focus()
    await page.keyboard.press('Control+c')
    await expect.poll(() => terminalTabs().innerText()).toBe('sh')

    // A selection is copied, and pasted into the shell.
    await typed('clear; echo pasted')
    await seen(/pasted\s*\n\$/)
    // The shell may still draw its prompt, which moves the word.
    const copied = async (): Promise<string> => {
      const word = await page.locator('.xterm-rows').getByText('pasted', { exact: true }).first().boundingBox()
      await page.mouse.dblclick((word?.x ?? 0) + 12, (word?.y ?? 0) + 8)
      await page.keyboard.press('Control+Shift+C')
      return page.evaluate(() => navigator.clipboard.readText())
    }
    await expect.poll(copied).toBe('pasted')
    await page.keyboard.type('echo again-')
    await page.keyboard.press('Control+v')
    await page.keyboard.press('Enter')
    await seen('again-pasted')

    // A long text arrives complete.
    const lines = `${'x'.repeat(99)}\n`.repeat(1_000)
    await page.evaluate((text) => navigator.clipboard.writeText(text), lines)
    await typed('clear; wc -c')
    await page.keyboard.press('Control+v')
    await seen(/x{99}/)
    await page.keyboard.press('Control+d')
    await seen(String(lines.length))

    // One line: a slow `clear` would take away what the user types meanwhile.
    await typed('clear; echo again-pasted; echo again-pasted')
    await seen(/^\s*again-pasted\s*\n\s*again-pasted\s*\n/)
    await page.keyboard.press('Control+Shift+F')
    await page.getByRole('textbox', { name: 'Find in the terminal' }).fill('again')
    await page
      .getByRole('search', { name: 'Find in the terminal' })
      .getByText(/\d of 2/)
      .waitFor()
    await page.keyboard.press('Escape')

    await typed('exit 3')
    await seen('The program ended with exit code 3. Press Enter to start a new one.')
    expect(await terminalTabs().innerText()).toMatch(/3$/)
    await page.keyboard.press('Enter')
    await typed('echo new-$((1 + 1))')
    await seen('new-2')

    // A tab shows the same terminals in the work area.
    await page.getByRole('button', { name: 'Terminal', exact: true }).click()
    await page.getByRole('tab', { name: 'Terminal', selected: true }).waitFor()
    await seen('new-2')
    expect(await page.getByRole('separator', { name: 'Resize the terminals' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Close this terminal' }).click()
    await page.getByRole('button', { name: 'New terminal' }).last().waitFor()

    process.env['SHELL'] = '/basalt/missing'
    await page.getByRole('button', { name: 'New terminal' }).last().click()
    const failed = page.getByRole('alert').filter({ hasText: 'Error opening the terminal' })
    await failed.waitFor()
    process.env['SHELL'] = '/bin/sh'
    expect(await failed.getByRole('paragraph').textContent()).toBe(
      'Error opening the terminal\n\nPlease use your system terminal',
    )
    await failed.getByRole('button', { name: 'Retry' }).click()
    await typed('echo again-$((1 + 1))')
    await seen('again-2')
  })

  it('let the grid work while a program floods them, and draw 10 MB of output', async () => {
    await openTerminals()
    await page.getByRole('treeitem', { name: /^Tracks/ }).click()
    const region = page.getByRole('region', { name: 'Records of Tracks', exact: true })
    await region.locator('canvas').first().waitFor()
    await typed('yes flood')
    await seen(/(flood\s+){5}/)
    // The grid selects and scrolls as always. The flood goes on meanwhile.
    const box = await boxOf(region.locator('canvas').first())
    await page.mouse.click(box.x + 120, box.y + 32 + 14)
    await page.keyboard.press('Control+a')
    await page
      .getByLabel('Status', { exact: true })
      .getByText(/selected/)
      .waitFor()
    await page.mouse.wheel(0, 28 * 100)
    await region.locator('[id="glide-cell-1-100"]').waitFor({ state: 'attached' })
    await page.getByRole('textbox', { name: 'Terminal input' }).focus()
    await page.keyboard.press('Control+c')
    await seen(/\$\s*$/)
    await typed("head -c 10000000 /dev/zero | tr '\\0' x | fold -w 100; echo all-$((1 + 1))")
    await expect.poll(screen).toMatch('all-2')
  })

  it('are five at most, and go on after a reload and after a restart of the application', async () => {
    await openTerminals()
    await typed('kept=before-reload; echo first-$((1 + 1))')
    await seen('first-2')
    const add = page.getByRole('button', { name: 'New terminal' })
    for (let count = 2; count <= 5; count += 1) {
      await add.click()
      await expect.poll(() => terminalTabs().allInnerTexts()).toEqual(Array.from({ length: count }, () => 'sh'))
    }
    await add.click()
    await toastWith(page, 'Only 5 terminals can be opened').waitFor()
    await expect.poll(() => terminalTabs().count()).toBe(5)
    await terminalTabs().first().click()

    await page.reload()
    await seen('first-2')
    await typed('echo $kept')
    await seen(/\nbefore-reload/)
    expect(await terminalTabs().count()).toBe(5)

    await desktop.restart()
    await seen('The session has ended. Press Enter to start a new one.')
    await page.getByRole('textbox', { name: 'Terminal input' }).focus()
    await page.keyboard.press('Enter')
    await typed('echo after-$((1 + 1))')
    await seen('after-2')
    // Ended ones count too.
    await add.click()
    expect(await terminalTabs().count()).toBe(5)
  })

  it.skipIf(!hasSqlite)('open the client program of the database with one click', async () => {
    await openTerminals()
    await page.getByRole('button', { name: 'Open sqlite3' }).click()
    await seen(/sqlite>/)
    await expect.poll(() => terminalTabs().allInnerTexts()).toEqual(['sh', 'sqlite3'])
    await typed("SELECT 'Artist ' || name FROM artists WHERE id = 7;")
    await seen('Artist Jonas Brandt')
    await page.reload()
    await seen('Artist Jonas Brandt')
    await typed('.quit')
    await seen('The program ended with exit code 0.')
    // It starts again, and no shell.
    await page.keyboard.press('Enter')
    await expect.poll(screen).not.toMatch('Artist Jonas')
    await seen(/sqlite>/)
  })

  it('speak every language, and everyone can use them', async () => {
    let forget = (): void => undefined
    let data: UserData | undefined
    const expectAll = async (what: string): Promise<void> => {
      if (data === undefined) throw new Error('The page is not open')
      await expectSound({ page, data }, what)
    }
    try {
      await openTerminals(async () => {
        forget = findInBoth(page)
        await speakPseudo(context)
        await recordPage(page)
        data = collectData(page)
      })
      await expectAll('the terminals')
      await typed('tr x y')
      await expect.poll(() => terminalTabs().innerText()).toBe('tr')
      await page.getByRole('button', { name: 'Close this terminal' }).click()
      const question = page.getByRole('dialog')
      await question.getByRole('button', { name: 'Cancel' }).waitFor()
      await expectAll('the question before closing')
      await question.getByRole('button', { name: 'Cancel' }).click()
      await question.waitFor({ state: 'hidden' })
      await page.getByRole('textbox', { name: 'Terminal input' }).focus()
      await page.keyboard.press('Control+c')
      await expect.poll(() => terminalTabs().innerText()).toBe('sh')
      await typed('exit 3')
      await expect.poll(() => terminalTabs().innerText()).toMatch(/3$/)
      await page.keyboard.press('Control+Shift+F')
      await page.getByRole('textbox', { name: 'Find in the terminal' }).fill('tr')
      await page.getByRole('search').getByRole('status').getByText(/\d/).waitFor()
      await expectAll('the search in an ended terminal')
    } finally {
      forget()
    }
  })

  it('say in a browser where they work, and offer the commands', async () => {
    await openPage(false)
    await page.keyboard.press('Control+`')
    await page.getByRole('heading', { name: 'Terminals work in the desktop window only' }).waitFor()
    await page.getByRole('button', { name: 'Copy commands' }).click()
    await toastWith(page, 'Commands copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `export BASALT_URL=${desktop.origin}\nexport BASALT_PROJECT=${projectId}\nexport BASALT_TOKEN=…\nbasalt ls`,
    )
  })
})
