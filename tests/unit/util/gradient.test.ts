import { gradientText, parseGradient } from '@common/util/gradient'
import { describe, expect, it } from 'vitest'

describe('the text of a gradient', () => {
  it('is CSS, and parses back', () => {
    const gradient = { angle: 360, colours: ['#0989ff', '#e8710a', '#ffffff'] }
    expect(gradientText(gradient)).toBe('linear-gradient(360deg, #0989ff, #e8710a, #ffffff)')
    expect(parseGradient(gradientText(gradient))).toEqual(gradient)
  })

  it('may name the places of colours, which are dropped', () => {
    expect(parseGradient(' linear-gradient(45.4deg,#0989FF 0%,#E8710A 80%); ')).toEqual({
      angle: 45,
      colours: ['#0989ff', '#e8710a'],
    })
  })

  it.each([
    '',
    'none',
    '#0989ff',
    'linear-gradient(90deg, #0989ff)',
    'linear-gradient(361deg, #0989ff, #e8710a)',
    'linear-gradient(-1deg, #0989ff, #e8710a)',
    'linear-gradient(90deg, red, blue)',
    'linear-gradient(90deg, url(x), #e8710a)',
    `linear-gradient(90deg, ${Array.from({ length: 9 }, () => '#0989ff').join(', ')})`,
  ])('%s is none', (text) => expect(parseGradient(text)).toBeUndefined())
})
