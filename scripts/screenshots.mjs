/** `npm run screenshots`: every screen, light and dark, at two sizes, into docs/screenshots. */
import { buildChanged } from './build.mjs'
import { findChromium } from './lib/desktop.mjs'
import { complain, endWithNpm, handOverToProjectNode, runTool, say } from './lib/process.mjs'

async function screenshots() {
  const chromium = await findChromium()
  if (chromium === undefined) {
    complain('No Chromium is here to take the pictures with. Install one, or name it with BASALT_CHROMIUM.')
    return 1
  }
  await buildChanged({ only: ['server', 'renderer'] })
  const { code } = await runTool('vitest/vitest.mjs', ['run', '--project', 'screenshots'], {
    env: { BASALT_CHROMIUM: chromium, BASALT_SCREENSHOTS: '1' },
  })
  if (code === 0) say('The pictures are in docs/screenshots.')
  return code
}

endWithNpm()
if (!(await handOverToProjectNode(import.meta.url))) process.exitCode = await screenshots()
