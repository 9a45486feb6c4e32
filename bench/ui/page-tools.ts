import type { Page } from 'playwright'

/** Functions that run inside the page. They are serialized, so they can't use anything from outside. */

export interface Frames {
  readonly medianPerSecond: number
  readonly p99Ms: number
  readonly frames: number
}

/** Scrolls down by some pixels with every frame and measures the frames. */
export async function scrollFrames(
  page: Page,
  pixels: number,
  perFrame: number,
  selector = '.dvn-scroller',
): Promise<Frames> {
  return page.evaluate(
    async ([distance, step, where]) => {
      const scroller = document.querySelector(where)
      if (scroller === null) throw new Error(`There is no ${where}`)
      const times: number[] = []
      await new Promise<void>((resolve) => {
        let done = 0
        let last = performance.now()
        const next = (now: number): void => {
          times.push(now - last)
          last = now
          done += step
          scroller.scrollTop += step
          if (done < distance) requestAnimationFrame(next)
          else resolve()
        }
        requestAnimationFrame(next)
      })
      // The first frames belong to the previous state.
      const sorted = times.slice(5).toSorted((left, right) => left - right)
      const at = (part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? 0
      return { medianPerSecond: 1_000 / at(0.5), p99Ms: at(0.99), frames: sorted.length }
    },
    [pixels, perFrame, selector] as const,
  )
}

/** Measures the frames during other work. */
export async function framesDuring(page: Page, work: () => Promise<void>): Promise<Frames> {
  const watched = await page.evaluateHandle(() => {
    const times: number[] = []
    let last = performance.now()
    let ended = false
    const next = (now: number): void => {
      times.push(now - last)
      last = now
      if (!ended) requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
    return {
      end: () => {
        ended = true
        return times
      },
    }
  })
  await work()
  const times = (await watched.evaluate((each) => each.end())).slice(5).toSorted((left, right) => left - right)
  const at = (part: number): number => times[Math.floor((times.length - 1) * part)] ?? 0
  return { medianPerSecond: 1_000 / at(0.5), p99Ms: at(0.99), frames: times.length }
}

/**
 * Acts in the page and waits until an empty cell of the record's name shows text. Reads the pixels of the canvas frame
 * by frame.
 *
 * @param act  place of the scroll bar to go to, from 0 to 1
 * @returns milliseconds from the act to the frame that shows text
 */
export async function jumpMs(page: Page, act: number): Promise<number> {
  return page.evaluate(async (part) => {
    const scroller = document.querySelector('.dvn-scroller')
    const canvas = document.querySelector<HTMLCanvasElement>('canvas[data-testid="data-grid-canvas"]')
    const context = canvas?.getContext('2d')
    if (scroller === null || canvas === null || !context) throw new Error('There is no grid')
    const ratio = canvas.width / canvas.clientWidth
    /** Dark pixels of three rows of names: a grey bar has none. */
    const hasText = (): boolean => {
      const { data } = context.getImageData(68 * ratio, 120 * ratio, 120 * ratio, 84 * ratio)
      let dark = 0
      for (let at = 0; at < data.length; at += 4)
        if ((data[at] ?? 255) < 90 && (data[at + 1] ?? 255) < 90 && (data[at + 2] ?? 255) < 90) dark += 1
      return dark > 60
    }
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    const startedMs = performance.now()
    scroller.scrollTop = (scroller.scrollHeight - scroller.clientHeight) * part
    // At first the previous rows are visible.
    let wasEmpty = false
    for (;;) {
      await frame()
      const shown = hasText()
      if (!shown) wasEmpty = true
      const elapsed = performance.now() - startedMs
      if (shown && (wasEmpty || elapsed > 250)) return wasEmpty ? elapsed : Math.min(elapsed, 17)
      if (elapsed > 10_000) throw new Error('The rows do not come')
    }
  }, act)
}

/** Returns the milliseconds from pressing a key to the next paint, as the browser reports them in steps of 8 ms. */
export async function watchKeys(page: Page): Promise<() => Promise<readonly number[]>> {
  await page.evaluate(() => {
    const holder = window as unknown as { basaltKeys: number[] }
    holder.basaltKeys = []
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === 'keydown') holder.basaltKeys.push(entry.duration)
    })
    observer.observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit)
  })
  return () => page.evaluate(() => (window as unknown as { basaltKeys: number[] }).basaltKeys)
}
