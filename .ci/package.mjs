/**
 * `npm run package`: builds, then packs the application for this system (electron-builder.yml).
 * `BASALT_UPDATE_URL` is the https address that the package will ask for updates. Signing identities come from the
 * environment (`lib/signing.mjs`); without them the package says so. Options go on to electron-builder.
 */
import { buildChanged } from './build.mjs'
import { signingOf } from './lib/signing.mjs'
import { complain, handOverToProjectNode, runTool } from './lib/process.mjs'

async function package_(args) {
  const address = process.env.BASALT_UPDATE_URL ?? ''
  if (!URL.canParse(address) || new URL(address).protocol !== 'https:') {
    complain('Set BASALT_UPDATE_URL to the https address that the packages ask for updates.')
    return 2
  }
  const signing = signingOf(process.env, process.platform)
  for (const sentence of signing.missing) complain(sentence)
  await buildChanged()
  // The Debian package wants a home page: the site that the updates come from.
  const homepage = `-c.extraMetadata.homepage=${new URL(address).origin}`
  const { code } = await runTool('electron-builder/cli.js', [
    '--publish',
    'never',
    homepage,
    ...signing.options,
    ...args,
  ])
  return code
}

if (!(await handOverToProjectNode(import.meta.url))) process.exitCode = await package_(process.argv.slice(2))
