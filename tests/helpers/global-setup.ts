import { build } from 'vite'
import { sqlitePrograms } from '../../scripts/build/sqlite-programs'

const folder = '.cache/test'
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
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        input: {
          serve: 'main/serve.ts',
          command: 'main/command/main.ts',
          headless: 'main/headless.ts',
          'import-worker': 'main/features/imports/worker.ts',
          'script-worker': 'main/features/script-runs/worker.ts',
          'performance-worker': 'main/features/api-client/performance/worker.ts',
        },
      },
    },
  })
  for (const program of sqlitePrograms(folder)) await build(program)
}
