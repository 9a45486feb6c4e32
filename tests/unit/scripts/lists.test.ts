import { describe, expect, it } from 'vitest'

const file = new URL('../../../scripts/lib/lists.mjs', import.meta.url).href
/** The command has no types of its own. */
const { listsNames, operationsByFile, tabKindsByFolder } = (await import(/* @vite-ignore */ file)) as {
  readonly listsNames: (text: string, modules: ReadonlyMap<string, string>) => boolean
  readonly operationsByFile: () => ReadonlyMap<string, string>
  readonly tabKindsByFolder: () => ReadonlyMap<string, string>
}

describe('The count of central lists', () => {
  const modules = new Map([
    ['tableList', 'tables'],
    ['viewList', 'views'],
    ['trashList', 'trash'],
  ])

  it('finds arrays, unions and records with names of three modules', () => {
    expect(listsNames(`new Set(['tableList', 'viewList', 'trashList'])`, modules)).toBe(true)
    expect(listsNames(`type Read = | 'tableList' | 'viewList' | 'trashList'`, modules)).toBe(true)
    expect(listsNames(`const icons = { tableList: 'a', viewList: 'b', trashList: 'c' }`, modules)).toBe(true)
  })

  it('leaves calls, comments, and lists of fewer modules', () => {
    expect(listsNames(`call('tableList', a); call('viewList', b); call('trashList', c)`, modules)).toBe(false)
    expect(listsNames(`// ['tableList', 'viewList', 'trashList']`, modules)).toBe(false)
    expect(listsNames(`const one = ['tableList', 'viewList']\nconst other = ['trashList']`, modules)).toBe(false)
  })

  it('knows every operation and every kind of tab', () => {
    expect(operationsByFile().get('tableList')).toBe('common/operations/tables.ts')
    expect(operationsByFile().size).toBeGreaterThan(150)
    expect(tabKindsByFolder().get('audit')).toBe('renderer/features/audit/')
  })
})
