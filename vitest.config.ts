import { defineConfig } from 'vitest/config'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { aliases } from './scripts/build/aliases.ts'
import { catalogues } from './scripts/build/catalogues.ts'
import { LongestFirst } from './scripts/build/longest-first.ts'
import { putTemporaryFilesInMemory } from './scripts/build/memory-folder.ts'
import { patienceMs } from './tests/helpers/patience.ts'

putTemporaryFilesInMemory()

const electronStub = fileURLToPath(new URL('./tests/helpers/electron-stub.ts', import.meta.url))

const cores = availableParallelism()

/** Tests that compute all the time. */
const computing = { maxWorkers: Math.max(2, cores - 1), sequence: { groupOrder: 0 } }
const patient = { poll: { timeout: patienceMs } }
/** Tests that wait for servers and databases half of the time: more of them than cores keep every core busy. */
const waiting = { maxWorkers: cores + 3, sequence: { groupOrder: 1 }, expect: patient }
/**
 * Each has a server and pages of its own, which wait for each other a third of the time. `npm test` runs them beside the
 * others: few at a time, so that they last nearly as long.
 */
const browsing = { maxWorkers: cores, sequence: { groupOrder: 2 }, expect: patient }
/** Random order within each file. The run prints its seed; `--sequence.seed=` repeats it. */
const shuffled = { sequence: { ...browsing.sequence, shuffle: { tests: true, files: false } } }

/** `npm test` runs at each change, so it leaves tests out. `npm run test:all` runs every test. */
const tags = [
  {
    name: 'nightly',
    description: 'Takes long and seldom fails: kills, servers in browsers, large files. At night only.',
  },
  { name: 'smoke', description: 'An end-to-end test of the main path of a daily feature. Runs at each change.' },
]

/**
 * One project per kind of test, so that each can run alone: `npx vitest run --project unit`. Files of a worker share its
 * modules, as requests of a server do: loading them anew for each file took a third of the time. A file that replaces
 * modules (`vi.mock`) belongs to the components, which share only packages and jsdom (`helpers/fresh-page.ts`).
 */
const project = (name: string, include: string[], test: Record<string, unknown> = {}) => ({
  plugins: [catalogues()],
  resolve: { alias: { ...aliases, electron: electronStub } },
  // electron-store imports electron itself: only what vitest loads gets the stub.
  test: {
    name,
    include,
    isolate: false,
    restoreMocks: true,
    tags,
    server: { deps: { inline: ['electron-store'] } },
    ...test,
  },
})

export default defineConfig({
  test: {
    reporters: ['default', './tests/helpers/engine-matrix.ts'],
    tags,
    sequence: { sequencer: LongestFirst },
    projects: [
      project('unit', ['tests/unit/**/*.test.ts'], {
        ...computing,
        setupFiles: ['tests/helpers/english-texts.ts'],
        testTimeout: patienceMs * 2,
      }),
      project('components', ['tests/unit/**/*.test.tsx'], {
        ...computing,
        environment: 'jsdom',
        setupFiles: ['tests/helpers/components-setup.ts'],
        testTimeout: patienceMs * 2,
      }),
      project('architecture', ['tests/architecture/**/*.test.ts'], { ...computing, testTimeout: patienceMs * 4 }),
      project('contract', ['tests/contract/**/*.test.ts'], {
        ...waiting,
        globalSetup: ['tests/helpers/global-setup.ts', 'tests/helpers/postgres-setup.ts'],
        testTimeout: patienceMs * 2,
        hookTimeout: patienceMs * 4,
      }),
      project('http', ['tests/http/**/*.test.ts'], {
        ...waiting,
        globalSetup: [
          'tests/helpers/global-setup.ts',
          'tests/helpers/postgres-setup.ts',
          'tests/helpers/mariadb-setup.ts',
        ],
        testTimeout: patienceMs * 2,
        hookTimeout: patienceMs * 4,
      }),
      project('dialects', ['tests/dialects/**/*.test.ts'], {
        ...waiting,
        globalSetup: [
          'tests/helpers/global-setup.ts',
          'tests/helpers/postgres-setup.ts',
          'tests/helpers/mariadb-setup.ts',
        ],
        testTimeout: patienceMs * 2,
        hookTimeout: patienceMs * 4,
      }),
      project('e2e', ['tests/e2e/**/*.test.ts'], {
        ...browsing,
        ...shuffled,
        setupFiles: ['tests/helpers/failure-pictures.ts'],
        globalSetup: [
          'tests/helpers/postgres-setup.ts',
          'tests/helpers/mariadb-setup.ts',
          'tests/helpers/profile-setup.ts',
        ],
        testTimeout: patienceMs * 4,
        hookTimeout: patienceMs * 4,
      }),
      // No test: `npm run screenshots` alone asks for it.
      ...(process.env['BASALT_SCREENSHOTS'] === undefined
        ? []
        : [
            project('screenshots', ['tests/e2e/screenshots.ts'], {
              ...browsing,
              testTimeout: 300_000,
              hookTimeout: 900_000,
            }),
          ]),
    ],
  },
})
