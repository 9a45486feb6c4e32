/** Decides which packages of `node_modules` go into a package of the application. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from './process.mjs'

/** Packages that the server's bundle imports and never loads, also for the build (server.config.ts). */
const neverLoaded = JSON.parse(readFileSync(inRoot('scripts', 'build', 'never-loaded.json'), 'utf8'))

/** The bundler writes double quotes; the sources that a generated backend gets have single ones. */
const imported = /(?:\bfrom|\bimport|\bimport\s*\(|\b(?:__)?require\s*\(|\blazyPackage\s*\()\s*"([^"\n]+)"/g
/** A package whose files are read, and whose code never runs. */
const read = /\.resolve\(\s*["']([^"'\n]+)\/package\.json["']/g

/** Node's own modules and texts that only look like an import are no packages. */
const isPackage = /^(?!node:)(?:@[\w-]+\/)?[\w-][\w.-]*(?:\/[\w./-]+)?$/

const byText = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

/** `@scope/name/file` → `@scope/name` */
const packageOf = (specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')

/**
 * Returns the packages that the built server loads as installed.
 *
 * @param {string} folder of the built JavaScript
 * @returns {{ loaded: string[], read: string[] }} names of packages that run, and of packages that are only read
 */
export function packagesOfBuild(folder) {
  const names = { loaded: new Set(), read: new Set() }
  for (const file of readdirSync(folder, { recursive: true })) {
    if (!/\.c?js$/.test(file)) continue
    const text = readFileSync(join(folder, file), 'utf8')
    for (const [, specifier] of text.matchAll(imported))
      if (isPackage.test(specifier)) names.loaded.add(packageOf(specifier))
    for (const [, specifier] of text.matchAll(read)) names.read.add(specifier)
  }
  for (const name of neverLoaded) names.loaded.delete(name)
  return { loaded: [...names.loaded].sort(byText), read: [...names.read].sort(byText) }
}

/** Returns the packages of package-lock.json that are installed for production, as `[path, entry]`. */
function productionEntries(lock) {
  return Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && dev !== true)
}

/** Packages that others depend on for types, or to compile native code: they hold nothing that runs. */
const withoutCode = /^(?:@types\/.*|node-addon-api|tagged-tag|type-fest|undici-types)$/

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/**
 * Returns the named packages with everything that they depend on, at any distance.
 *
 * @param lock parsed package-lock.json
 * @param {readonly string[]} names
 * @returns {string[]} names; an optional dependency counts even if it isn't installed on this system
 */
export function withDependencies(lock, names) {
  const byName = new Map()
  for (const [path, entry] of productionEntries(lock)) {
    const entries = byName.get(nameOf(path)) ?? []
    byName.set(nameOf(path), [...entries, entry])
  }
  const found = new Set()
  const open = [...names]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name) || !byName.has(name)) continue
    found.add(name)
    for (const { dependencies = {}, optionalDependencies = {} } of byName.get(name))
      open.push(...Object.keys(dependencies), ...Object.keys(optionalDependencies))
  }
  return [...found].sort(byText)
}

/**
 * Returns which packages go into a package of the application and which don't.
 *
 * @param {string} folder of the built JavaScript
 * @returns {{ shipped: string[], omitted: string[] }}
 */
export function packagesToShip(folder = inRoot('dist', 'main')) {
  const lock = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'))
  const { loaded, read: onlyRead } = packagesOfBuild(folder)
  const shipped = new Set([...withDependencies(lock, loaded).filter((name) => !withoutCode.test(name)), ...onlyRead])
  const all = [...new Set(productionEntries(lock).map(([path]) => nameOf(path)))].sort(byText)
  return { shipped: all.filter((name) => shipped.has(name)), omitted: all.filter((name) => !shipped.has(name)) }
}

/** Names of systems and processors in the packages of @node-rs. */
const argonPackages = {
  'darwin x64': 'argon2-darwin-x64',
  'darwin arm64': 'argon2-darwin-arm64',
  'linux x64': 'argon2-linux-x64-gnu',
  'linux arm64': 'argon2-linux-arm64-gnu',
  'win32 x64': 'argon2-win32-x64-msvc',
  'win32 arm64': 'argon2-win32-arm64-msvc',
}

/**
 * Returns a sentence for each native module that isn't installed for a processor. npm installs the ones of this
 * computer.
 *
 * @param {string} platform as in `process.platform`
 * @param {readonly string[]} processors `x64`, `arm64`
 * @returns {string[]}
 */
export function missingNatives(
  platform,
  processors,
  isThere = (...path) => existsSync(inRoot('node_modules', ...path)),
) {
  return processors.flatMap((processor) => {
    const argon = argonPackages[`${platform} ${processor}`]
    if (argon === undefined) return [`There are no packages for ${platform} on ${processor}.`]
    const sentences = []
    if (!isThere('@node-rs', argon))
      sentences.push(
        `The package @node-rs/${argon} is missing. Run: npm install --no-save --force --cpu=${processor} @node-rs/${argon}`,
      )
    if (!isThere('better-sqlite3', 'prebuilds', `${platform}-${processor}.node`))
      sentences.push(`better-sqlite3 has no binary for ${platform} on ${processor}.`)
    // On Linux, npm compiles node-pty for the processor of this computer.
    const isCompiled = processor === process.arch && isThere('node-pty', 'build', 'Release', 'pty.node')
    if (!isCompiled && !isThere('node-pty', 'prebuilds', `${platform}-${processor}`, 'pty.node'))
      sentences.push(
        `node-pty isn't compiled for ${processor}. Package on a computer with this processor, where npm can compile it.`,
      )
    return sentences
  })
}
