/**
 * Builds everything that changed since the last build:
 *
 *   renderer  the web page           vite.config.ts            → dist/renderer
 *   server    server, shell, workers build/server.config.ts    → dist/main
 *                                    build/sqlite-programs.ts
 *   desktop   preload script         build/electron.config.ts  → dist/preload
 *
 * `--only=server,renderer` builds these alone; `--force` builds even if nothing changed.
 */
import { existsSync } from 'node:fs'
import { writeNotices } from './lib/notices.mjs'
import { fingerprint, isFresh, remember } from './lib/fingerprint.mjs'
import { complain, handOverToProjectNode, inRoot, isCommand, loadModule, root, say } from './lib/process.mjs'

const shared = ['common', 'locales', 'package-lock.json', 'scripts/build']

const parts = {
  server: {
    sources: [...shared, 'main'],
    results: [
      ...[
        'start',
        'index',
        'serve',
        'headless',
        'sqlite-worker',
        'sqlite-process',
        'sqlite-session',
        'import-worker',
        'script-worker',
        'performance-worker',
      ].map((name) => `dist/main/${name}.js`),
      '.cache/build/packages-server.json',
    ],
    build: async (vite) => {
      await vite.build({ configFile: inRoot('scripts/build/server.config.ts'), logLevel: 'warn' })
      const { sqlitePrograms } = await import('./build/sqlite-programs.ts')
      for (const program of sqlitePrograms('dist/main')) await vite.build(program)
    },
  },
  renderer: {
    sources: [...shared, 'renderer', 'docs', 'vite.config.ts'],
    results: ['dist/renderer/index.html', '.cache/build/packages-renderer.json'],
    build: async (vite) => {
      await vite.build({ configFile: inRoot('vite.config.ts'), logLevel: 'warn' })
    },
  },
  desktop: {
    sources: [...shared, 'preload'],
    results: ['dist/preload/index.cjs'],
    build: async (vite) => {
      const environment = { command: 'build', mode: 'production' }
      const loaded = await vite.loadConfigFromFile(environment, inRoot('scripts/build/electron.config.ts'))
      const electron = await loadModule('node_modules', 'vite-plugin-electron', 'dist', 'index.mjs')
      for (const options of loaded.config.electron) await electron.build(options)
    },
  },
}

/** Lists of bundled packages, for the notices of licences. */
const noticesNeed = ['server', 'renderer'].map((part) => `.cache/build/packages-${part}.json`)

/** Builds the named parts, by default all. @returns the parts that needed a build */
export async function buildChanged({ only = Object.keys(parts), force = false } = {}) {
  process.chdir(root)
  const stale = only
    .map((name) => ({ name, part: parts[name], print: fingerprint(parts[name].sources) }))
    .filter(
      ({ name, part, print }) =>
        force || !isFresh(name, print) || part.results.some((file) => !existsSync(inRoot(file))),
    )
  if (stale.length === 0) return []
  const vite = await loadModule('node_modules', 'vite', 'dist', 'node', 'index.js')
  for (const { name, part, print } of stale) {
    const started = performance.now()
    await part.build(vite)
    remember(name, print)
    say(`Built ${name} in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
  }
  if (noticesNeed.every((file) => existsSync(inRoot(file)))) writeNotices()
  return stale.map(({ name }) => name)
}

if (isCommand(import.meta.url) && !(await handOverToProjectNode(import.meta.url))) {
  const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)
  const names = only?.split(',')
  const unknown = names?.find((name) => !Object.hasOwn(parts, name))
  if (unknown !== undefined) {
    complain(`There is no part called ${unknown}. Parts: ${Object.keys(parts).join(', ')}.`)
    process.exit(2)
  }
  try {
    await buildChanged({ only: names, force: process.argv.includes('--force') })
  } catch (error) {
    complain(error instanceof Error ? (error.stack ?? error.message) : String(error))
    process.exitCode = 1
  }
}
