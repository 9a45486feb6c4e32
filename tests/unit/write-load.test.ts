import { createWriteLoad } from '@main/features/automations/write-load'
import { expect, it } from 'vitest'

it('is busy during a burst of writes, and not for single ones or for a steady stream', () => {
  let now = 0
  const load = createWriteLoad(() => now)
  const write = (count: number, everyMs: number): void => {
    for (let at = 0; at < count; at += 1) {
      now += everyMs
      load.written()
    }
  }
  expect(load.isBusy()).toBe(false)
  write(20, 500)
  expect(load.isBusy()).toBe(false)
  write(20, 10)
  expect(load.isBusy()).toBe(true)
  now += 2_000
  expect(load.isBusy()).toBe(false)
  write(500, 100)
  expect(load.isBusy()).toBe(true)
  write(200, 100)
  expect(load.isBusy()).toBe(false)
  now += 2_000
  write(20, 10)
  expect(load.isBusy()).toBe(true)
})
