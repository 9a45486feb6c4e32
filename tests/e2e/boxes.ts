import type { Locator } from 'playwright'
import { patienceMs } from '@tests/helpers/patience'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Returns where an element stands, in pixels of the page, once it is visible and at rest: a bar that appears above a grid
 * moves it, and a mouse that was sent to the old place hits something else.
 *
 * @throws if the element doesn't come to rest
 */
export async function boxOf(element: Locator): Promise<Box> {
  const end = performance.now() + patienceMs
  await element.waitFor()
  let last: Box | null = null
  while (performance.now() < end) {
    const box = await element.boundingBox()
    if (box !== null && last !== null && isSame(box, last)) return box
    last = box
    await element.page().evaluate(() => new Promise(requestAnimationFrame))
  }
  throw new Error(`${String(element)} does not come to rest`)
}

const isSame = (a: Box, b: Box): boolean => a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height
