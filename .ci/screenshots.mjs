/** `npm run screenshots`: every screen, light and dark, at two sizes, into docs/screenshots. */
import { buildChanged } from './build.mjs'
import { runTypeScript } from './lib/bundle.mjs'
import { findChromium } from './lib/desktop.mjs'
import { complain, handOverToProjectNode } from './lib/process.mjs'

async function screenshots(args) {
  const chromium = await findChromium()
  if (chromium === undefined) {
    complain('No Chromium is here to take the pictures with. Install one, or name it with BASALT_CHROMIUM.')
    return 1
  }
  await buildChanged({ only: ['server', 'renderer'] })
  return runTypeScript('tests/e2e/screenshots.ts', args, { BASALT_CHROMIUM: chromium })
}

if (!(await handOverToProjectNode(import.meta.url))) process.exitCode = await screenshots(process.argv.slice(2))
