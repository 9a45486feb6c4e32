/**
 * `npm run screenshots`: every screen, light and dark, at two sizes, into docs/screenshots.
 * `npm run screenshots -- --languages all`: the main screens in each language, as contact sheets, with a list of what a
 * language breaks. Names of languages with commas between take only these. `--screens all` takes every screen in them.
 */
import { buildChanged } from './build.mjs'
import { findChromium } from './lib/desktop.mjs'
import { complain, endWithNpm, handOverToProjectNode, runTool, say } from './lib/process.mjs'

async function screenshots(args) {
  const optionOf = (name) => (args.includes(name) ? (args[args.indexOf(name) + 1] ?? 'all') : undefined)
  const languages = optionOf('--languages')
  const screens = optionOf('--screens')
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
      ...(screens === undefined ? {} : { BASALT_SCREENSHOT_SCREENS: screens }),
    },
  })
  if (code === 0) say(`The pictures are in docs/screenshots${languages === undefined ? '' : '/languages'}.`)
  return code
}

endWithNpm()
if (!(await handOverToProjectNode(import.meta.url))) process.exitCode = await screenshots(process.argv.slice(2))
