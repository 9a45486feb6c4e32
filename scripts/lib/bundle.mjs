/** Runs one of our TypeScript programs: bundled with the aliases of the sources, packages loaded as installed. */
import { inRoot, loadModule, root, run } from './process.mjs'

/**
 * @param entry  TypeScript file, relative to the repository; it runs with the repository as its folder
 * @returns exit code
 */
export async function runTypeScript(entry, args = [], env = {}) {
  process.chdir(root)
  const vite = await loadModule('node_modules', 'vite', 'dist', 'node', 'index.js')
  const outDir = `.cache/run/${entry.replace(/\W+/g, '-')}`
  await vite.build({
    configFile: inRoot('scripts/build/server.config.ts'),
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: { input: { main: entry } },
    },
  })
  const { code } = await run(process.execPath, [inRoot(outDir, 'main.js'), ...args], { env })
  return code
}
