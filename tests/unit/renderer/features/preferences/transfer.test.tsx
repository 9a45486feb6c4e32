import { initialSettings } from '@common/settings'
import { exportedSettings, readExported } from '@common/settings/transfer'
import { loadSections } from '@renderer/features/preferences/sections'
import { changeSettings, useWindows } from '@renderer/stores'
import { beforeEach, describe, expect, it } from 'vitest'

beforeEach(() => {
  localStorage.clear()
  useWindows.setState(initialSettings)
})

const fileOf = (settings: object, more: object = {}) =>
  JSON.stringify({ basalt: 'settings', version: 1, settings, ...more })

describe('exported settings', () => {
  it('return all values on another computer', () => {
    const chosen = {
      darkTheme: true,
      themeName: 'Custom',
      customTheme: { ...initialSettings.customTheme, primary: '#123456' },
      density: 'compact',
      fontSize: 'larger',
      keys: { 'palette.open': ['F8'] },
      port: 9_000,
    } as const
    changeSettings({ ...chosen, keys: { 'palette.open': ['F8'] } })
    const text = exportedSettings(useWindows.getState())
    useWindows.setState(initialSettings)
    expect(readExported(text)).toEqual({ changes: { ...initialSettings, ...chosen } })
  })

  it.each([
    ['no JSON', '{"basalt"', 'notSettings', ''],
    ['another file', '{"settings": {}}', 'notSettings', ''],
    ['a list', '[]', 'notSettings', ''],
    ['a newer file', fileOf({}, { version: 2 }), 'newer', ''],
    ['an unknown name', fileOf({ darkTheme: true, colour: 1 }), 'unknownName', 'colour'],
    ['the name of a method', fileOf({ toString: 1 }), 'unknownName', 'toString'],
    ['a bad value', fileOf({ darkTheme: true, density: 'huge' }), 'badValue', 'density'],
    [
      'a bad colour',
      fileOf({ customTheme: { ...initialSettings.customTheme, info: 'red' } }),
      'badValue',
      'customTheme',
    ],
    ['a missing value', fileOf({ density: null }), 'badValue', 'density'],
  ])('are rejected as a whole: %s', (_name, text, kind, name) => {
    expect(readExported(text)).toEqual({ problem: { kind, name } })
  })
})

describe('the sections of the settings', () => {
  it('are joined by id and ordered, whoever declares them', async () => {
    const part = (id: string, order: number, row: string) => ({
      id,
      order,
      icon: 'gear' as const,
      load: async () => ({
        title: 'preferences.title' as const,
        rows: [{ id: row, label: 'preferences.title' as const, Control: () => null }],
      }),
    })
    const sections = await loadSections([part('b', 2, 'b1'), part('a', 1, 'a1'), part('b', 3, 'b2')])
    expect(sections.map(({ id, rows }) => [id, rows.map((row) => row.id)])).toEqual([
      ['a', ['a1']],
      ['b', ['b1', 'b2']],
    ])
  })

  it('have rows with unique ids', async () => {
    const sections = await loadSections()
    const ids = sections.flatMap(({ rows }) => rows.map(({ id }) => id))
    expect(sections.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['appearance', 'privacy', 'keys', 'data', 'advanced']),
    )
    expect(new Set(ids).size).toBe(ids.length)
  })
})
