import { builtinModules } from 'node:module'
import { defineConfig } from 'vite'
import { aliases } from './aliases.ts'

const nodeModules = [...builtinModules, ...builtinModules.map((name) => `node:${name}`)]

/** Bundles the headless server and its worker: plain Node code, packages stay outside. */
export default defineConfig({
  resolve: { alias: aliases },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist/main',
    emptyOutDir: false,
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: {
        serve: 'main/serve.ts',
        'sqlite-worker': 'main/db/dialects/sqlite/worker.ts',
        'sqlite-process': 'main/db/dialects/sqlite/process.ts',
        'import-worker': 'main/features/imports/worker.ts',
      },
      external: (id) =>
        nodeModules.includes(id) ||
        (!id.startsWith('.') &&
          !id.startsWith('/') &&
          !id.startsWith('@common') &&
          !id.startsWith('@main') &&
          !id.startsWith('@locales') &&
          !id.includes(':\\')),
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js', format: 'es' },
    },
  },
})
