import { afterEach, expect, it } from 'vitest'
import { i18n } from '@renderer/i18n'
import { placeByKey } from '@renderer/ui'

afterEach(async () => void (await i18n.changeLanguage('en')))

it('moves where an arrow points, and around, in a row of tabs', async () => {
  expect(['ArrowRight', 'ArrowLeft', 'Home', 'End', 'Tab'].map((key) => placeByKey(key, 0, 3))).toEqual([
    1,
    2,
    0,
    2,
    undefined,
  ])
  await i18n.changeLanguage('iw')
  expect(['ArrowRight', 'ArrowLeft', 'Home', 'End'].map((key) => placeByKey(key, 0, 3))).toEqual([2, 1, 0, 2])
})
