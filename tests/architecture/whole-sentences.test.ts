import { describe, expect, it } from 'vitest'
import { allSources, expectNone, isNode, keyName, lineOf, type Node, parseSource, type Source } from './sources'

/** True for `t('a.b')`, also within `??`, `?:` and similar expressions. */
function isText(node: unknown): boolean {
  if (!isNode(node)) return false
  if (node.type === 'ConditionalExpression') return isText(node['consequent']) || isText(node['alternate'])
  if (node.type === 'LogicalExpression') return isText(node['left']) || isText(node['right'])
  const callee = node['callee']
  if (node.type !== 'CallExpression' || !isNode(callee)) return false
  return keyName(isNode(callee['property']) ? callee['property'] : callee) === 't'
}

/** True for `${t('a.b')}: ${reason}` and `t('a.b') + ' ' + reason`. */
function composes(node: Node): boolean {
  if (node.type === 'BinaryExpression' && node['operator'] === '+') return isText(node['left']) || isText(node['right'])
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node['expressions'])) return false
  return node['expressions'].some(isText)
}

/** True for `<p>{t('a.b')} {name}</p>`: two expressions in one line of text, one of them a catalogue text. */
function mixes(node: Node): boolean {
  if (node.type !== 'JSXElement' && node.type !== 'JSXFragment') return false
  const children = Array.isArray(node['children']) ? node['children'].filter(isNode) : []
  return children.some((child, at) => {
    const next = children[at + 1]
    const afterNext = children[at + 2]
    const holdsText = (one: Node | undefined): boolean =>
      one?.type === 'JSXExpressionContainer' && isText(one['expression'])
    const isWords = (one: Node | undefined): boolean =>
      one?.type === 'JSXText' && /\S/.test(String(one['value'])) && !/^\s*·\s*$/.test(String(one['value']))
    const isBlank = next?.type === 'JSXText' && /^[^\S\n]+$/.test(String(next['value']))
    const isValue = (one: Node | undefined): boolean => one?.type === 'JSXExpressionContainer'
    if (holdsText(child)) return isWords(next) || (isBlank && isValue(afterNext))
    return isValue(child) && (holdsText(next) || (isBlank && holdsText(afterNext)))
  })
}

const composed = (source: Source): string[] =>
  source.nodes
    .filter((node) => composes(node) || mixes(node))
    .map((node) => `${source.path}:${lineOf(source, node)} composes a sentence`)

describe('a sentence', () => {
  it('is one message, with its values inside', () => {
    expectNone(
      allSources()
        .filter(({ path }) => path.startsWith('renderer/'))
        .flatMap(composed),
    )
  })

  it.each([
    'const a = `${t("a.b")}: ${reason}`',
    'const a = t("a.b") + name',
    'const a = `${isOpen ? t("a.b") : ""} ${name}`',
    'const a = <p>{t("a.b")} {name}</p>',
    'const a = <p>{name} {t("a.b")}</p>',
  ])('is seen in: %s', (text) => {
    expect(composed(parseSource('renderer/ui/Example.tsx', text)).length).toBeGreaterThan(0)
  })

  it.each([
    'const a = t("a.b", { name })',
    'const a = <p>{t("a.b")}</p>',
    'const a = <p><b>{t("a.b")}</b> <i>{name}</i></p>',
  ])('is not seen in: %s', (text) => {
    expect(composed(parseSource('renderer/ui/Example.tsx', text))).toEqual([])
  })
})
