import type { BrowserWindow } from 'electron'
import type { Opening, WindowContent } from '@common/bridge'
import type { WindowMemory } from '@main/lib/settings-file'
import { showWindow } from './window'
import type { WindowState } from './window-state'

/** All windows of the application. */
export interface Windows {
  /** Opens another window, restored or new. */
  readonly open: (memory?: Partial<WindowMemory>) => BrowserWindow
  /** Opens the windows of the last session with their tabs; or one window. */
  readonly restore: (memories: readonly WindowMemory[], withContent: boolean) => void
  /** Returns the window that was in front last. */
  readonly front: () => BrowserWindow | undefined
  /** Returns the window of a page. */
  readonly find: (contentsId: number) => BrowserWindow | undefined
  readonly all: () => readonly BrowserWindow[]
  /** Brings a window to the front, which opens files and links. Opens one if there is none. */
  readonly give: (openings: readonly Opening[]) => void
  /** Returns what waits for a window, once. */
  readonly take: (contentsId: number) => readonly Opening[]
  readonly content: (contentsId: number) => WindowContent | null
  readonly changed: (contentsId: number, content: WindowContent) => void
  /** From now on, closing windows are still open at the next start. */
  readonly quitting: (isQuitting: boolean) => void
}

export interface WindowsDeps {
  /** Opens a window of the system. */
  readonly create: (memory: Partial<WindowMemory>, onState: (state: WindowState) => void) => BrowserWindow
  /** Stores the windows for the next start. */
  readonly save: (memories: readonly WindowMemory[]) => void
  /** Place of a new window beside the others. */
  readonly lastPlace: () => WindowState | null
  readonly openingsWait: (window: BrowserWindow) => void
  /** Called when another window comes to the front. */
  readonly onFront: (window: BrowserWindow) => void
  /** Called when the last window closed. */
  readonly onLastClosed: () => void
}

interface Held {
  readonly window: BrowserWindow
  readonly contentsId: number
  state: WindowState | undefined
  content: WindowContent | undefined
  waiting: Opening[]
}

/** Largest number of windows that a start restores. */
export const windowsMax = 10
/** Offset of a new window from the one in front, in pixels. */
const cascadePx = 28

export function createWindows(deps: WindowsDeps): Windows {
  /** In the order of use: the last one is in front. */
  let held: Held[] = []
  /** The windows at the begin of the end: closing one by one, they would each save the rest. */
  let ending: readonly Held[] | undefined

  const find = (contentsId: number): Held | undefined => held.find((one) => one.contentsId === contentsId)

  const save = (): void => {
    const memories = (ending ?? held).flatMap(({ state, content }) =>
      state === undefined ? [] : [memoryOf(state, content)],
    )
    if (memories.length > 0) deps.save(memories.slice(-windowsMax))
  }

  const open: Windows['open'] = (memory = {}) => {
    const place = memory.width === undefined ? beside(held.at(-1)?.state ?? deps.lastPlace(), held.length > 0) : {}
    const given = { ...place, ...memory }
    const window = deps.create(given, (state) => {
      one.state = state
      save()
    })
    const one: Held = {
      window,
      contentsId: window.webContents.id,
      state: stateOf(given),
      content: memory.address === undefined ? undefined : { address: memory.address, tabs: memory.tabs ?? {} },
      waiting: [],
    }
    held.push(one)
    window.on('focus', () => {
      held = [...held.filter((each) => each !== one), one]
      deps.onFront(window)
    })
    window.on('closed', () => {
      held = held.filter((each) => each !== one)
      // The last window stays stored, so that the next start shows it again.
      if (ending === undefined) save()
      if (held.length === 0) deps.onLastClosed()
    })
    return window
  }

  return {
    open,
    restore: (memories, withContent) => {
      if (memories.length === 0 || !withContent) open()
      else for (const memory of memories.slice(0, windowsMax)) open(memory)
    },
    front: () => held.at(-1)?.window,
    find: (contentsId) => find(contentsId)?.window,
    all: () => held.map(({ window }) => window),
    give: (openings) => {
      const isNew = held.length === 0
      if (isNew) open()
      const front = held.at(-1)
      if (front === undefined) return
      front.waiting.push(...openings)
      // A new window shows itself once it is drawn.
      if (!isNew) showWindow(front.window)
      if (openings.length > 0) deps.openingsWait(front.window)
    },
    take: (contentsId) => find(contentsId)?.waiting.splice(0) ?? [],
    content: (contentsId) => find(contentsId)?.content ?? null,
    changed: (contentsId, content) => {
      const one = find(contentsId)
      if (one === undefined) return
      one.content = content
      save()
    },
    quitting: (isQuitting) => {
      ending = isQuitting ? (ending ?? held) : undefined
    },
  }
}

function memoryOf(state: WindowState, content: WindowContent | undefined): WindowMemory {
  return { ...state, address: content?.address ?? '/', tabs: { ...content?.tabs } }
}

function stateOf({ x, y, width, height, maximized = false }: Partial<WindowState>): WindowState | undefined {
  if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined
  return { x, y, width, height, maximized }
}

function beside(last: WindowState | null, isShifted: boolean): Partial<WindowState> {
  if (last === null) return {}
  const by = isShifted ? cascadePx : 0
  return { ...last, x: last.x + by, y: last.y + by, maximized: last.maximized && !isShifted }
}
