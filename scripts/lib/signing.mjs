import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Returns the signing options of a package. Identities come only from the environment, under electron-builder's names.
 *
 * @param {Record<string, string | undefined>} environment
 * @param {string} platform as in `process.platform`
 * @returns {{ options: string[], missing: string[] }} options for electron-builder, and a sentence for each missing
 *   signature
 */
export function signingOf(environment, platform) {
  const has = (...names) => names.every((name) => (environment[name] ?? '') !== '')
  if (platform === 'darwin') {
    const missing = []
    const isSigned = has('CSC_LINK') || has('CSC_NAME')
    if (!isSigned)
      missing.push("This package isn't signed. Set CSC_LINK and CSC_KEY_PASSWORD, or CSC_NAME, to sign it.")
    if (
      !has('APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER') &&
      !has('APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD')
    )
      missing.push(
        "This package isn't notarized. Set APPLE_API_KEY, APPLE_API_KEY_ID and APPLE_API_ISSUER to notarize it.",
      )
    // The hardened runtime loads no framework without the signature of a team.
    return { options: isSigned ? [] : ['-c.mac.identity=-', '-c.mac.hardenedRuntime=false'], missing }
  }
  if (platform === 'win32') {
    const missing = []
    if (!has('WIN_CSC_LINK') && !has('CSC_LINK'))
      missing.push("This package isn't signed. Set WIN_CSC_LINK and WIN_CSC_KEY_PASSWORD to sign it.")
    // The updater rejects updates signed by another publisher.
    const publisher = (environment.BASALT_PUBLISHER_NAME ?? '').trim()
    if (publisher === '')
      missing.push(
        "Updates of this package don't check the publisher. Set BASALT_PUBLISHER_NAME to the name in the certificate.",
      )
    return { options: publisher === '' ? [] : [`-c.win.signtoolOptions.publisherName=${publisher}`], missing }
  }
  return {
    options: [],
    missing: ["Packages for Linux aren't signed. Publish their checksums where readers can trust them."],
  }
}

/**
 * Returns the feed of a package, and the signing of its manifests (`latest*.yml`, `beta*.yml`). The private key comes
 * from the environment, as PEM text or a path.
 *
 * @param {Record<string, string | undefined>} environment
 * @param {string} url address where the package looks for updates
 * @returns {Promise<{ options: string[], missing: string[], sign: (folder: string) => Promise<string[]> }>} options
 *   that put the address and the public key into the package; `sign` writes a signature next to each manifest of the folder and returns
 *   their names
 */
export async function manifestSigningOf(environment, url) {
  const given = (environment.BASALT_UPDATE_KEY ?? '').trim()
  const feed = `-c.extraMetadata.updates.url=${url}`
  if (given === '')
    return {
      options: [feed],
      missing: [
        "Updates of this package don't check who published them. Set BASALT_UPDATE_KEY to an Ed25519 private key (PEM).",
      ],
      sign: async () => [],
    }
  const key = createPrivateKey(given.startsWith('-----') ? given : await readFile(given, 'utf8'))
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('BASALT_UPDATE_KEY must be an Ed25519 private key.')
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')
  return {
    options: [feed, `-c.extraMetadata.updates.publicKey=${publicKey}`],
    missing: [],
    sign: async (folder) => {
      const manifests = (await readdir(folder)).filter((name) => /^(?:latest|beta|alpha)(?:-[\w-]+)?\.yml$/.test(name))
      for (const name of manifests) {
        const signature = sign(null, await readFile(join(folder, name)), key).toString('base64')
        await writeFile(join(folder, `${name}.sig`), `${signature}\n`)
      }
      return manifests
    },
  }
}
