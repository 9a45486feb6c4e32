import { build } from 'vite'

const shared = Symbol.for('basalt.tests.programs')
const run = globalThis as typeof globalThis & { [shared]?: Promise<void> }

/**
 * Bundles the programs of the server once for all projects of a run: a worker thread runs plain JavaScript, independent of
 * the test runner.
 */
export default function setup(): Promise<void> {
  return (run[shared] ??= bundle())
}

async function bundle(): Promise<void> {
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
          'sqlite-session': 'main/db/dialects/sqlite/session-process.ts',
          'import-worker': 'main/features/imports/worker.ts',
          'script-worker': 'main/features/script-runs/worker.ts',
          'performance-worker': 'main/features/api-client/performance/worker.ts',
        },
      },
    },
  })
}
