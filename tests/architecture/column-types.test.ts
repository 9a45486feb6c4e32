import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { uiTypes } from '@common/columns/ui-types'
import { filesIn } from './sources'

const file = new URL('../../scripts/lib/type-names.mjs', import.meta.url).href
/** The command has no types of its own. */
const { columnTypeNames, typeComparisonsIn, typeNamesIn } = (await import(/* @vite-ignore */ file)) as {
  readonly columnTypeNames: () => string[]
  readonly typeComparisonsIn: (text: string) => number
  readonly typeNamesIn: (file: string, text: string, names: readonly string[]) => string[]
}

/** Files that may name types: the sample project creates columns as a user would. */
const naming: readonly string[] = ['common/sample/tables.ts']

const sources = ['common', 'main', 'preload', 'renderer']
  .flatMap((folder) => filesIn(folder))
  .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('common/columns/'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

describe('column types', () => {
  it('are named by their own files only', () => {
    const names = columnTypeNames()
    expect(names).toEqual(uiTypes)
    const found = sources.filter(({ path, text }) => typeNamesIn(path, text, names).length > 0)
    expect(found.map(({ path }) => path)).toEqual(naming)
  })

  it('are asked for facets, not compared', () => {
    expect(sources.filter(({ text }) => typeComparisonsIn(text) > 0).map(({ path }) => path)).toEqual([])
  })
})

describe('the search for names of types', () => {
  const named = (text: string): string[] => typeNamesIn('main/a.ts', text, columnTypeNames())

  it('finds strings and keys, but no comments, members or longer words', () => {
    expect(named(`const a = type === 'Rating'`)).toEqual(['Rating'])
    expect(named('const a = { Checkbox: 1, x: 2 }')).toEqual(['Checkbox'])
    expect(named(`// a 'Rating'\nconst a = Number('Ratings')`)).toEqual([])
  })

  it('finds comparisons in both orders, in switches and with chosen types', () => {
    expect(typeComparisonsIn(`if (uiType === other) {}`)).toBe(1)
    expect(typeComparisonsIn(`if (x === column.uiType) {}`)).toBe(1)
    expect(typeComparisonsIn(`switch (column.uiType) {}`)).toBe(1)
    expect(typeComparisonsIn(`if (type === typeFor.flag) {}`)).toBe(1)
    expect(typeComparisonsIn(`if (uiType === undefined) {}`)).toBe(0)
  })
})
