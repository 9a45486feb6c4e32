import { expect, it } from 'vitest'
import { scaleText } from '../../../scripts/build/scaled-text'

it('sizes of text follow the font size of the settings; other sizes stay', () => {
  expect(
    scaleText(
      '.a{font-size: 12px; line-height: 16px; height: 28px}\n.b { font: 400 13px / 20px var(--sans); --font-size-x: 3px }',
    ),
  ).toBe(
    '.a{font-size: calc(12px*var(--text)); line-height: calc(16px*var(--text)); height: 28px}\n.b { font: 400 calc(13px*var(--text)) / calc(20px*var(--text)) var(--sans); --font-size-x: 3px }',
  )
})
