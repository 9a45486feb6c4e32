import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, openSampleProject, openTable, type App } from './app'

/** The parts of React's tree that the count reads. */
interface Fiber {
  readonly tag: number
  readonly flags: number
  readonly child: Fiber | null
  readonly sibling: Fiber | null
  readonly alternate: Fiber | null
}

interface Counting {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: unknown
  rendered: number
}

/** Counts rendered components, through the hook that React offers to its developer tools. */
function countRenders(): void {
  const counting = window as unknown as Counting
  counting.rendered = 0
  const performedWork = 1
  /** Functions, classes, forwarded and memoized functions. */
  const components = new Set([0, 1, 11, 14, 15])
  const count = (fiber: Fiber): void => {
    for (let one = fiber.child; one !== null; one = one.sibling) {
      const hasRendered = components.has(one.tag) && (one.flags & performedWork) !== 0
      if (hasRendered) counting.rendered += 1
      if (one.alternate === null || one.alternate.child !== one.child) count(one)
    }
  }
  counting.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
    onCommitFiberRoot: (_: number, { current }: { readonly current: Fiber }) => count(current),
  }
}

describe('Rendering', () => {
  let app: App
  beforeAll(async () => {
    app = await openApp()
    await app.context.addInitScript(countRenders)
    await openSampleProject(app)
  })
  afterAll(() => app.close())

  it('an arrow key renders the cells, and nothing around them', async () => {
    const { page } = app
    const grid = await openTable(page, 'Tracks')
    await grid.clickName(1)
    const selected = page.locator('[id^="glide-cell-"][aria-selected="true"]')
    const rendered = (): Promise<number> => page.evaluate(() => (window as unknown as Counting).rendered)
    /** Moves on and returns how many components rendered for it. */
    const press = async (key: string, cell: string): Promise<number> => {
      const before = await rendered()
      await page.keyboard.press(key)
      await expect.poll(() => selected.first().getAttribute('id')).toBe(cell)
      return (await rendered()) - before
    }
    await press('ArrowRight', 'glide-cell-2-0')
    await press('ArrowRight', 'glide-cell-3-0')
    // Rendering the toolbar, the panes and the frame of the view would add about 30.
    expect(await press('ArrowDown', 'glide-cell-3-1')).toBeLessThanOrEqual(20)
    expect(await press('ArrowLeft', 'glide-cell-2-1')).toBeLessThanOrEqual(20)
  })

  it('a table that the pointer rests on is rendered before it opens, outside the page, and drawn once', async () => {
    const { page } = app
    await openTable(page, 'Tracks')
    const grids = await page.locator('.dvn-scroller').count()
    const rendered = page.evaluate(untilRendered, 'Records of Customers')
    await page.getByRole('treeitem', { name: /^Customers/ }).hover()
    await rendered
    expect(await page.locator('.dvn-scroller').count()).toBe(grids)
    const { elements, ...drawn } = await page.evaluate(openAndWatch, 'Customers')
    expect(drawn).toEqual({ atOnce: 1, first: true, untilFrame: 1 })
    expect(elements).toBeLessThan(30)
    await page.locator('[id="glide-cell-1-0"]').waitFor({ state: 'attached' })
  })
})

/** How often all cells of a table are drawn: in the task of the click, with the first name, and before the next frame. */
interface Drawn {
  readonly atOnce: number
  readonly first: boolean
  readonly untilFrame: number
  /** Elements that were created until the next frame. */
  readonly elements: number
}

/** Resolves once React has made an element of this name, in the page or outside, and has nothing else to do. */
async function untilRendered(label: string): Promise<void> {
  const { setAttribute } = Element.prototype
  await new Promise<void>((resolve) => {
    Element.prototype.setAttribute = function (name, value) {
      setAttribute.call(this, name, value)
      if (name === 'aria-label' && value === label) resolve()
    }
  })
  Element.prototype.setAttribute = setAttribute
  await new Promise<unknown>((resolve) => requestIdleCallback(resolve))
}

/** Opens a table from the tree. */
async function openAndWatch(table: string): Promise<Drawn> {
  const frame = (): Promise<number> => new Promise(requestAnimationFrame)
  await frame()
  const { fillRect, fillText } = CanvasRenderingContext2D.prototype
  const { createElement } = document
  let elements = 0
  Object.assign(document, {
    createElement: (name: string) => {
      elements += 1
      return Reflect.apply(createElement, document, [name])
    },
  })
  let drawings = 0
  let first = false
  CanvasRenderingContext2D.prototype.fillRect = function (x, y, width, height) {
    if (width > 500 && height > 300) drawings += 1
    fillRect.call(this, x, y, width, height)
  }
  CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
    if (text === 'Anouk Nakagawa') first = true
    fillText.call(this, text, ...place)
  }
  const lines = [...document.querySelectorAll<HTMLElement>('[role="treeitem"]')]
  lines.find(({ textContent }) => textContent.startsWith(table))?.click()
  // React renders when the click has been handled.
  await Promise.resolve()
  const now = { atOnce: drawings, first }
  await frame()
  Object.assign(CanvasRenderingContext2D.prototype, { fillRect, fillText })
  Object.assign(document, { createElement })
  return { ...now, untilFrame: drawings, elements }
}
