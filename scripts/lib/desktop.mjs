/** Detects a display, an Electron runtime and a Chromium on this machine. */
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { inRoot, run, runNode, runTool } from './process.mjs'

/** True when a window could be shown here. */
export function hasDisplay() {
  if (process.platform === 'win32') return true
  if (process.platform === 'darwin') return process.env.SSH_CONNECTION === undefined
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

/** Returns the full path of a program on PATH. */
export function findProgram(name) {
  const names = process.platform === 'win32' ? [`${name}.exe`, `${name}.cmd`] : [name]
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const file of names) if (folder !== '' && existsSync(join(folder, file))) return join(folder, file)
  return undefined
}

/** The Electron binary, without importing `electron`: its first import would start a download. */
export function findElectron() {
  const package_ = inRoot('node_modules', 'electron')
  const pathFile = join(package_, 'path.txt')
  if (!existsSync(pathFile)) return undefined
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(package_, 'dist')
  const binary = join(folder, readFileSync(pathFile, 'utf8').trim())
  return existsSync(binary) ? binary : undefined
}

/** Fetches the Electron binary, giving up after `limitMs`. */
export async function fetchElectron(limitMs) {
  const script = inRoot('node_modules', 'electron', 'install.js')
  if (!existsSync(script)) return undefined
  const { code } = await runNode(script, [], { quiet: true, limitMs })
  return code === 0 ? findElectron() : undefined
}

/** The first draws no window and no address bar: a fifth of the processor time of the end-to-end tests. */
const chromiumNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const chromiumPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** A Chromium for the end-to-end tests: named by `BASALT_CHROMIUM`, of this machine, or Playwright's own. */
export async function findChromium() {
  const named = process.env.BASALT_CHROMIUM
  if (named) return existsSync(named) ? named : undefined
  const found = chromiumNames.map(findProgram).find(Boolean) ?? chromiumPlaces.find((file) => existsSync(file))
  return found ?? playwrightChromium()
}

async function playwrightChromium() {
  const script = "process.stdout.write(require('playwright').chromium.executablePath())"
  if (!existsSync(inRoot('node_modules', 'playwright'))) return undefined
  const { code, output } = await runNode('-e', [script], { quiet: true })
  return code === 0 && existsSync(output.trim()) ? output.trim() : undefined
}

/** Installs a Chromium: the distribution's when root on Debian and its kin, else Playwright's own. */
export async function installChromium() {
  if (process.platform === 'linux' && process.getuid?.() === 0 && findProgram('apt-get') !== undefined) {
    const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' }, limitMs: 300_000 }
    await run('apt-get', ['update', '-qq'], options)
    // The older releases of some kin have the second one only.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options)
      const found = await findChromium()
      if (found !== undefined) return found
    }
  }
  await runTool('playwright/cli.js', ['install', 'chromium'], { quiet: true, limitMs: 300_000 })
  return playwrightChromium()
}
