/** `npm run bench:scale`: builds, then measures one, two and four servers over the same PostgreSQL. */
import { buildChanged } from './build.mjs'
import { runTypeScript } from './lib/bundle.mjs'
import { endWithNpm, handOverToProjectNode } from './lib/process.mjs'

endWithNpm()
if (!(await handOverToProjectNode(import.meta.url))) {
  await buildChanged({ only: ['server'] })
  process.exitCode = await runTypeScript('bench/scale/index.ts', process.argv.slice(2))
}
