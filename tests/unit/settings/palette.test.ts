import { readFileSync } from 'node:fs'
import {
  coloursOf,
  customColours,
  derive,
  scaledRow,
  shadesOf,
  themeNames,
  themeTokenNames,
  themeTokens,
  type Scheme,
} from '@common/settings'
import { contrast } from '@common/settings/colours'
import { describe, expect, it } from 'vitest'

const css = readFileSync('renderer/ui/tokens.css', 'utf8')
const darkAt = css.indexOf("[data-mantine-color-scheme='dark']")

function written(scheme: Scheme): Record<string, string> {
  const block = scheme === 'light' ? css.slice(0, darkAt) : css.slice(darkAt, css.indexOf('@media'))
  return Object.fromEntries(
    [...block.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

/** Pairs of text and its background that the page uses, with the lowest ratio of WCAG AA. */
const pairs = [
  ...['--app', '--side', '--surface', '--raised', '--hover', '--sunk', '--virt', '--soft'].map(
    (ground) => ['--pt', ground, 4.5] as const,
  ),
  ...['ok', 'warn', 'err', 'info', 'sec', 'acc'].map((family) => [`--${family}`, `--${family}S`, 4.5] as const),
  ...['ok', 'warn', 'err', 'info'].flatMap((family) =>
    ['--surface', '--raised', '--side', '--hover'].map((ground) => [`--${family}`, ground, 4.5] as const),
  ),
  ...['--surface', '--raised', '--side'].map((ground) => ['--p', ground, 3] as const),
  ...['--t1', '--t2'].map((text) => [text, '--soft', 4.5] as const),
] as const
const underWhite = ['--pf', '--pf-hover', '--pf-press', '--err-fill', '--err-fill-hover', '--err-fill-press']

const schemes = ['light', 'dark'] as const
const themes = schemes.flatMap((scheme) => themeNames.map((name) => [name, scheme] as const))

describe('a palette', () => {
  it.each(themes)('%s is readable in %s', (name, scheme) => {
    const tokens = { ...written(scheme), ...themeTokens(coloursOf(name, customColours), scheme) }
    const of = (token: string): string => tokens[token] ?? ''
    for (const [text, ground, least] of pairs)
      expect(contrast(of(text), of(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(least)
    for (const fill of underWhite) expect(contrast('#ffffff', of(fill)), `white on ${fill}`).toBeGreaterThanOrEqual(4.5)
  })

  it.each([
    ['Orange', '#ba5a08', '#ad5407', '#f68523'],
    ['Strawberry', '#de2a54', '#cf2049', '#ea7792'],
    ['Grapes', '#7c4ddb', '#7c4ddb', '#ab8de8'],
    ['Custom', '#6f5dcc', '#6d5bcb', '#9f93dd'],
  ] as const)('%s has the colours of the visual reference', (name, fill, light, dark) => {
    const { primary } = coloursOf(name, customColours)
    expect([derive(primary, 'light').fill, derive(primary, 'light').text, derive(primary, 'dark').text]).toEqual([
      fill,
      light,
      dark,
    ])
  })

  it('changes nothing of the default theme, and only known tokens otherwise', () => {
    for (const scheme of schemes) {
      expect(themeTokens(coloursOf('Default', customColours), scheme)).toEqual({})
      expect(
        Object.keys(themeTokens(coloursOf('Orange', customColours), scheme)).every((name) => name in written(scheme)),
      ).toBe(true)
    }
    expect(themeTokenNames.filter((name) => !(name in written('light')))).toEqual([])
  })

  it.each(themes)('%s has ten shades in %s, as hex', (name, scheme) => {
    const shades = shadesOf(coloursOf(name, customColours).primary, scheme)
    expect(shades.every((shade) => /^#[0-9a-f]{6}$/.test(shade))).toBe(true)
    expect(new Set(shades).size).toBeGreaterThanOrEqual(8)
    expect(shades).toHaveLength(10)
    expect(contrast('#ffffff', shades[6] ?? '')).toBeGreaterThanOrEqual(4.5)
  })
})

describe('any custom colour', () => {
  // A fixed walk over hues and lightness, with the extremes.
  const colours = ['#000000', '#ffffff', '#808080', '#ffff00', '#00ff00', '#0000ff', '#ff00ff', '#010101', '#fefefe']
  for (let at = 0; at < 0x1000000; at += 0x3f0b1) colours.push(`#${at.toString(16).padStart(6, '0')}`)

  it.each(schemes)('gives readable text, fills and marks in %s', (scheme) => {
    const tokens = written(scheme)
    for (const colour of colours) {
      const { fill, soft, text, mark } = derive(colour, scheme)
      expect(contrast('#ffffff', fill), `fill of ${colour}`).toBeGreaterThanOrEqual(4.6)
      expect(contrast(text, soft), `text of ${colour} on soft`).toBeGreaterThanOrEqual(4.5)
      for (const ground of ['--surface', '--raised', '--hover'])
        expect(contrast(text, tokens[ground] ?? ''), `text of ${colour} on ${ground}`).toBeGreaterThanOrEqual(4.5)
      expect(contrast(mark, tokens['--surface'] ?? ''), `mark of ${colour}`).toBeGreaterThanOrEqual(3)
    }
  })
})

it('rows grow with density and with large text only', () => {
  expect([
    scaledRow(28, 'normal', 'normal'),
    scaledRow(28, 'compact', 'small'),
    scaledRow(28, 'comfortable', 'normal'),
    scaledRow(28, 'normal', 'larger'),
    scaledRow(112, 'comfortable', 'larger'),
  ]).toEqual([28, 24, 35, 34, 168])
})
