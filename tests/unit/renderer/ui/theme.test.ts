import { readFileSync } from 'node:fs'
import { keyNames } from '@renderer/ui/key-names'
import { theme } from '@renderer/ui/theme'
import { initials } from '@renderer/ui/Chip'
import { describe, expect, it } from 'vitest'

const css = readFileSync('renderer/ui/tokens.css', 'utf8')
const light = css.slice(0, css.indexOf("[data-mantine-color-scheme='dark']"))
const dark = css.slice(css.indexOf("[data-mantine-color-scheme='dark']"))

function values(block: string): Record<string, string> {
  return Object.fromEntries(
    [...block.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value.toUpperCase()]),
  )
}

const lightValues = values(light)
const darkValues = values(dark)

/** WCAG 2 contrast of two hex colours. */
function contrast(a: string, b: string): number {
  const luminance = (hex: string): number => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

describe('the colours', () => {
  it('exist in light and dark alike', () => {
    const colours = Object.keys(lightValues).filter((name) => !['--sans', '--mono'].includes(name))
    expect(colours.filter((name) => !(name in darkValues))).toEqual([])
  })

  it.each([
    ['light', lightValues],
    ['dark', darkValues],
  ] as const)('are readable in %s', (_, tokens) => {
    const grounds = ['--app', '--side', '--surface', '--raised', '--hover', '--sunk', '--virt'] as const
    for (const ground of grounds)
      for (const text of ['--t1', '--t2', '--t3'] as const)
        expect(contrast(tokens[text] ?? '', tokens[ground] ?? ''), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    for (const fill of ['--pf', '--pf-hover', '--pf-press', '--err-fill', '--err-fill-hover', '--err-fill-press'])
      expect(contrast('#FFFFFF', tokens[fill] ?? ''), `white on ${fill}`).toBeGreaterThanOrEqual(4.5)
    for (const family of ['ok', 'warn', 'err', 'info'])
      expect(contrast(tokens[`--${family}`] ?? '', tokens[`--${family}S`] ?? ''), family).toBeGreaterThanOrEqual(4.5)
    const chips = Object.keys(tokens).filter((name) => name.startsWith('--c-'))
    expect(chips).toHaveLength(12)
    for (const chip of chips)
      expect(contrast(tokens[chip] ?? '', tokens[chip.replace('--c-', '--k-')] ?? ''), chip).toBeGreaterThanOrEqual(5.6)
  })

  it('are the same in the theme of the interface kit, and hex', () => {
    const shades = Object.values(theme.colors ?? {}).flatMap((list) => [...(list ?? [])])
    expect(shades.filter((shade) => !/^#[0-9A-F]{6}$/.test(shade))).toEqual([])
    expect(theme.colors?.['basalt']?.[5]).toBe(lightValues['--p'])
    expect(theme.colors?.['basalt']?.[6]).toBe(lightValues['--pf'])
    expect(theme.colors?.dark?.[7]).toBe(darkValues['--surface'])
    expect(theme.black).toBe(lightValues['--t1'])
  })
})

describe('names', () => {
  it('of keys follow the keyboard', () => {
    expect(keyNames('Mod+Shift+D', false)).toEqual(['Ctrl', 'Shift', 'D'])
    expect(keyNames('Mod+Shift+D', true)).toEqual(['⌘', '⇧', 'D'])
    expect(keyNames('Mod++', false)).toEqual(['Ctrl', '+'])
  })

  it('of people become two letters', () => {
    expect(['mina.rossi@harbour.example', 'ada@x.org', 'Ørjan Å. Berg', ''].map(initials)).toEqual([
      'MR',
      'AD',
      'ØB',
      '',
    ])
  })
})
