import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright'
import { picture } from './open-pages'
import { patienceMs } from './patience'

const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The Chromium that `npm test` found (`BASALT_CHROMIUM`), else one of this machine, else Playwright's own. */
export const chromiumPath: string | undefined = [
  process.env['BASALT_CHROMIUM'],
  ...places,
  chromium.executablePath(),
].find((path) => path !== undefined && path !== '' && existsSync(path))

/**
 * Features that Playwright turns off, of which Chromium reads the last list only, and two pages that a window prepares for
 * its address bar: half a second of processor time for each context.
 */
const featuresOff = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
]

const args = [
  '--no-sandbox',
  // A page that loads again stays in its process, which has its scripts compiled.
  '--process-per-site',
  '--disable-site-isolation-trials',
  // Pages live for seconds: optimizing hot functions costs more than it saves.
  '--js-flags=--no-opt,--no-maglev',
  '--disable-gpu',
  `--disable-features=${featuresOff.join()}`,
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Starts the Chromium of the end-to-end tests. Check `chromiumPath` first, and skip with a message if it is missing.
 */
export async function launchChromium(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error('No Chromium here. Run npm test, or name one with BASALT_CHROMIUM.')
  const browser = await chromium.launch({ executablePath: chromiumPath, args })
  browser.on('context', (context) => {
    context.setDefaultTimeout(patienceMs)
    context.on('page', picture)
  })
  return browser
}
