/**
 * `npm run screenshots`: every screen, light and dark, at two sizes, into docs/screenshots.
 * `npm run screenshots -- --languages all`: the main screens in each language, as contact sheets, with a list of what a
 * language breaks. Names of languages with commas between take only these.
 */
import { buildChanged } from './build.mjs'
import { findChromium } from './lib/desktop.mjs'
import { complain, endWithNpm, handOverToProjectNode, runTool, say } from './lib/process.mjs'

async function screenshots(args) {
  const at = args.indexOf('--languages')
  const languages = at === -1 ? undefined : (args[at + 1] ?? 'all')
  const chromium = await findChromium()
  if (chromium === undefined) {
    complain('No Chromium is here to take the pictures with. Install one, or name it with BASALT_CHROMIUM.')
    return 1
  }
  await buildChanged({ only: ['server', 'renderer'] })
  const { code } = await runTool('vitest/vitest.mjs', ['run', '--project', 'screenshots'], {
    env: {
      BASALT_CHROMIUM: chromium,
      BASALT_SCREENSHOTS: '1',
      ...(languages === undefined ? {} : { BASALT_SCREENSHOT_LANGUAGES: languages }),
    },
  })
  if (code === 0) say(`The pictures are in docs/screenshots${languages === undefined ? '' : '/languages'}.`)
  return code
}

endWithNpm()
if (!(await handOverToProjectNode(import.meta.url))) process.exitCode = await screenshots(process.argv.slice(2))
