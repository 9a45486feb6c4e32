import { expect, it } from 'vitest'
import { clampCrop, firstCrop, moveCrop, sideOf } from '@renderer/features/settings/crop'

const wide = { width: 400, height: 200 }

it('begins with the middle of the picture', () => {
  expect(firstCrop(wide)).toEqual({ x: 200, y: 100, zoom: 1 })
  expect(sideOf(wide, 1)).toBe(200)
  expect(sideOf(wide, 4)).toBe(50)
})

it.each([
  [
    { x: -50, y: 900, zoom: 1 },
    { x: 100, y: 100, zoom: 1 },
  ],
  [
    { x: 500, y: -9, zoom: 2 },
    { x: 350, y: 50, zoom: 2 },
  ],
  [
    { x: 200, y: 100, zoom: 99 },
    { x: 200, y: 100, zoom: 4 },
  ],
  [
    { x: 200, y: 100, zoom: 0 },
    { x: 200, y: 100, zoom: 1 },
  ],
])('brings %j inside the picture', (crop, inside) => {
  expect(clampCrop(wide, crop)).toEqual(inside)
})

it('moves the picture with the pointer, and not beyond its edges', () => {
  const start = { x: 200, y: 100, zoom: 2 }
  expect(moveCrop(wide, start, 0.5, 0)).toEqual({ x: 150, y: 100, zoom: 2 })
  expect(moveCrop(wide, start, -9, -0.1)).toEqual({ x: 350, y: 110, zoom: 2 })
})
