import { defineConfig } from 'vitest/config'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { aliases } from './scripts/build/aliases.ts'

const electronStub = fileURLToPath(new URL('./tests/helpers/electron-stub.ts', import.meta.url))

/** Servers and databases take turns with the tests that wait for them: on two cores one worker leaves half of them unused. */
const maxWorkers = Math.max(2, availableParallelism() - 1)

/** One project per kind of test, so that each can run alone: `npx vitest run --project unit`. */
const project = (name: string, include: string[], test: Record<string, unknown> = {}) => ({
  resolve: { alias: { ...aliases, electron: electronStub } },
  // electron-store imports electron itself: only what vitest loads gets the stub.
  test: { name, include, maxWorkers, server: { deps: { inline: ['electron-store'] } }, ...test },
})

export default defineConfig({
  test: {
    reporters: ['default', './tests/helpers/engine-matrix.ts'],
    projects: [
      project('unit', ['tests/unit/**/*.test.ts'], { testTimeout: 30_000 }),
      project('components', ['tests/unit/**/*.test.tsx'], {
        environment: 'jsdom',
        setupFiles: ['tests/helpers/components-setup.ts'],
        testTimeout: 30_000,
      }),
      project('architecture', ['tests/architecture/**/*.test.ts'], { testTimeout: 60_000 }),
      project('contract', ['tests/contract/**/*.test.ts'], {
        globalSetup: ['tests/helpers/global-setup.ts', 'tests/helpers/postgres-setup.ts'],
        testTimeout: 30_000,
        hookTimeout: 60_000,
      }),
      project('http', ['tests/http/**/*.test.ts'], {
        globalSetup: [
          'tests/helpers/global-setup.ts',
          'tests/helpers/postgres-setup.ts',
          'tests/helpers/mariadb-setup.ts',
        ],
        testTimeout: 30_000,
        hookTimeout: 60_000,
      }),
      project('dialects', ['tests/dialects/**/*.test.ts'], {
        globalSetup: [
          'tests/helpers/global-setup.ts',
          'tests/helpers/postgres-setup.ts',
          'tests/helpers/mariadb-setup.ts',
        ],
        testTimeout: 30_000,
        hookTimeout: 60_000,
      }),
      project('e2e', ['tests/e2e/**/*.test.ts'], {
        globalSetup: ['tests/helpers/postgres-setup.ts'],
        testTimeout: 120_000,
        hookTimeout: 120_000,
        // What is waited for comes at once on a quiet machine: others take the time that they need.
        expect: { poll: { timeout: 20_000 } },
        // Each file has a server and a browser of its own, which wait for each other half of the time.
        maxWorkers: 2,
      }),
      // No test: `npm run screenshots` alone asks for it.
      ...(process.env['BASALT_SCREENSHOTS'] === undefined
        ? []
        : [project('screenshots', ['tests/e2e/screenshots.ts'], { testTimeout: 300_000, hookTimeout: 120_000 })]),
    ],
  },
})
