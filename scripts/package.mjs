/**
 * `npm run package`: builds, then packs the application for this system (electron-builder.yml, docs/desktop.md).
 * `BASALT_UPDATE_URL` is the https address where the package looks for updates. Signing identities and the key of the
 * update manifests come from the environment (`lib/signing.mjs`); the command reports missing ones. The notes of the
 * release come from CHANGELOG.md. Publish each `latest*.yml` and `beta*.yml` with its `.sig`. Passes options on to
 * electron-builder, such as `--x64 --arm64` or `--dir`. `--built` packs the last build.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildChanged } from './build.mjs'
import { missingNatives, packagesToShip } from './lib/package-files.mjs'
import { releaseNotes } from './lib/release-notes.mjs'
import { manifestSigningOf, signingOf } from './lib/signing.mjs'
import { complain, handOverToProjectNode, inRoot, runTool } from './lib/process.mjs'

/** Tests use it: a build would replace files of programs that run beside them. */
const built = '--built'

async function package_(args) {
  const address = process.env.BASALT_UPDATE_URL ?? ''
  if (!URL.canParse(address) || new URL(address).protocol !== 'https:') {
    complain('Set BASALT_UPDATE_URL to the https address that the packages ask for updates.')
    return 2
  }
  const natives = missingNatives(process.platform, processorsOf(args))
  for (const sentence of natives) complain(sentence)
  if (natives.length > 0) return 2
  const signing = signingOf(process.env, process.platform)
  const manifests = await manifestSigningOf(process.env, address)
  const notes = await releaseNotes(inRoot('.cache', 'release-notes.md'))
  for (const sentence of [...signing.missing, ...manifests.missing, ...notes.missing]) complain(sentence)
  if (!args.includes(built)) await buildChanged()
  const { omitted } = packagesToShip()
  // The Debian package needs a home page: the site of the updates.
  const homepage = `-c.extraMetadata.homepage=${new URL(address).origin}`
  const { code } = await runTool('electron-builder/cli.js', [
    '--publish',
    'never',
    '--config',
    writeConfig(omitted),
    homepage,
    ...signing.options,
    ...manifests.options,
    ...notes.options,
    ...args.filter((argument) => argument !== built),
  ])
  if (code === 0) await manifests.sign(outputOf(args))
  return code
}

/** Returns the processors that the options of electron-builder name: this one by default. */
function processorsOf(args) {
  const named = ['x64', 'arm64'].filter((name) => args.includes(`--${name}`))
  return named.length > 0 ? named : [process.arch]
}

const outputOption = '-c.directories.output='
const outputOf = (args) =>
  args.find((argument) => argument.startsWith(outputOption))?.slice(outputOption.length) ?? inRoot('release')

/** Extends electron-builder.yml by the packages that the build doesn't load. @returns its path */
function writeConfig(omitted) {
  const folder = inRoot('.cache', 'package')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'electron-builder.json')
  const config = {
    extends: inRoot('electron-builder.yml'),
    files: omitted.map((name) => `!**/node_modules/${name}/**`),
  }
  writeFileSync(path, JSON.stringify(config, undefined, 2))
  return path
}

if (!(await handOverToProjectNode(import.meta.url))) process.exitCode = await package_(process.argv.slice(2))
