import type { ElectronOptions } from 'vite-plugin-electron'
import { fileURLToPath } from 'node:url'
import { aliases } from './aliases.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

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
 * server.config.ts builds the main process, which is mostly the server.
 */
export default { electron: [preload] }
