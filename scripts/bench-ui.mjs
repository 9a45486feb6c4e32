/** `npm run bench:ui`: builds, then measures the interface over a million rows in a real Chromium. */
import { buildChanged } from './build.mjs'
import { runTypeScript } from './lib/bundle.mjs'
import { findChromium } from './lib/desktop.mjs'
import { complain, endWithNpm, handOverToProjectNode } from './lib/process.mjs'

endWithNpm()
if (!(await handOverToProjectNode(import.meta.url))) {
  const chromium = await findChromium()
  if (chromium === undefined) {
    complain('No Chromium is here to measure in. Install one, or name it with BASALT_CHROMIUM.')
    process.exitCode = 1
  } else {
    await buildChanged({ only: ['server', 'renderer'] })
    process.exitCode = await runTypeScript('bench/ui/index.ts', process.argv.slice(2), { BASALT_CHROMIUM: chromium })
  }
}
