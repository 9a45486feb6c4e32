import { terminalPalettes } from '@renderer/features/terminal/palette'
import { describe, expect, it } from 'vitest'

/** Relative luminance of WCAG 2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

describe.each(['light', 'dark'] as const)('the %s palette of the terminal', (scheme) => {
  const { background, ...colours } = terminalPalettes[scheme]
  it('can be read', () => {
    const texts = Object.entries(colours).filter(([name]) => !/selection|cursorAccent/.test(name))
    expect(texts).toHaveLength(18)
    const faint = texts.filter(([, colour]) => typeof colour === 'string' && contrast(colour, background) < 4.5)
    expect(faint).toEqual([])
  })
})
