import { createPublicKey, verify } from 'node:crypto'
import { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js'
import { UpdateNotSignedError } from './updater'

/** Extension of a manifest's Ed25519 signature in base64, which `npm run package` writes. */
const signatureEnding = '.sig'

/**
 * Returns a provider of updates that trusts only manifests signed with the key of this package. A manifest holds the
 * hash of each file, so the updater detects a changed file or manifest.
 *
 * @param publicKey Ed25519, as base64 of its SPKI form
 */
export function signedProvider(publicKey: string): typeof GenericProvider {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  return class SignedProvider extends GenericProvider {
    protected override async httpRequest(...[url, ...rest]: Parameters<GenericProvider['httpRequest']>) {
      const manifest = await super.httpRequest(url, ...rest)
      if (!url.pathname.endsWith('.yml')) return manifest
      const address = new URL(url)
      address.pathname += signatureEnding
      const signature = await super.httpRequest(address, ...rest).catch((error: unknown) => {
        if (isMissing(error)) throw new UpdateNotSignedError(url.pathname)
        throw error
      })
      const bytes = Buffer.from(manifest ?? '', 'utf8')
      if (!verify(null, bytes, key, Buffer.from(signature ?? '', 'base64')))
        throw new UpdateNotSignedError(url.pathname)
      return manifest
    }
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && (error.statusCode === 404 || error.statusCode === 403)
