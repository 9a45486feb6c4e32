import { describe, expect, it } from 'vitest'
import { keysWithoutWords, readWords, wordsNamed } from '../../scripts/build/words'
import { allSources, expectNone, isNode, lineOf, literalText, quasiText } from './sources'

const words = readWords()
const keys = new Set(Object.keys(words))
const shown = allSources().filter(({ path }) => /^(?:renderer|common)\//.test(path))

/** The build puts the sentences that a module names beside it: what it does not see there would be shown as a key. */
describe('the sentences of a module', () => {
  it('are found by the build wherever their keys are written', () => {
    const missing = shown.flatMap((source) => {
      const found = new Set(Object.keys(wordsNamed(source.text, words)))
      return source.nodes.flatMap((node) => {
        const key = literalText(node)
        return key !== undefined && keys.has(key) && !found.has(key)
          ? [`${source.path}:${lineOf(source, node)} names ${key}`]
          : []
      })
    })
    expectNone(missing)
  })

  it('are found for templates, which begin with the name of their section and fill in no dots', () => {
    const wrong = shown.flatMap((source) =>
      source.nodes.flatMap((node) => {
        const { callee, arguments: given } = node
        if (node.type !== 'CallExpression' || !isNode(callee) || !Array.isArray(given)) return []
        const name = isNode(callee['property']) ? callee['property']['name'] : callee['name']
        const template: unknown = given[0]
        if (name !== 't' && name !== 'translate') return []
        if (!isNode(template) || template.type !== 'TemplateLiteral' || !Array.isArray(template['quasis'])) return []
        const written = source.text.slice(template.start, Number(template['end']))
        const begins = /^[a-z]\w*\./.test(quasiText(template['quasis'][0]) ?? '')
        return begins && Object.keys(wordsNamed(written, words)).length > 0
          ? []
          : [`${source.path}:${lineOf(source, node)} asks for ${written}`]
      }),
    )
    expectNone(wrong)
  })

  it('are those of whole keys and of what a template may become', () => {
    const some = {
      'a.one': 'One',
      'a.many': '2',
      'a.b.c': 'C',
      'a.b.cText': 'D',
      'b.one': 'B',
    }
    const named = (code: string): string[] => Object.keys(wordsNamed(code, some))
    expect(named(`t('a.one')`)).toEqual(['a.one'])
    expect(named('<Trans i18nKey="a.many" />')).toEqual(['a.many'])
    expect(named('t(`a.${kind}`)')).toEqual(['a.one', 'a.many'])
    expect(named('t(`a.b.${of({ kind })}Text`)')).toEqual(['a.b.cText'])
    expect(named('t(`a.${part}.${kind}`)')).toEqual(['a.b.c', 'a.b.cText'])
    expect(named('type Key = `a.${string}`')).toEqual([])
    expect(named(`a.one + 'a.ones' + 'one'`)).toEqual([])
  })

  it('are missed by the build when a chunk names a key without them', () => {
    const some = { 'a.one': 'One', 'a.two': 'Two' }
    expect(keysWithoutWords('add({"a.one":"One"});t("a.one")', some)).toEqual([])
    expect(keysWithoutWords('add({"a.one":"One"});t("a.one");t(`a.two`)', some)).toEqual(['a.two'])
  })
})
