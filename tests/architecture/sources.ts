/** Reads the sources of the application as syntax trees, for the tests of this folder. */
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseSync } from 'vite'
import { expect } from 'vitest'

export const sourceFolders = ['common', 'main', 'preload', 'renderer'] as const

/** A node of the syntax tree, with the parts that these tests use. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

export interface Source {
  /** Path from the repository, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly nodes: readonly Node[]
}

export interface Import {
  readonly from: string
  readonly line: number
  /** As written in the source. */
  readonly specifier: string
  /** `main/db/pool` for a file of ours, without ending; the package's name otherwise (`node:` for Node itself). */
  readonly target: string
  readonly kind: 'own' | 'package' | 'node'
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** Adds every node of a tree to a list, parents before children. */
function addNodes(value: unknown, nodes: Node[]): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) for (const item of value) addNodes(item, nodes)
  else if (isNode(value)) {
    nodes.push(value)
    for (const key in value) addNodes(value[key], nodes)
  }
}

export function parseSource(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message ?? ''}`)
  const nodes: Node[] = []
  addNodes(program, nodes)
  return { path, text, nodes }
}

/** Returns every TypeScript file of a folder. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('node_modules/'))
    .sort()
}

let read: Source[] | undefined

/** The application's own sources, read once. */
export function allSources(): readonly Source[] {
  read ??= sourceFolders.flatMap(filesIn).map((path) => parseSource(path, readFileSync(path, 'utf8')))
  return read
}

export function lineOf(source: Source, node: Node): number {
  return source.text.slice(0, node.start).split('\n').length
}

/** Returns the text of a string literal, or of a template without expressions. */
export function literalText(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined
  if (node.type === 'JSXExpressionContainer') return literalText(node['expression'])
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node['quasis']) || node['quasis'].length !== 1) return undefined
  return quasiText(node['quasis'][0])
}

/** Returns the text of one part of a template. */
export function quasiText(quasi: unknown): string | undefined {
  if (!isNode(quasi)) return undefined
  const value = quasi['value']
  return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : undefined
}

const withSource = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
])

function specifierOf(node: Node): string | undefined {
  if (withSource.has(node.type)) return literalText(node['source'])
  const callee = node['callee']
  const requires = node.type === 'CallExpression' && isNode(callee) && callee['name'] === 'require'
  return requires && Array.isArray(node['arguments']) ? literalText(node['arguments'][0]) : undefined
}

export function importsOf(source: Source): Import[] {
  return source.nodes.flatMap((node) => {
    const specifier = specifierOf(node)
    return specifier === undefined
      ? []
      : [{ from: source.path, line: lineOf(source, node), specifier, ...resolveImport(source.path, specifier) }]
  })
}

/** @param from  path of the importing file */
export function resolveImport(from: string, specifier: string): Pick<Import, 'target' | 'kind'> {
  const withoutEnding = (path: string) => path.replace(/(\/index)?(\.(ts|tsx))?(\?.*)?$/, '')
  if (specifier.startsWith('.'))
    return { kind: 'own', target: withoutEnding(posix.join(posix.dirname(from), specifier)) }
  const alias = /^@(common|main|preload|renderer|locales|tests)\/(.*)$/.exec(specifier)
  if (alias !== null) return { kind: 'own', target: withoutEnding(`${alias[1] ?? ''}/${alias[2] ?? ''}`) }
  if (specifier.startsWith('node:')) return { kind: 'node', target: specifier }
  const parts = specifier.split('/')
  return { kind: 'package', target: specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '') }
}

/** Expects an empty list; a failure names each entry. */
export function expectNone(found: readonly string[]): void {
  expect(found, `\n${found.join('\n')}\n`).toHaveLength(0)
}

/** Returns the name of a property's key, written as an identifier or as text. */
export function keyName(key: unknown): string | undefined {
  if (!isNode(key)) return undefined
  return typeof key['name'] === 'string' ? key['name'] : literalText(key)
}
