/** `npm run bench`: builds, then measures a server on a fresh profile against the limits of this machine. */
import { buildChanged } from './build.mjs'
import { runTypeScript } from './lib/bundle.mjs'
import { endWithNpm, handOverToProjectNode } from './lib/process.mjs'

endWithNpm()
if (!(await handOverToProjectNode(import.meta.url))) {
  await buildChanged()
  process.exitCode = await runTypeScript('bench/index.ts', process.argv.slice(2))
}
