/** Collects the licences of everything that the application contains but we didn't write. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packagesToShip } from './package-files.mjs'
import { inRoot } from './process.mjs'

/** Licences that allow to ship a package with a program of any licence. A name in SPDX's words. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
  'Zlib',
])
const byText = (a, b) => (a < b ? -1 : a > b ? 1 : 0)
const licenceFile = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i

/**
 * Returns the packages that the application contains: in its bundles, or beside them.
 *
 * @returns {{ name: string, version: string, licence: string, text: string }[]} one of each version, by name
 */
export function packagesInside() {
  const recorded = ['server', 'renderer'].flatMap((part) =>
    JSON.parse(readFileSync(inRoot('.cache', 'build', `packages-${part}.json`), 'utf8')),
  )
  const beside = packagesToShip().shipped.map((name) => inRoot('node_modules', name))
  const found = new Map()
  for (const folder of [...recorded, ...beside]) {
    const manifest = join(folder, 'package.json')
    // Optional packages of other systems aren't installed.
    if (!existsSync(manifest)) continue
    const { name, version, license } = JSON.parse(readFileSync(manifest, 'utf8'))
    const licence = typeof license === 'string' ? license : (license?.type ?? '')
    found.set(`${name} ${version}`, { name, version, licence, text: textOf(folder) })
  }
  return [...found.values()].sort((a, b) => byText(a.name, b.name))
}

function textOf(folder) {
  const files = readdirSync(folder)
    .filter((name) => licenceFile.test(name))
    .sort(byText)
  return files.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n')
}

/**
 * True if a package under this licence can be part of the application. `MIT OR GPL-2.0` can: we choose MIT.
 *
 * @param {string} licence SPDX expression
 */
export function isAllowed(licence) {
  const expression = licence.replaceAll(/[()]/g, ' ').trim()
  return expression
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((name) => allowed.has(name.trim())))
}

/** Writes the notices as a page of the application: `/dashboard/licences.txt`. */
export function writeNotices() {
  const own = readFileSync(inRoot('LICENSE'), 'utf8').trim()
  const parts = packagesInside().map(({ name, version, licence, text }) =>
    `${'-'.repeat(80)}\n${name} ${version} (${licence})\n\n${text}`.trim(),
  )
  const intro = 'Basalt contains the packages below, in the versions and under the licences named with each.'
  writeFileSync(inRoot('dist', 'renderer', 'licences.txt'), [own, intro, ...parts, ''].join('\n\n'))
}
