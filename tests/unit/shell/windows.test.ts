import type { WindowMemory } from '@main/lib/settings-file'
import { openWindow } from '@main/shell/window'
import { createWindows, windowsMax } from '@main/shell/windows'
import { recorded, resetElectron, type BrowserWindow } from '@tests/helpers/electron-stub'
import { beforeEach, describe, expect, it } from 'vitest'

beforeEach(resetElectron)

const place = { x: 100, y: 50, width: 1200, height: 800, maximized: false }
const tabs = { 'basalt.tabs.p': '{"tabs":[]}' }
const memory = (address: string, change: Partial<WindowMemory> = {}): WindowMemory => ({
  ...place,
  address,
  tabs,
  ...change,
})

function begin() {
  let stored: readonly WindowMemory[] = []
  const waits: BrowserWindow[] = []
  let fronts = 0
  let ends = 0
  const windows = createWindows({
    create: (given, keepState) =>
      openWindow({
        pageUrl: `http://127.0.0.1:8080/dashboard/#${given.address ?? ''}`,
        preload: '/nowhere/index.cjs',
        lastState: given,
        keepState,
        onStay: () => windows.quitting(false),
        platform: 'linux',
        now: () => 0,
        onFault: () => undefined,
      }),
    save: (memories) => (stored = memories),
    lastPlace: () => stored.at(-1) ?? null,
    openingsWait: () => void waits.push(stub(-1)),
    onFront: () => (fronts += 1),
    onLastClosed: () => (ends += 1),
  })
  return {
    windows,
    waits,
    saved: () => stored,
    counts: () => ({ fronts, ends }),
    addresses: () => stored.map(({ address }) => address),
  }
}

/** Returns a window by its order of opening. */
function stub(at: number): BrowserWindow {
  const found = recorded.windows.at(at)
  if (found === undefined) throw new Error('There is no such window')
  return found
}

function close(window: BrowserWindow): void {
  window.emit('close')
  window.emit('closed')
}

describe('the windows of the application', () => {
  it('open again where they were, each with its address and tabs', () => {
    const { windows } = begin()
    windows.restore([memory('/nc/one'), memory('/nc/two', { x: 300, maximized: true })], true)
    expect(
      recorded.windows.map(({ loaded, bounds, maximized }) => [loaded[0]?.split('#')[1], bounds.x, maximized]),
    ).toEqual([
      ['/nc/one', 100, false],
      ['/nc/two', 300, true],
    ])
    expect(windows.content(stub(0).webContents.id)).toEqual({ address: '/nc/one', tabs })
    expect(windows.content(-1)).toBeNull()
  })

  it('return to a display that is there when theirs is gone', () => {
    const { windows } = begin()
    windows.restore(
      [memory('/nc/one', { x: 5_000 }), memory('/nc/two', { y: -900, width: 4_000, height: 4_000 })],
      true,
    )
    expect(recorded.windows.map(({ options }) => [options.x, options.width, options.height])).toEqual([
      [undefined, 1200, 800],
      [undefined, 1920, 1040],
    ])
  })

  it('begin with one in the place of the last when they are not restored, or there were none', () => {
    const first = begin()
    first.windows.restore([], true)
    expect(recorded.windows).toHaveLength(1)
    stub(0).emit('ready-to-show')
    expect(first.addresses()).toEqual(['/'])
    first.windows.restore([memory('/nc/one'), memory('/nc/two')], false)
    expect(recorded.windows).toHaveLength(2)
    expect(stub(1).loaded[0]).toMatch(/#$/)
  })

  it('are at most ten', () => {
    begin().windows.restore(
      Array.from({ length: 30 }, (_, at) => memory(`/nc/p${at}`)),
      true,
    )
    expect(recorded.windows).toHaveLength(windowsMax)
  })

  it('are stored with each change; a closed one is not, and the last one is', () => {
    const { windows, addresses, counts } = begin()
    windows.restore([memory('/nc/one'), memory('/nc/two')], true)
    windows.changed(stub(0).webContents.id, { address: '/nc/one?name=tracks', tabs: {} })
    expect(addresses()).toEqual(['/nc/one?name=tracks', '/nc/two'])
    close(stub(0))
    expect(addresses()).toEqual(['/nc/two'])
    expect(counts().ends).toBe(0)
    close(stub(1))
    expect(addresses()).toEqual(['/nc/two'])
    expect(counts().ends).toBe(1)
    expect(windows.front()).toBeUndefined()
  })

  it('are all stored when the application quits, though they close one by one', () => {
    const { windows, addresses, saved } = begin()
    windows.restore([memory('/nc/one'), memory('/nc/two'), memory('/nc/three')], true)
    windows.quitting(true)
    stub(1).bounds = { ...place, x: 77 }
    for (const window of recorded.windows) close(window)
    expect(addresses()).toEqual(['/nc/one', '/nc/two', '/nc/three'])
    expect(saved()[1]?.x).toBe(77)
  })

  it('are stored one by one again after the user stays for unsaved edits', () => {
    const { windows, addresses } = begin()
    windows.restore([memory('/nc/one'), memory('/nc/two')], true)
    windows.quitting(true)
    stub(1).webContents.emit('will-prevent-unload', { preventDefault: () => undefined })
    close(stub(0))
    expect(addresses()).toEqual(['/nc/two'])
  })

  it('open beside the one in front, which is the last that had the focus', () => {
    const { windows, counts } = begin()
    windows.restore([memory('/nc/one'), memory('/nc/two', { x: 400 })], true)
    stub(0).emit('focus')
    expect(windows.front()?.webContents.id).toBe(stub(0).webContents.id)
    expect(counts().fronts).toBe(1)
    windows.open({ address: '/nc/three' })
    expect(stub(2).bounds).toEqual({ x: 128, y: 78, width: 1200, height: 800 })
    expect(stub(2).loaded[0]).toMatch(/#\/nc\/three$/)
  })
})

describe('what the system gives to the application', () => {
  const link = { kind: 'place', project: 'p_1' } as const

  it('waits for the window in front, which takes it once', () => {
    const { windows, waits } = begin()
    windows.restore([memory('/nc/one'), memory('/nc/two')], true)
    stub(0).emit('focus')
    stub(0).minimized = true
    windows.give([link])
    expect([stub(0).minimized, stub(0).calls]).toEqual([false, ['show', 'focus']])
    expect(waits).toHaveLength(1)
    expect(windows.take(stub(1).webContents.id)).toEqual([])
    expect(windows.take(stub(0).webContents.id)).toEqual([link])
    expect(windows.take(stub(0).webContents.id)).toEqual([])
  })

  it('opens a window where there is none', () => {
    const { windows } = begin()
    windows.give([link])
    expect(recorded.windows).toHaveLength(1)
    expect(windows.take(stub(0).webContents.id)).toEqual([link])
  })
})
