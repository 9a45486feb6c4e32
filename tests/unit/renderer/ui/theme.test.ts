import { readFileSync } from 'node:fs'
import { keyNames } from '@renderer/ui/key-names'
import { customColours } from '@common/settings'
import { contrast } from '@common/settings/colours'
import { themeOf } from '@renderer/ui/theme'
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

describe('the colours', () => {
  it('exist in light and dark alike', () => {
    const colours = Object.keys(lightValues).filter(
      (name) => !['--sans', '--script', '--mono', '--text', '--room', '--row'].includes(name),
    )
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
    for (const family of ['ok', 'warn', 'err', 'info', 'sec', 'acc'])
      expect(contrast(tokens[`--${family}`] ?? '', tokens[`--${family}S`] ?? ''), family).toBeGreaterThanOrEqual(4.5)
    const chips = Object.keys(tokens).filter((name) => name.startsWith('--c-'))
    expect(chips).toHaveLength(12)
    for (const chip of chips)
      expect(contrast(tokens[chip] ?? '', tokens[chip.replace('--c-', '--k-')] ?? ''), chip).toBeGreaterThanOrEqual(5.6)
  })

  it('are the same in the theme of the interface kit, and hex', () => {
    const theme = themeOf({ name: 'Default', custom: customColours, scheme: 'light', followsSystemMotion: true })
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
