import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Folder of a package at the end of the last `node_modules/` in a path. */
const packageFolder = /^(?:\0)?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//

/**
 * Writes the folders of the packages that a bundle contains to `.cache/build`, for the notices of their licences
 * (scripts/lib/notices.mjs).
 */
export function recordPackages(part: 'server' | 'renderer'): Plugin {
  const folder = part === 'server' ? 'dist/main' : 'dist/renderer'
  const path = fileURLToPath(new URL(`../../.cache/build/packages-${part}.json`, import.meta.url))
  return {
    name: 'basalt-record-packages',
    apply: 'build',
    generateBundle({ dir = '' }, bundle) {
      // Tests and benchmarks build parts of the server elsewhere.
      if (!dir.replaceAll('\\', '/').endsWith(folder)) return
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
      const folders = new Set(modules.flatMap((id) => packageFolder.exec(id.replaceAll('\\', '/'))?.[1] ?? []))
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, JSON.stringify([...folders].sort(), undefined, 2))
    },
  }
}
