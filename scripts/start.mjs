/**
 * `npm start`: builds if the sources changed, then opens the desktop window if an Electron runtime and a display exist.
 * Otherwise prints one line and starts the same server without a window.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fetchElectron, findElectron, hasDisplay } from './lib/desktop.mjs'
import {
  endWithNpm,
  handOverToProjectNode,
  inRoot,
  loadModule,
  offerLocales,
  run,
  runNode,
  say,
} from './lib/process.mjs'

const fetchLimitMs = 20_000
/** An Electron that ends with a fault this early never showed a window. */
const earlyEndMs = 5_000

/** The runtime, fetched once if it is missing. A fetch that failed is remembered and not tried again for this version. */
async function electronRuntime() {
  const found = findElectron()
  if (found !== undefined) return found
  const packageFile = inRoot('node_modules', 'electron', 'package.json')
  if (!existsSync(packageFile)) return undefined
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8'))
  const stamp = inRoot('.cache', 'electron-fetch-tried')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === version) return undefined
  say(`Fetching the desktop runtime (at most ${fetchLimitMs / 1000} s) …`)
  const fetched = await fetchElectron(fetchLimitMs)
  if (fetched === undefined) {
    mkdirSync(inRoot('.cache'), { recursive: true })
    writeFileSync(stamp, version)
  }
  return fetched
}

/** @returns the exit code, or undefined when no window could be opened */
async function openWindow(binary, args) {
  const started = performance.now()
  const { code } = await run(binary, [inRoot('.'), ...args], { env: { ELECTRON_RUN_AS_NODE: undefined } })
  return code !== 0 && performance.now() - started < earlyEndMs ? undefined : code
}

async function start(args) {
  offerLocales()
  const { code } = await runNode(inRoot('scripts', 'build.mjs'))
  if (code !== 0) return code
  const display = hasDisplay()
  let reason = 'There is no display here'
  if (display) {
    const binary = await electronRuntime()
    const ended = binary === undefined ? undefined : await openWindow(binary, args)
    if (ended !== undefined) return ended
    reason =
      binary === undefined
        ? 'The desktop runtime is not installed (npx install-electron fetches it)'
        : 'The desktop window could not be opened'
  }
  say(`${reason}, so Basalt starts without its window.`)
  if (display && !args.includes('--open')) process.argv.push('--open')
  await loadModule('dist', 'main', 'serve.js')
  return undefined
}

endWithNpm()
if (!(await handOverToProjectNode(import.meta.url))) {
  const code = await start(process.argv.slice(2))
  if (code !== undefined) process.exitCode = code
}
