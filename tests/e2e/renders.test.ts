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
})
