import { backendDependencies, backendDevDependencies, type BackendEngine } from '@common/dialects/generated-backend'
import type { BackendProject } from '../model'

/** Writes `package.json`, with exact versions. */
export function packageFile({ packageName, type, title }: BackendProject, engine: BackendEngine): string {
  const manifest = {
    name: packageName,
    version: '0.1.0',
    private: true,
    description: `REST API of ${title}`,
    ...(type === 'package' && { files: ['dist/src', 'dist/migrations'] }),
    type: 'module',
    ...(type === 'package' && {
      exports: { '.': { types: './dist/src/index.d.ts', default: './dist/src/index.js' } },
    }),
    scripts: {
      build: 'tsc',
      check: 'tsc --noEmit',
      prestart: 'npm run build',
      start: 'node dist/src/server.js',
      dev: 'node --watch src/server.ts',
      pretest: 'npm run build',
      test: 'node --test dist/test/*.test.js',
      'pretest:database': 'npm run build',
      'test:database': 'node --test --test-concurrency=1 dist/test/*.test.js',
      premigrate: 'npm run build',
      migrate: 'node dist/src/migrate.js',
      ...(type === 'package' && { prepack: 'npm run build' }),
    },
    dependencies: sorted({ ...backendDependencies, ...engine.dependencies }),
    devDependencies: sorted({ ...backendDevDependencies, ...engine.devDependencies }),
    engines: { node: '>=22.18' },
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

const sorted = (packages: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(packages).toSorted(([one], [other]) => (one < other ? -1 : 1)))
