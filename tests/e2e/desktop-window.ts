import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  bridgeEventNames,
  bridgeRequestNames,
  eventChannel,
  requestChannel,
  subscriptionName,
  type BridgeRequest,
} from '@common/bridge/names'
import { app, recorded, resetElectron, type BrowserWindow } from '@tests/helpers/electron-stub'
import { patienceMs } from '@tests/helpers/patience'
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
  /** Makes a page a window of the shell, from its next address on: the first one, or the given one. */
  readonly adopt: (page: Page, window?: BrowserWindow) => Promise<void>
  /** Ends the shell, and starts another one with the same profile and ports. */
  readonly restart: () => Promise<void>
  readonly close: () => Promise<void>
}

let starts = 0

/** Starts the shell in this process. @returns its window */
export async function startShell(...args: readonly string[]): Promise<BrowserWindow> {
  await runShell(args)
  return vi.waitUntil(() => recorded.windows[0], { timeout: patienceMs })
}

/** Starts the shell in this process, without waiting for a window. */
export async function runShell(args: readonly string[]): Promise<void> {
  const { argv } = process
  runUtilityProcesses()
  process.argv = ['electron', '.', ...args]
  try {
    starts += 1
    // Node runs a module once for each address.
    await import(`${pathToFileURL(resolve('dist/main/index.js')).href}?start=${starts}`)
  } finally {
    process.argv = argv
  }
}

/** Ends the shell as a user does, and waits for its server. */
export async function endShell(): Promise<void> {
  app.emit('will-quit', { preventDefault: () => undefined })
  await vi.waitUntil(() => recorded.exitCodes.length > 0, { timeout: patienceMs })
}

/** Runs in the page: the contract of the preload script. */
function putBridge(names: {
  readonly requests: readonly string[]
  readonly subscriptions: readonly (readonly [string, string])[]
}): void {
  const { callShell } = globalThis as unknown as { callShell: (name: string, input: unknown) => unknown }
  const events = new EventTarget()
  const subscribe = (channel: string) => (listener: (payload: unknown) => void) => {
    const forward = (event: Event): void => listener((event as CustomEvent<unknown>).detail)
    events.addEventListener(channel, forward)
    return () => events.removeEventListener(channel, forward)
  }
  const bridge = {
    ...Object.fromEntries(names.requests.map((name) => [name, (input: unknown) => callShell(name, input)])),
    ...Object.fromEntries(names.subscriptions.map(([name, channel]) => [name, subscribe(channel)])),
    pathOfFile: () => '',
  }
  Object.defineProperty(globalThis, 'shellEvents', { value: events })
  Object.defineProperty(globalThis, 'basalt', { value: Object.freeze(bridge) })
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done))
  const { port } = probe.address() as AddressInfo
  await new Promise((done) => probe.close(done))
  return port
}

/** @param prepare  changes the stub before each start */
export async function openDesktop(prepare: () => void = () => undefined): Promise<Desktop> {
  const profile = mkdtempSync(join(tmpdir(), 'basalt-desktop-'))
  const port = await freePort()
  const terminalPort = await freePort()
  const origin = `http://127.0.0.1:${port}`
  let window: BrowserWindow

  const start = async (): Promise<void> => {
    resetElectron()
    prepare()
    window = await startShell(`--port=${port}`, `--terminal-port=${terminalPort}`, '--profile', profile)
  }
  const call = ({ webContents }: BrowserWindow, name: BridgeRequest, input: unknown): unknown => {
    const event = { sender: webContents, senderFrame: { url: `${origin}/dashboard/`, parent: null } }
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
    adopt: async (page, shown) => {
      const ownWindow = (): BrowserWindow => shown ?? window
      await page.exposeBinding('callShell', (_source, name: BridgeRequest, input: unknown) =>
        call(ownWindow(), name, input),
      )
      await page.addInitScript(putBridge, {
        requests: [...bridgeRequestNames],
        subscriptions: bridgeEventNames.map((name) => [subscriptionName(name), eventChannel(name)] as const),
      })
      const { webContents } = ownWindow()
      const record = webContents.send
      webContents.send = (channel, ...args) => {
        record(channel, ...args)
        // A closed page misses its events, as a closed window does.
        page
          .evaluate(
            ([name, payload]) => {
              const events = Reflect.get(globalThis, 'shellEvents') as EventTarget | undefined
              events?.dispatchEvent(new CustomEvent(name, { detail: payload }))
            },
            [channel, args[0]] as const,
          )
          .catch(() => undefined)
      }
    },
    close: async () => {
      await endShell()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
