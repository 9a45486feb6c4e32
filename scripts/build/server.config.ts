import { builtinModules } from 'node:module'
import { defineConfig } from 'vite'
import { aliases } from './aliases.ts'
import { catalogues } from './catalogues.ts'
import { driversOfKnex } from './knex.ts'
import neverLoaded from './never-loaded.json' with { type: 'json' }
import { recordPackages } from './record-packages.ts'

const nodeModules = new Set([...builtinModules, ...builtinModules.map((name) => `node:${name}`)])

/**
 * Packages that every start loads, or that a worker needs few parts of. The bundle includes them with all their imports,
 * because finding and reading hundreds of files takes longer than running them.
 */
const bundled = [
  '@fastify/multipart',
  '@fastify/static',
  'autocannon',
  'fastify',
  'intl-messageformat',
  'jose',
  'knex',
  'pino',
  'saxes',
  'yauzl',
  'zod',
]
/**
 * Imported by these packages, but never loaded: the server declares no JSON schemas, and only tests inject requests.
 * Packages of the application don't contain them.
 */
const unused = [...neverLoaded, ...driversOfKnex]

const isOwn = (id: string): boolean => /^(?:[./\0]|virtual:|@(?:common|main|locales)\/|[a-zA-Z]:)/.test(id)
const isOneOf = (names: readonly string[], id: string): boolean =>
  names.some((name) => id === name || id.startsWith(`${name}/`))

/**
 * True for modules that the bundle loads as installed: Node's own modules, drivers, and packages that few servers need.
 */
export function isOutside(id: string, importer: string | undefined): boolean {
  if (nodeModules.has(id) || isOneOf(unused, id)) return true
  if (isOwn(id) || isOneOf(bundled, id)) return false
  return importer === undefined || !importer.includes('node_modules')
}

/**
 * Bundles the server, the desktop shell around it, the command and most workers, which share most of their files. The
 * programs of SQLite are files of their own (`sqlite-programs.ts`).
 */
export default defineConfig({
  resolve: { alias: aliases },
  ssr: { noExternal: true },
  plugins: [catalogues(), recordPackages('server')],
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist/main',
    emptyOutDir: true,
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: {
        start: 'main/start.ts',
        index: 'main/index.ts',
        serve: 'main/serve.ts',
        command: 'main/command/main.ts',
        'command-entry': 'main/command/entry.ts',
        headless: 'main/headless.ts',
        'import-worker': 'main/features/imports/worker.ts',
        'script-worker': 'main/features/script-runs/worker.ts',
        'performance-worker': 'main/features/api-client/performance/worker.ts',
      },
      external: isOutside,
      // A histogram of autocannon loads zlib by `eval`, for bundlers of pages.
      checks: { eval: false },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        format: 'es',
        comments: false,
        // V8 holds a file with any other character in two bytes each.
        charset: 'ascii',
      },
    },
  },
})
