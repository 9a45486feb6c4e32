import type { ElectronOptions } from 'vite-plugin-electron'
import { isBuiltin } from 'node:module'
import { fileURLToPath } from 'node:url'
import { aliases } from './aliases.ts'
import { driversOfKnex } from './knex.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const ownFolders = ['@common/', '@main/', '@preload/', '@locales/']

/** Packages stay outside the main bundle: natives must be files of their own, the rest is loaded as installed. */
const isPackage = (id: string): boolean =>
  !id.startsWith('.') && !id.startsWith('/') && !/^[a-zA-Z]:/.test(id) && !ownFolders.some((own) => id.startsWith(own))

/** True for knex and what it imports: a few hundred small files that each start loads. */
const isOfKnex = (id: string, importer: string | undefined): boolean =>
  id.startsWith('knex/') ||
  (importer?.includes('node_modules') === true && !isBuiltin(id) && !driversOfKnex.includes(id))

/** The composition root: an ES module, as package.json says. */
const main: ElectronOptions = {
  vite: {
    root,
    logLevel: 'warn',
    resolve: { alias: aliases },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node24',
      outDir: 'dist/main',
      emptyOutDir: false,
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: { index: 'main/index.ts' },
        external: (id, importer) => isPackage(id) && !isOfKnex(id, importer),
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
}

/** One self-contained CommonJS file: a sandboxed preload script can load nothing but `electron`. */
const preload: ElectronOptions = {
  vite: {
    root,
    logLevel: 'warn',
    resolve: { alias: aliases },
    build: {
      target: 'chrome140',
      outDir: 'dist/preload',
      emptyOutDir: true,
      minify: false,
      sourcemap: false,
      rolldownOptions: {
        input: { index: 'preload/index.ts' },
        output: { format: 'cjs', codeSplitting: false, entryFileNames: '[name].cjs' },
      },
    },
  },
}

/**
 * Options that `scripts/build.mjs` passes to vite-plugin-electron. Its dev mode, which starts the binary, is not used.
 */
export default { electron: [main, preload] }
