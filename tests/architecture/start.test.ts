import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { allSources, importsOf, isNode, parseSource, type Node, type Source } from './sources'

/** Packages that the headless server may load before its first response: each makes every start slower. */
const packagesOfStart = ['@fastify/multipart', '@fastify/static', 'fastify', 'intl-messageformat', 'pino', 'zod']

/** True for imports that load something when their module is loaded: neither types nor `import()`. */
function loads(node: Node): boolean {
  if (node.type === 'ExportAllDeclaration' || node.type === 'ExportNamedDeclaration')
    return node['exportKind'] !== 'type'
  if (node.type !== 'ImportDeclaration' || node['importKind'] === 'type') return false
  const names = Array.isArray(node['specifiers']) ? node['specifiers'].filter(isNode) : []
  return names.length === 0 || names.some((name) => name['importKind'] !== 'type')
}

const parsed = new Map(allSources().map((source) => [source.path, source]))

function sourceAt(target: string): Source | undefined {
  const path = [`${target}.ts`, `${target}/index.ts`].find((file) => existsSync(file))
  return path === undefined ? undefined : (parsed.get(path) ?? parseSource(path, readFileSync(path, 'utf8')))
}

describe('The start of the server', () => {
  it('loads no package that its first request does not need', () => {
    const seen = new Set<string>()
    const packages = new Set<string>()
    // The command line loads the server with `import()`, after its cache of compiled code is on.
    const open = ['main/serve', 'main/headless']
    for (let target = open.pop(); target !== undefined; target = open.pop()) {
      const source = sourceAt(target)
      if (source === undefined) continue
      for (const found of importsOf({ ...source, nodes: source.nodes.filter(loads) })) {
        // The texts are files of our own, which the build bundles.
        if (found.kind === 'package' && !found.target.startsWith('virtual:')) packages.add(found.target)
        if (found.kind !== 'own' || seen.has(found.target)) continue
        seen.add(found.target)
        open.push(found.target)
      }
    }
    expect([...packages].sort()).toEqual(packagesOfStart)
    expect(seen.size).toBeGreaterThan(300)
  })

  it('finds these packages in its bundle, not in hundreds of files', () => {
    const bundled = /const bundled = \[(.*?)\]/s.exec(readFileSync('scripts/build/server.config.ts', 'utf8'))?.[1] ?? ''
    expect(packagesOfStart.filter((name) => !bundled.includes(`'${name}'`))).toEqual([])
  })
})
