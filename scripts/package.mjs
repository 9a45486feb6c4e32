/**
 * `npm run package`: builds, then packs the application for this system (electron-builder.yml).
 * `BASALT_UPDATE_URL` is the https address where the package looks for updates. Signing identities and the key of the
 * update manifests come from the environment (`lib/signing.mjs`); the command reports missing ones. The notes of the
 * release come from CHANGELOG.md. Publish each `latest*.yml` and `beta*.yml` with its `.sig`. Passes options on to
 * electron-builder.
 */
import { buildChanged } from './build.mjs'
import { releaseNotes } from './lib/release-notes.mjs'
import { manifestSigningOf, signingOf } from './lib/signing.mjs'
import { complain, handOverToProjectNode, inRoot, runTool } from './lib/process.mjs'

async function package_(args) {
  const address = process.env.BASALT_UPDATE_URL ?? ''
  if (!URL.canParse(address) || new URL(address).protocol !== 'https:') {
    complain('Set BASALT_UPDATE_URL to the https address that the packages ask for updates.')
    return 2
  }
  const signing = signingOf(process.env, process.platform)
  const manifests = await manifestSigningOf(process.env, address)
  const notes = await releaseNotes(inRoot('.cache', 'release-notes.md'))
  for (const sentence of [...signing.missing, ...manifests.missing, ...notes.missing]) complain(sentence)
  await buildChanged()
  // The Debian package needs a home page: the site of the updates.
  const homepage = `-c.extraMetadata.homepage=${new URL(address).origin}`
  const { code } = await runTool('electron-builder/cli.js', [
    '--publish',
    'never',
    homepage,
    ...signing.options,
    ...manifests.options,
    ...notes.options,
    ...args,
  ])
  if (code === 0) await manifests.sign(new URL('../release/', import.meta.url).pathname)
  return code
}

if (!(await handOverToProjectNode(import.meta.url))) process.exitCode = await package_(process.argv.slice(2))
