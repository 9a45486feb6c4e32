import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  bridgeEventNames,
  bridgeRequestNames,
  requestChannel,
  subscriptionName,
  type BridgeRequest,
} from '@common/bridge/names'
import { app, recorded, resetElectron, type BrowserWindow } from '@tests/helpers/electron-stub'
import { runUtilityProcesses } from '@tests/helpers/utility-process'
import type { Page } from 'playwright'
import { vi } from 'vitest'

/*
 * The built desktop shell with a stub for Electron, and Chromium as its window: the page reaches the shell through
 * `window.basalt`, with the functions of the preload script.
 */

export interface Desktop {
  readonly origin: string
  readonly profile: string
  /** Makes a page the window of the shell, from its next address on. */
  readonly adopt: (page: Page) => Promise<void>
  /** Ends the shell, and starts another one with the same profile and ports. */
  readonly restart: () => Promise<void>
  readonly close: () => Promise<void>
}

let starts = 0

/** Starts the shell in this process. @returns its window */
export async function startShell(...args: readonly string[]): Promise<BrowserWindow> {
  const { argv } = process
  runUtilityProcesses()
  process.argv = ['electron', '.', ...args]
  try {
    starts += 1
    // Node runs a module once for each address.
    await import(`${pathToFileURL(resolve('dist/main/index.js')).href}?start=${starts}`)
    return await vi.waitUntil(() => recorded.windows[0], { timeout: 30_000 })
  } finally {
    process.argv = argv
  }
}

/** Ends the shell as a user does, and waits for its server. */
export async function endShell(): Promise<void> {
  app.emit('will-quit', { preventDefault: () => undefined })
  await vi.waitUntil(() => recorded.exitCodes.length > 0, { timeout: 15_000 })
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done))
  const { port } = probe.address() as AddressInfo
  await new Promise((done) => probe.close(done))
  return port
}

export async function openDesktop(): Promise<Desktop> {
  const profile = mkdtempSync(join(tmpdir(), 'basalt-desktop-'))
  const port = await freePort()
  const terminalPort = await freePort()
  const origin = `http://127.0.0.1:${port}`
  let window: BrowserWindow

  const start = async (): Promise<void> => {
    resetElectron()
    window = await startShell(`--port=${port}`, `--terminal-port=${terminalPort}`, '--profile', profile)
  }
  const call = (name: BridgeRequest, input: unknown): unknown => {
    const event = { sender: window.webContents, senderFrame: { url: `${origin}/dashboard/`, parent: null } }
    return recorded.handlers.get(requestChannel(name))?.(event as never, input ?? undefined)
  }
  await start()
  return {
    origin,
    profile,
    restart: async () => {
      await endShell()
      await start()
    },
    adopt: async (page) => {
      await page.exposeBinding('callShell', (_source, name: BridgeRequest, input: unknown) => call(name, input))
      await page.addInitScript(
        ({ requests, subscriptions }) => {
          const { callShell } = globalThis as unknown as { callShell: (name: string, input: unknown) => unknown }
          const bridge = {
            ...Object.fromEntries(requests.map((name) => [name, (input: unknown) => callShell(name, input)])),
            ...Object.fromEntries(subscriptions.map((name) => [name, () => () => undefined])),
            pathOfFile: () => '',
          }
          Object.defineProperty(globalThis, 'basalt', { value: Object.freeze(bridge) })
        },
        { requests: [...bridgeRequestNames], subscriptions: bridgeEventNames.map(subscriptionName) },
      )
    },
    close: async () => {
      await endShell()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
