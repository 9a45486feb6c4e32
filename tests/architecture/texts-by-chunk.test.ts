import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { serverNamespaces } from '@renderer/i18n/server-namespaces'
import { startNamespaces } from '../../locales/start'
import { readKeys } from '@tests/helpers/catalogue'
import {
  allSources,
  expectNone,
  importsOf,
  isNode,
  keyName,
  lineOf,
  literalText,
  type Node,
  quasiText,
  type Source,
} from './sources'

const keys = readKeys()
const sources = allSources().filter(({ path }) => /^(?:renderer|common)\//.test(path))
const targetOf = (path: string): string => path.replace(/(\/index)?\.tsx?$/, '')
const byTarget = new Map(sources.map((source) => [targetOf(source.path), source]))

/** True for imports that load a module together with its importer: neither types nor `import()`. */
function loadsAtOnce(node: Node): boolean {
  if (node.type === 'ExportAllDeclaration' || node.type === 'ExportNamedDeclaration')
    return node['exportKind'] !== 'type'
  return node.type === 'ImportDeclaration' && node['importKind'] !== 'type'
}

/** Modules that an eager `import.meta.glob` loads: the kinds of tabs. */
function globbedBy(source: Source): string[] {
  return source.nodes.flatMap((node) => {
    const { callee, arguments: given } = node
    if (node.type !== 'CallExpression' || !isNode(callee) || keyName(callee['property']) !== 'glob') return []
    const [pattern, options] = Array.isArray(given) ? given : []
    const isEager = isNode(options) && source.text.slice(options.start, Number(options['end'])).includes('eager: true')
    const path = posix.join(posix.dirname(source.path), literalText(pattern) ?? '')
    return isEager
      ? sources.filter((each) => posix.matchesGlob(each.path, path)).map((each) => targetOf(each.path))
      : []
  })
}

const closures = new Map<string, ReadonlySet<string>>()

/** Modules that a module brings along, itself included. */
function broughtBy(target: string): ReadonlySet<string> {
  const known = closures.get(target)
  if (known !== undefined) return known
  const brought = new Set<string>()
  const open = [target]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const source = byTarget.get(next)
    if (source === undefined || brought.has(next)) continue
    brought.add(next)
    for (const found of importsOf({ ...source, nodes: source.nodes.filter(loadsAtOnce) }))
      if (found.kind === 'own') open.push(found.target)
    open.push(...globbedBy(source))
  }
  closures.set(target, brought)
  return brought
}

/** Returns the namespaces of a text that is a key, or of a template that starts like one. */
function namespacesOf(node: Node): string[] {
  const text = literalText(node)
  if (text !== undefined) return keys.has(text) ? [text.split('.')[0] ?? ''] : []
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node['quasis'])) return []
  const start = quasiText(node['quasis'][0]) ?? ''
  const [namespace = ''] = start.split('.')
  return start.includes('.') && [...keys].some((key) => key.startsWith(start)) ? [namespace] : []
}

/** Returns the keys of messages that the server creates: their English comes with the response. */
function madeMessages({ nodes, path }: Source): ReadonlySet<unknown> {
  const calls = nodes.filter(({ type, callee }) => type === 'CallExpression' && keyName(callee) === 'message')
  return new Set(path.startsWith('common/') ? calls.map((call) => [call['arguments']].flat()[0]) : [])
}

const needs = new Map(
  sources.map((source) => {
    const made = madeMessages(source)
    return [
      targetOf(source.path),
      new Set(source.nodes.filter((node) => !made.has(node)).flatMap(namespacesOf)),
    ] as const
  }),
)

function neededBy(target: string): Map<string, string> {
  const needed = new Map<string, string>()
  for (const module of broughtBy(target)) for (const name of needs.get(module) ?? []) needed.set(name, module)
  return needed
}

interface Chunk {
  readonly site: string
  readonly line: number
  readonly target: string
  readonly given: readonly string[]
}

/** The second argument of `withTexts(import('./KanbanView'), ['kanban'])`. */
function listOf(node: unknown): string[] {
  if (!isNode(node)) return []
  if (node.type === 'ArrayExpression' && Array.isArray(node['elements'])) return node['elements'].flatMap(listOf)
  const text = literalText(node)
  return text === undefined ? [] : [text]
}

function chunksOf(source: Source): Chunk[] {
  const given = new Map<unknown, string[]>()
  for (const node of source.nodes) {
    const { callee, arguments: values } = node
    if (node.type === 'CallExpression' && isNode(callee) && callee['name'] === 'withTexts' && Array.isArray(values))
      given.set(values[0], listOf(values[1]))
  }
  return source.nodes
    .filter((node) => node.type === 'ImportExpression')
    .flatMap((node) =>
      importsOf({ ...source, nodes: [node] })
        .filter(({ kind, target }) => kind === 'own' && byTarget.has(target))
        .map(({ target }) => ({
          site: targetOf(source.path),
          line: lineOf(source, node),
          target,
          given: given.get(node) ?? [],
        })),
    )
}

/** Returns the namespaces loaded when a chunk runs: its own, and those of every chunk that can import it. */
function textsOfChunks(chunks: readonly Chunk[]): Map<Chunk, ReadonlySet<string>> {
  const all = new Set([...keys].map((key) => key.split('.')[0] ?? ''))
  let texts = new Map<Chunk, ReadonlySet<string>>(chunks.map((chunk) => [chunk, all]))
  const atStart = broughtBy('renderer/main')
  for (let changed = true; changed;) {
    const before = texts
    texts = new Map(
      chunks.map((chunk) => {
        const outer = chunks.filter(({ target }) => broughtBy(target).has(chunk.site))
        const around =
          atStart.has(chunk.site) || outer.length === 0
            ? [new Set<string>(startNamespaces)]
            : outer.map((each) => before.get(each) ?? all)
        const common = [...all].filter((name) => around.every((set) => set.has(name)))
        return [chunk, new Set([...common, ...chunk.given])]
      }),
    )
    changed = chunks.some((chunk) => texts.get(chunk)?.size !== before.get(chunk)?.size)
  }
  return texts
}

/** True for namespaces of the server's error messages. A page in another language loads them at its start. */
const isOfServer = (namespace: string): boolean => namespace === 'errors'

describe('the texts of a chunk', () => {
  it('are loaded beside it', () => {
    const chunks = sources.flatMap(chunksOf)
    const texts = textsOfChunks(chunks)
    const isAtStart = new Set<string>(startNamespaces)
    const wrong = chunks.flatMap((chunk) => {
      const needed = neededBy(chunk.target)
      const where = `${chunk.site}:${chunk.line} loads ${chunk.target}`
      const idle = chunk.given.filter((name) => !needed.has(name) || isAtStart.has(name))
      return [
        ...[...needed]
          .filter(([name]) => texts.get(chunk)?.has(name) !== true && !isOfServer(name))
          .map(([name, module]) => `${where} without the texts '${name}', which ${module} shows`),
        ...idle.map((name) => `${where} with the texts '${name}', which it doesn't show`),
      ]
    })
    expectNone(wrong)
  })

  it('are there at the start where the first chunk shows them', () => {
    const shell = new Set<string>(startNamespaces)
    const needed = [...neededBy('renderer/main')]
    expectNone(
      needed
        .filter(([name]) => !shell.has(name) && !isOfServer(name))
        .map(([name, module]) => `${module} shows '${name}'`),
    )
  })

  it('include those of the server where the page renders its messages', () => {
    const sent = [...readFileSync('locales/server.ts', 'utf8').matchAll(/as (\w+) \}/g)].map(([, name]) => name ?? '')
    const loaded = new Set<string>([...startNamespaces, ...serverNamespaces])
    expect(sent.length).toBeGreaterThan(0)
    expectNone(sent.filter((name) => !loaded.has(name)))
  })
})
