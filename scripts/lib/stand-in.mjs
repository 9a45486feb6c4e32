/**
 * Packs the application around a stand-in for the Electron runtime, and extracts the result for Node: tests and
 * benchmarks look into a package where no runtime can be downloaded. Linux only, whose runtime is a plain folder.
 */
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot, loadModule, projectPath, runNode } from './process.mjs'

/** Marks the place of the fuses in the binary, as @electron/fuses looks for it. */
const fuseSentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
/** The fuses of a runtime as Electron ships it: version, number of fuses, and their states (`1` on, `0` off). */
const fusesAtFirst = Buffer.concat([Buffer.from([1, 8]), Buffer.from('10110001', 'latin1')])

/** Names of the fuses in their order in the binary. */
const fuseNames = [
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
]

/** Writes a folder that has the shape of Electron for Linux. */
function writeRuntime(folder) {
  for (const name of ['locales', 'resources']) mkdirSync(join(folder, name), { recursive: true })
  const binary = Buffer.concat([Buffer.from('\x7fELF stand-in\n'), Buffer.from(fuseSentinel), fusesAtFirst])
  const files = [
    'LICENSE',
    'LICENSES.chromium.html',
    'chrome-sandbox',
    'version',
    'locales/en-US.pak',
    'locales/de.pak',
  ]
  for (const name of files) writeFileSync(join(folder, name), `stand-in for ${name}\n`)
  writeFileSync(join(folder, 'electron'), binary)
  chmodSync(join(folder, 'electron'), 0o755)
}

/**
 * Stands in for fpm, which electron-builder downloads: writes what a Debian package would install as the desktop entry,
 * and a file in place of the package.
 */
const fpm = (entry) => `#!/bin/sh
for each in "$@"; do
  case "$each" in *.desktop=*) cp "\${each%%=*}" '${entry}' ;; esac
  if [ "$before" = --package ]; then echo 'stand-in for a Debian package' > "$each"; fi
  before=$each
done
`

/** Returns the fuses of a packed binary, by name: true if on. */
export function fusesOf(binary) {
  const bytes = readFileSync(binary)
  const at = bytes.indexOf(fuseSentinel) + fuseSentinel.length + 2
  return Object.fromEntries(fuseNames.map((name, index) => [name, bytes[at + index] === '1'.charCodeAt(0)]))
}

/**
 * Packs the built application with `npm run package`.
 *
 * @param {string} folder an empty folder
 * @param {Record<string, string>} env for signing
 * @returns {Promise<{ code: number, output: string, release: string, packed: string, archive: string, app: string,
 *   entry: string }>} exit code and output; the folder of results, the packed folder in it, its archive, the folder
 *   `app` with the archive's files, and the desktop entry
 */
export async function packWithStandIn(folder, { env = {} } = {}) {
  const runtime = join(folder, 'runtime')
  const release = join(folder, 'release')
  const tools = join(folder, 'tools')
  const entry = join(folder, 'basalt.desktop')
  writeRuntime(runtime)
  mkdirSync(tools)
  writeFileSync(join(tools, 'fpm'), fpm(entry), { mode: 0o755 })
  const { code, output } = await runNode(
    inRoot('scripts', 'package.mjs'),
    ['--built', '--linux', 'deb', `-c.electronDist=${runtime}`, `-c.directories.output=${release}`],
    {
      quiet: true,
      env: {
        BASALT_UPDATE_URL: 'https://updates.basalt.example/',
        USE_SYSTEM_FPM: 'true',
        PATH: `${tools}:${projectPath()}`,
        ...env,
      },
    },
  )
  const packed = join(release, 'linux-unpacked')
  const archive = join(packed, 'resources', 'app.asar')
  const app = join(folder, 'app')
  if (code === 0) (await asarTools()).extractAll(archive, app)
  return { code, output, release, packed, archive, app, entry }
}

async function asarTools() {
  const { default: tools } = await loadModule('node_modules', '@electron', 'asar', 'lib', 'asar.js')
  return tools
}

/**
 * Returns the files in an archive.
 *
 * @returns {Promise<{ path: string, size: number, isUnpacked: boolean }[]>}
 */
export async function filesOfArchive(archive) {
  const { header } = (await asarTools()).getRawHeader(archive)
  const files = []
  const walk = (entries, folder) => {
    for (const [name, entry] of Object.entries(entries)) {
      const path = folder === '' ? name : `${folder}/${name}`
      if (entry.files !== undefined) walk(entry.files, path)
      else files.push({ path, size: entry.size ?? 0, isUnpacked: entry.unpacked === true })
    }
  }
  walk(header.files, '')
  return files
}

/** Returns what other packages than folders need and this computer lacks: electron-builder downloads it. */
export function missingPackers() {
  const cache = process.env.ELECTRON_BUILDER_CACHE ?? join(process.env.HOME ?? '', '.cache', 'electron-builder')
  const there = (name) => {
    try {
      return readdirSync(cache).some((entry) => entry.startsWith(name))
    } catch {
      return false
    }
  }
  return ['appimage', 'fpm'].filter((name) => !there(name))
}
