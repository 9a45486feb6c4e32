import { build } from 'vite'

/** Bundles the SQLite worker once: a worker thread runs plain JavaScript, independent of the test runner. */
export default async function setup(): Promise<void> {
  await build({
    configFile: 'scripts/build/server.config.ts',
    logLevel: 'warn',
    build: {
      outDir: '.cache/test',
      emptyOutDir: false,
      rolldownOptions: {
        input: {
          serve: 'main/serve.ts',
          command: 'main/command/main.ts',
          headless: 'main/headless.ts',
          'sqlite-worker': 'main/db/dialects/sqlite/worker.ts',
          'sqlite-process': 'main/db/dialects/sqlite/process.ts',
          'import-worker': 'main/features/imports/worker.ts',
        },
      },
    },
  })
}
