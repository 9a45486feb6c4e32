import type { InlineConfig } from 'vite'
import { aliases } from './aliases.ts'
import { isOutside } from './server.config.ts'

const programs = {
  'sqlite-worker': 'main/db/dialects/sqlite/worker.ts',
  'sqlite-process': 'main/db/dialects/sqlite/process.ts',
  'sqlite-session': 'main/db/dialects/sqlite/session-process.ts',
}

/**
 * Returns a build for each program that starts with a database or a script. Each is one file of what it calls: loading the
 * server's twenty shared files, with schemas that no thread checks, took half of its start.
 */
export function sqlitePrograms(outDir: string): InlineConfig[] {
  return Object.entries(programs).map(([name, file]) => ({
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: aliases },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node24',
      outDir,
      emptyOutDir: false,
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: { [name]: file },
        external: isOutside,
        treeshake: {
          manualPureFunctions: ['z'],
          // Nothing else does anything by being imported alone.
          moduleSideEffects: [{ test: /\/(?:common|main|zod)\//, sideEffects: false }],
        },
        output: { entryFileNames: '[name].js', format: 'es', comments: false, charset: 'ascii' },
      },
    },
  }))
}
