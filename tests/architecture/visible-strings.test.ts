import { describe, expect, it } from 'vitest'
import {
  keyName,
  allSources,
  expectNone,
  isNode,
  lineOf,
  literalText,
  type Node,
  parseSource,
  type Source,
} from './sources'

/** Folders with strings that users see. The server's sentences are `errors.<CODE>`, checked with the locales. */
const visible = ['renderer/', 'main/shell/', 'main/updater/', 'main/terminal/']

/** Attributes and properties whose value is shown or read out. */
const shown = new Set([
  'title',
  'label',
  'placeholder',
  'alt',
  'aria-label',
  'ariaLabel',
  'aria-description',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'description',
  'message',
  'detail',
  'hint',
  'tooltip',
  'heading',
  'buttonLabel',
  'closeButtonLabel',
  'emptyText',
  'nothingFoundMessage',
  'error',
])

const hasWords = (text: string): boolean => /\p{L}{2,}/u.test(text)
/** True for a key of the locales, such as `projects.list.title`, or a code such as `JSON_INVALID`. */
const isKey = (text: string): boolean => /^[a-z]\w*(\.\w+)+$/.test(text) || /^[A-Z0-9_]+$/.test(text)
/** True for a value of a type or a token (`dark`, `new-row`), not words for users. */
const isToken = (text: string): boolean => /^[a-z][a-zA-Z0-9]*([-_:][a-zA-Z0-9]+)*$/.test(text)

/** Returns the words that a node shows to users; undefined if it shows none. */
function wordsOf(node: Node): string | undefined {
  if (node.type === 'JSXText') return hasWords(String(node['value'])) ? String(node['value']).trim() : undefined
  if (node.type === 'JSXElement' && Array.isArray(node['children'])) {
    const texts = node['children'].filter((child) => isNode(child) && child.type === 'JSXExpressionContainer')
    return texts.map(literalText).find((text) => text !== undefined && hasWords(text))
  }
  const isAttribute = node.type === 'JSXAttribute'
  if (!isAttribute && node.type !== 'Property') return undefined
  const name = keyName(isAttribute ? node['name'] : node['key'])
  const text = literalText(node['value'])
  if (name === undefined || text === undefined || !shown.has(name) || !hasWords(text) || isKey(text)) return undefined
  return !isAttribute && isToken(text) ? undefined : text
}

function visibleStrings(source: Source): string[] {
  if (!visible.some((folder) => source.path.startsWith(folder))) return []
  return source.nodes.flatMap((node) => {
    const words = wordsOf(node)
    return words === undefined ? [] : [`${source.path}:${lineOf(source, node)} shows "${words.slice(0, 60)}"`]
  })
}

describe('what people read', () => {
  it('comes from the locales, never from the code', () => {
    expectNone(allSources().flatMap(visibleStrings))
  })

  it.each([
    `const a = <p>Nothing here</p>`,
    `const a = <p>{'Nothing here'}</p>`,
    `const a = <input placeholder="Find" />`,
    `const a = <img alt={'A drawing'} />`,
    `const a = <Button aria-label="close" />`,
    `show({ title: 'Saved', status: 'success' })`,
    'show({ message: `Saved everything` })',
  ])('is found in: %s', (text) => {
    expect(visibleStrings(parseSource('renderer/ui/Example.tsx', text))).toHaveLength(1)
  })

  it.each([
    `const a = <p>{t('projects.empty.title')}</p>`,
    `const a = <p>{count} / {total} · %</p>`,
    `const a = <Text size="sm" id="main title" />`,
    `const a = <Button aria-label={t('common.close')} />`,
    `const command = { label: 'commands.openPalette', id: 'openPalette' }`,
    `const state = { error: 'none' }`,
  ])('is not seen in: %s', (text) => {
    expect(visibleStrings(parseSource('renderer/ui/Example.tsx', text))).toEqual([])
  })
})
