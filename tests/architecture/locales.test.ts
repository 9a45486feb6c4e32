import { readFileSync } from 'node:fs'
import { errorCatalogue } from '@common/errors'
import { messageNames } from '@common/messages'
import { describe, expect, it } from 'vitest'
import {
  keyName,
  allSources,
  expectNone,
  isNode,
  lineOf,
  literalText,
  type Node,
  quasiText,
  type Source,
} from './sources'
import { namespaces, readTexts } from '@tests/helpers/catalogue'

const texts = readTexts()
const keys = new Set(texts.keys())

/** Returns the possible keys of a template such as `errors.${code}`. Its values contain no dot. */
function keysOfTemplate(node: Node): string[] {
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node['quasis'])) return []
  const parts = node['quasis'].map((quasi) => quasiText(quasi) ?? '')
  if (parts.length < 2 || !/^[a-z]\w*\./.test(parts[0] ?? '')) return []
  const pattern = new RegExp(`^${parts.map((part) => part.replaceAll(/\W/g, String.raw`\$&`)).join('[^.]+')}$`)
  return [...keys].filter((key) => pattern.test(key))
}

/** Returns the key of a look-up call: `t('a.b')`, `i18n.t('a.b')`. */
function keyAsked(node: Node): string | undefined {
  const callee = node['callee']
  if (node.type !== 'CallExpression' || !isNode(callee) || !Array.isArray(node['arguments'])) return undefined
  const property = callee['property']
  const name = isNode(property) ? property['name'] : callee['name']
  return name === 't' || name === 'translate' ? literalText(node['arguments'][0]) : undefined
}

/** Namespaces that the server sends. */
const sent = [...readFileSync('locales/server.ts', 'utf8').matchAll(/as (\w+) \}/g)].map(([, name]) => name ?? '')

/** Namespaces that the server reads as a whole: one by one from the list of English, or all that it sends. */
function sectionsOf(source: Source): string[] {
  return source.nodes
    .filter((node) => node.type === 'ImportDeclaration' && literalText(node['source'])?.startsWith('@locales/'))
    .flatMap((node) => (Array.isArray(node['specifiers']) ? node['specifiers'] : []))
    .flatMap((specifier: unknown) => {
      if (!isNode(specifier)) return []
      return specifier.type === 'ImportNamespaceSpecifier' ? sent : [keyName(specifier['imported']) ?? '']
    })
}

describe('the locales', () => {
  it('list every namespace of the source language, for the types of keys', () => {
    const listed = ['locales/english.ts', 'locales/server.ts'].flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/as (\w+) \} from '\.\/en\/(\w+)\.json'/g),
    ])
    const pairs = listed.map(([, name = '', file = '']) => [name, file] as const)
    expect(pairs.toSorted(([one], [other]) => (one < other ? -1 : 1))).toEqual(namespaces.map((name) => [name, name]))
  })

  it('hold valid ICU messages', () => {
    const wrong = [...texts].flatMap(([key, text]) => {
      try {
        messageNames(text)
        return []
      } catch (error) {
        return [`${key}: ${String(error)}`]
      }
    })
    expectNone(wrong)
  })

  it('have every key that is asked for', () => {
    const missing = allSources().flatMap((source) =>
      source.nodes.flatMap((node) => {
        const key = keyAsked(node)
        return key === undefined || keys.has(key) ? [] : [`${source.path}:${lineOf(source, node)} asks for ${key}`]
      }),
    )
    expectNone(missing)
  })

  it('are asked for by templates that some key fits', () => {
    const wrong = allSources().flatMap((source) =>
      source.nodes.flatMap((node) => {
        const { callee, arguments: given } = node
        if (node.type !== 'CallExpression' || !isNode(callee) || !Array.isArray(given)) return []
        const name = keyName(isNode(callee['property']) ? callee['property'] : callee)
        const template: unknown = given[0]
        if (name !== 't' || !isNode(template) || template.type !== 'TemplateLiteral') return []
        return literalText(template) !== undefined || keysOfTemplate(template).length > 0
          ? []
          : [`${source.path}:${lineOf(source, node)} asks for a template that fits no key`]
      }),
    )
    expectNone(wrong)
  })

  it('have no key that nobody asks for', () => {
    const sources = allSources()
    const literals = new Set(sources.flatMap(({ nodes }) => nodes.map(literalText)))
    const names = new Set(sources.flatMap(({ nodes }) => nodes.map((node) => keyName(node['key']))))
    const named = new Set(sources.flatMap(({ nodes }) => nodes.flatMap(keysOfTemplate)))
    const sections = new Set(sources.flatMap(sectionsOf))
    const isAsked = (key: string): boolean => {
      const [section = '', ...rest] = key.split('.')
      const name = rest.join('.')
      if (literals.has(key) || named.has(key)) return true
      // A part of a section is also read as a whole: `english.formula.functions`.
      const last = rest.at(-1) ?? ''
      return sections.has(section) && [name, last].some((asked) => literals.has(asked) || names.has(asked))
    }
    expectNone([...keys].filter((key) => !isAsked(key)))
  })

  it('have a sentence for every error', () => {
    const missing = Object.keys(errorCatalogue).filter((code) => !keys.has(`errors.${code}`))
    expectNone(missing)
  })

  it('have no sentence for an error that does not exist', () => {
    const codes = [...keys].filter((key) => key.startsWith('errors.')).map((key) => key.slice('errors.'.length))
    expectNone(codes.filter((code) => !Object.hasOwn(errorCatalogue, code)))
  })

  it('speak plainly: no exclamation marks, no "please", unless the specification says so word for word', () => {
    const fixed = new Set([
      'Access Denied : Please Login or Signup for a new account',
      'Token expired please login to continue',
      'Only a registered user can disable Analytics, Please Login then disable.',
      'Only a registered user can disable Error Reporting, Please Login then disable.',
      'Error opening the terminal\n\nPlease use your system terminal',
      'Unable to connect to database, please check your database is up.',
      'Successfully copied JSON data to clipboard!',
      'Please fill all the required column!',
      'Template generated and saved successfully!',
      'Happy hacking!',
      'Please wait...',
    ])
    expectNone([...texts.values()].filter((text) => /!(\s|$)|\bplease\b/i.test(text) && !fixed.has(text)))
  })
})
